package server

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPostsArePublishedChangedAndDeleted(t *testing.T) {
	a := newApp(t)
	created := a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 200)
	if created.Message != "Blog post created successfully" {
		t.Errorf("message %q", created.Message)
	}
	want := map[string]any{
		"id": 1.0, "title": "Termites", "slug": "termites", "excerpt": "Short", "content": "Long", "imageUrl": "",
		"publishedAt": "2026-03-02T06:00:00-06:00", "updatedAt": "2026-03-02T06:00:00-06:00",
	}
	if diff := cmp.Diff([]map[string]any{want}, data[[]map[string]any](t, a.call(t, nobody, get, "/api/blog-posts", nil))); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}

	a.now = a.now.Add(time.Hour)
	updated := a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites").with("id", 1).with("title", "Ants")).wants(t, 200)
	if updated.Message != "Blog post updated successfully" {
		t.Errorf("message %q", updated.Message)
	}
	a.call(t, admin, post, "/api/admin/blog-posts", fields{"id": 1, "title": "Bees", "basedOn": want["updatedAt"]}).wants(t, 409)
	want["title"], want["updatedAt"] = "Ants", "2026-03-02T07:00:00-06:00"
	if diff := cmp.Diff(want, data[map[string]any](t, updated)); diff != "" {
		t.Errorf("after the update (-want +got):\n%s", diff)
	}
	a.call(t, admin, post, "/api/admin/blog-posts", fields{"id": 1, "title": "Bees", "basedOn": want["updatedAt"]}).wants(t, 200)

	if deleted := a.call(t, admin, remove, "/api/admin/blog-posts/1", nil).wants(t, 200); deleted.Message != "Blog post deleted successfully" {
		t.Errorf("message %q", deleted.Message)
	}
	if list := a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 200); string(list.Data) != "[]" {
		t.Errorf("list %s", list.Data)
	}
	a.call(t, admin, remove, "/api/admin/blog-posts/1", nil).wants(t, 404)
	a.call(t, admin, remove, "/api/admin/blog-posts/0", nil).wants(t, 404)
	for _, malformed := range []string{"x", "1.5", "99999999999999999999", "%00", "1%20or%201"} {
		a.call(t, admin, remove, "/api/admin/blog-posts/"+malformed, nil).wants(t, 400)
	}
}

func TestPostsAreListedBySlug(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 200)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200)
	a.call(t, admin, post, "/api/admin/blog-posts", fields{"id": 2, "slug": "fire-ants"}).wants(t, 200)
	for slug, want := range map[string][]string{
		"termites": {"termites"}, "fire-ants": {"fire-ants"}, "ants": {}, "none": {}, "%00": {}, "": {"fire-ants", "termites"},
	} {
		slugs := []string{}
		for _, listed := range data[[]struct{ Slug string }](t, a.call(t, nobody, get, "/api/blog-posts?slug="+slug, nil).wants(t, 200)) {
			slugs = append(slugs, listed.Slug)
		}
		if diff := cmp.Diff(want, slugs); diff != "" {
			t.Errorf("slug %q (-want +got):\n%s", slug, diff)
		}
	}
}

func TestPostsAreListedInParts(t *testing.T) {
	a := newApp(t)
	for _, slug := range []string{"one", "two", "three", "four", "five"} {
		a.call(t, admin, post, "/api/admin/blog-posts", postBody(slug).with("title", "About "+slug)).wants(t, 200)
		a.now = a.now.Add(time.Hour)
	}
	list := func(path string) (slugs []string, contents int, next string) {
		res := a.call(t, nobody, get, path, nil).wants(t, 200)
		for _, listed := range data[[]struct{ Slug, Content string }](t, res) {
			slugs = append(slugs, listed.Slug)
			if listed.Content != "" {
				contents++
			}
		}
		link := res.Header.Get("Link")
		next, found := strings.CutPrefix(strings.TrimSuffix(link, `>; rel="next"`), "<")
		if (link != "") != found {
			t.Errorf("the link of %s is %q", path, link)
		}
		return slugs, contents, next
	}
	for path, wantContents := range map[string]int{"/api/blog-posts?limit=2": 5, "/api/blog-posts?limit=2&fields=summary": 0} {
		var all []string
		contents, parts := 0, 0
		for next := path; next != ""; parts++ {
			var slugs []string
			var n int
			slugs, n, next = list(next)
			all, contents = append(all, slugs...), contents+n
		}
		if got := strings.Join(all, " "); got != "five four three two one" || contents != wantContents || parts != 3 {
			t.Errorf("%s: %s with %d contents in %d parts", path, got, contents, parts)
		}
	}
	for path, want := range map[string]string{
		"/api/blog-posts":                           "five four three two one",
		"/api/blog-posts?fields=summary":            "five four three two one",
		"/api/blog-posts?page=1":                    "five four three two one",
		"/api/blog-posts?page=2":                    "",
		"/api/blog-posts?limit=5":                   "five four three two one",
		"/api/blog-posts?search=ABOUT+T":            "three two",
		"/api/blog-posts?search=our":                "four",
		"/api/blog-posts?search=long":               "",
		"/api/blog-posts?slug=two&fields=summary":   "two",
		"/api/blog-posts?id=2&fields=summary":       "two",
		"/api/blog-posts?id=99":                     "",
		"/api/blog-posts?limit=&after=&slug=&page=": "five four three two one",
	} {
		slugs, contents, next := list(path)
		if got := strings.Join(slugs, " "); got != want || next != "" {
			t.Errorf("%s: %s, then %q, want %s", path, got, next, want)
		}
		if summary := strings.Contains(path, "fields"); summary != (contents == 0) && want != "" {
			t.Errorf("%s has %d contents", path, contents)
		}
	}
	for query, word := range map[string]string{
		"limit=0": "limit", "limit=101": "limit", "limit=-1": "limit", "limit=x": "limit", "limit=1.5": "limit",
		"after=x": "after", "after=5": "after", "page=0": "page", "page=x": "page", "page=1000001": "page",
		"page=1&limit=5": "page", "page=1&after=1.1": "page", "page=1&search=x": "page", "fields=title": "fields",
		"slug=two&limit=5": "slug", "slug=two&page=1": "slug", "slug=two&search=x": "slug", "slug=two&id=2": "slug",
		"id=2&page=1": "id", "id=0": "id", "id=x": "id", "search=%00": "search",
	} {
		if res := a.call(t, nobody, get, "/api/blog-posts?"+query, nil).wants(t, 400); !strings.Contains(res.Message, word) {
			t.Errorf("%s: %q does not name %s", query, res.Message, word)
		}
	}
}

func TestSavePostErrorNamesField(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 200)
	for _, required := range []string{"title", "slug", "excerpt", "content"} {
		if res := a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants").with(required, "")).wants(t, 400); !strings.Contains(res.Message, required) {
			t.Errorf("without %s: %q", required, res.Message)
		}
	}
	if res := a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 409); !strings.Contains(res.Message, "termites") {
		t.Errorf("a taken slug: %q", res.Message)
	}
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants").with("id", 7)).wants(t, 404)
	if list := data[[]any](t, a.call(t, nobody, get, "/api/blog-posts", nil)); len(list) != 1 {
		t.Errorf("list %v", list)
	}
}
