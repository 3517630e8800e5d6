package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
)

func (f pagesFixture) savePosts(t *testing.T, count int) {
	t.Helper()
	for i := range count {
		slug := fmt.Sprintf("post-%d", i)
		if _, err := testkit.Edit(f.app).SavePost(t.Context(), site.PostEdit{Title: &slug, Slug: &slug, Excerpt: new("E"), Content: new("Long text")}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBlogIsServedInPages(t *testing.T) {
	f := newPages(t)
	f.savePosts(t, 21)
	for path, want := range map[string]struct {
		status int
		path   string
	}{
		"/blog":                {200, "/blog"},
		"/blog?page=1":         {200, "/blog"},
		"/blog?page=":          {200, "/blog"},
		"/blog?utm=x":          {200, "/blog"},
		"/blog?page=2":         {200, "/blog?page=2"},
		"/blog?utm=x&page=2":   {200, "/blog?page=2"},
		"/blog?page=3":         {404, "/-"},
		"/blog?page=0":         {200, "/blog"},
		"/blog?page=-1":        {200, "/blog"},
		"/blog?page=02":        {200, "/blog"},
		"/blog?page=x":         {200, "/blog"},
		"/blog?page=9999999":   {404, "/-"},
		"/blog?page=1e99":      {200, "/blog"},
		"/blog?page=%2Fblog":   {200, "/blog"},
		"/blog%3Fpage=2":       {404, "/-"},
		"/about?page=2":        {200, "/about"},
		"/blog/post-1?page=17": {200, "/blog/post-1"},
	} {
		w := f.get(path)
		var page ssr.Page
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != want.status || page.Path != want.path {
			t.Errorf("%s answers %d with %s (%v), want %d with %s", path, w.Code, page.Path, err, want.status, want.path)
		}
	}
	if w := f.get("/blog/?page=2"); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/blog?page=2" {
		t.Errorf("/blog/?page=2 answers %d to %s", w.Code, w.Header().Get("Location"))
	}
}

func TestPageOfTheBlogCarriesItsSummariesOnly(t *testing.T) {
	f := newPages(t)
	f.savePosts(t, 21)
	body := f.get("/blog?page=2").Body.Bytes()
	var page struct {
		Queries []struct {
			Key  []string
			Data json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &page); err != nil {
		t.Fatal(err)
	}
	var list postPage
	if err := json.Unmarshal(page.Queries[0].Data, &list); err != nil {
		t.Fatal(err)
	}
	if key := strings.Join(page.Queries[0].Key, " "); key != "blog-posts page 2" || len(list.Posts) != 1 || list.Posts[0].Slug != "post-0" || list.More {
		t.Errorf("page 2 has %s: %+v", key, list)
	}
	if strings.Contains(string(body), "Long text") {
		t.Error("the list carries the contents of posts")
	}
}

func TestPagesOfTheBlogAreCachedAndFresh(t *testing.T) {
	f := newPages(t)
	f.savePosts(t, 21)
	f.get("/blog?page=2")
	renders := f.renderer.renders.Load()
	f.get("/blog?page=2")
	if n := f.renderer.renders.Load() - renders; n != 0 {
		t.Errorf("a cached page was rendered %d times", n)
	}
	oldest, title := int64(1), "Changed"
	if _, err := testkit.Edit(f.app).SavePost(t.Context(), site.PostEdit{ID: &oldest, Title: &title}); err != nil {
		t.Fatal(err)
	}
	if body := f.get("/blog?page=2").Body.String(); !strings.Contains(body, title) {
		t.Error("the page after an edit is old")
	}
}
