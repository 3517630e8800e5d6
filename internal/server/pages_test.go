package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
)

func TestPageIsRenderedOncePerPublication(t *testing.T) {
	f := newPages(t)
	f.get("/")
	f.get("/?utm_source=somewhere")
	if n := f.renderer.renders.Load(); n != 1 {
		t.Errorf("rendered %d times for two visits, want once", n)
	}
	f.publish(t, "Fresh")
	if body := f.get("/").Body.String(); !strings.Contains(body, "Fresh") {
		t.Error("the very next response does not show the edit")
	}
}

func TestAnEditRendersOnlyThePagesThatShowIt(t *testing.T) {
	f := newPages(t)
	savePost := func(edit site.PostEdit) site.Post {
		return testkit.Must(testkit.Edit(f.app).SavePost(t.Context(), edit))(t)
	}
	newPost := func(slug string) site.PostEdit {
		return site.PostEdit{Title: new("A post"), Slug: &slug, Excerpt: new("Short."), Content: new("Long.")}
	}
	saveService := func(edit site.ServiceEdit) site.Service {
		service, _, err := testkit.Edit(f.app).SaveService(t.Context(), edit)
		if err != nil {
			t.Fatal(err)
		}
		return service
	}
	ants, bees := savePost(newPost("ants")), savePost(newPost("bees"))
	savePost(newPost("crickets"))
	service := saveService(site.ServiceEdit{
		Name: new("Termites"), Slug: new("termites"), ShortDescription: new("Short."), FullDescription: new("<p>Long.</p>"),
	})
	everywhere := []string{
		"/", "/about", "/blog", "/blog/ants", "/blog/bees", "/blog/crickets", "/contact", "/customer-portal", "/no-such-page",
		"/programs", "/services", "/services/termites",
	}
	f.renderer.rendered = make(chan string, 2*len(everywhere))
	rendered := func() []string {
		t.Helper()
		for _, path := range everywhere {
			f.get(path)
		}
		paths := []string{}
		for len(f.renderer.rendered) > 0 {
			path := <-f.renderer.rendered
			if path == "/"+missingSlug {
				path = "/no-such-page" // which shares the page of all unknown paths
			}
			paths = append(paths, path)
		}
		return paths
	}
	rendered()
	for _, tt := range []struct {
		name string
		edit func()
		want []string
	}{
		{"nothing", func() {}, []string{}},
		{"a post", func() { savePost(site.PostEdit{ID: &ants.ID, Title: new("Ants")}) },
			[]string{"/", "/blog", "/blog/ants", "/blog/bees"}}, // which leads to it
		{"a text of the home page", func() { f.publish(t, "Fresh") }, []string{"/"}},
		{"a service", func() { saveService(site.ServiceEdit{ID: &service.ID, Name: new("Ants")}) },
			everywhere}, // the footer lists services
		{"hours", func() {
			testkit.Must(testkit.Edit(f.app).SaveDayHours(t.Context(), site.DayHoursEdit{Day: "sunday", IsClosed: new(true)}))(t)
		}, everywhere},
		{"a social link", func() {
			testkit.Must(testkit.Edit(f.app).SaveSocialLink(t.Context(), site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.example/us")}))(t)
		}, everywhere},
		{"a deleted post", func() { testkit.Must(testkit.Edit(f.app).DeletePost(t.Context(), bees.ID))(t) },
			[]string{"/", "/blog", "/blog/ants", "/blog/-", "/blog/crickets"}}, // the oldest one leads to the newest
	} {
		tt.edit()
		if diff := cmp.Diff(tt.want, rendered()); diff != "" {
			t.Errorf("after an edit of %s these pages were rendered (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestUnknownPathsShareOneRendering(t *testing.T) {
	f := newPages(t)
	for i := range 5 {
		if w := f.get(fmt.Sprintf("/unknown-%d", i)); w.Code != http.StatusNotFound {
			t.Errorf("status %d, want 404", w.Code)
		}
	}
	if n := f.renderer.renders.Load(); n != 1 {
		t.Errorf("rendered %d times, want once", n)
	}
}

func TestFormerSlugsRedirectPermanently(t *testing.T) {
	f := newPages(t)
	post, err := testkit.Edit(f.app).SavePost(t.Context(), site.PostEdit{Title: new("T"), Slug: new("old"), Excerpt: new("E"), Content: new("C")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := testkit.Edit(f.app).SavePost(t.Context(), site.PostEdit{ID: &post.ID, Slug: new("new")}); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"/blog/old":               "/blog/new",
		"/blog/old?utm_source=ad": "/blog/new?utm_source=ad",
		"/about/?gclid=1":         "/about?gclid=1",
	} {
		w := f.get(address)
		if got := w.Header().Get("Location"); w.Code != http.StatusMovedPermanently || got != want {
			t.Errorf("%s: status %d to %q, want 301 to %s", address, w.Code, got, want)
		}
	}
}

func TestPagesAllowOnlyGetAndHead(t *testing.T) {
	f := newPages(t)
	w := httptest.NewRecorder()
	f.pages.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("status %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestAssetsAreServed(t *testing.T) {
	w := newPages(t).get("/assets/a-1.css")
	if w.Body.String() != "a{}" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("%q with Cache-Control %q", w.Body, w.Header().Get("Cache-Control"))
	}
}

func TestPopularPagesAreRenderedAfterPublication(t *testing.T) {
	f := newPages(t)
	f.renderer.rendered = make(chan string, 8)
	f.get("/")
	<-f.renderer.rendered
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	warm := make(chan struct{})
	go func() { defer close(warm); f.pages.KeepWarm(ctx) }()
	f.publish(t, "Fresh")
	if path := <-f.renderer.rendered; path != "/" { // nobody has asked for it
		t.Errorf("rendered %s ahead, want the page that was visited", path)
	}
	cancel()
	<-warm
	if body := f.get("/").Body.String(); !strings.Contains(body, "Fresh") {
		t.Error("what was rendered ahead is old")
	}
	if n := f.renderer.renders.Load(); n != 2 {
		t.Errorf("rendered %d times, want the first and the one ahead", n)
	}
}

func TestThePolicyOfEveryPublicPageFollowsTheContent(t *testing.T) {
	f := newPages(t)
	images := func(path string) string { return directives(f.get(path).Header())["img-src"] }
	if got := images("/about"); got != "'self' data:" {
		t.Errorf("at first images may come from %s", got)
	}
	if got := f.get("/robots.txt").Header().Get("Content-Security-Policy"); got != "" {
		t.Errorf("a file has the policy of a page: %s", got)
	}
	_, err := testkit.Edit(f.app).SavePost(t.Context(), site.PostEdit{
		Title: new("Ants"), Slug: new("ants"), Excerpt: new("Short"), Content: new("Long"), ImageURL: new("https://images.example/a.jpg"),
	})
	if err != nil {
		t.Fatal(err)
	}
	// A visitor who is on another page gets to the post without another document.
	for _, path := range []string{"/about", "/", "/unknown"} {
		if got := images(path); got != "'self' data: https://images.example" {
			t.Errorf("%s: images may come from %s", path, got)
		}
	}
	for _, path := range []string{ssr.LoginPath, ssr.AdminPath} {
		if got := f.get(path).Header().Get("Content-Security-Policy"); got != "" {
			t.Errorf("%s has the policy of a public page: %s", path, got)
		}
	}
}

func TestAPathThatLeadsNowhereCostsAtMostOneQuery(t *testing.T) {
	counted := countingSite{testkit.NewStore(t).Site(), &atomic.Int64{}, &atomic.Bool{}}
	f := newPagesOn(t, counted)
	for path, most := range map[string]int64{
		"/unknown": 0, "/un/kn/own": 0, "/admin/unknown": 0, "/blog/UNKNOWN": 0, "/services/1": 0,
		"/blog/unknown": 1, "/blog?page=7": 1, "/blog%3Fpage=2": 0, "/services/unknown": 1, "/styles/services/7.css": 1, "/styles/services/unknown.css": 1,
	} {
		f.get(path) // renders the page that all of these share
		before, renders := counted.reads.Load(), f.renderer.renders.Load()
		if w := f.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
		if n := counted.reads.Load() - before; n > most {
			t.Errorf("%s costs %d queries, want at most %d", path, n, most)
		}
		if n := f.renderer.renders.Load() - renders; n > 0 {
			t.Errorf("%s was rendered again", path)
		}
	}
}
