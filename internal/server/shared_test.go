package server

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/ssr"
)

func counting(s *countingSite) option {
	s.reads, s.away = &atomic.Int64{}, &atomic.Bool{}
	return func(a *app, _ *Config) {
		a.siteStore = func(stored site.Store) site.Store {
			s.Store = stored
			return *s
		}
	}
}

func TestPublicListsAreBuiltOncePerChangeForAllReaders(t *testing.T) {
	var counted countingSite
	a := newApp(t, counting(&counted))
	for change := range 3 {
		body := postBody("termites")
		if change > 0 {
			body = fields{"id": 1, "title": body["title"].(string) + string(rune('A'+change))}
		}
		saved := data[site.Post](t, a.call(t, admin, post, "/api/admin/blog-posts", body).wants(t, 200))
		counted.reads.Store(0)
		var readers sync.WaitGroup
		for i := range 50 {
			// A parameter that the call does not know makes no other response.
			path := "/api/blog-posts?page=1&fields=summary" + []string{"", "&x=1", "&y"}[i%3]
			readers.Go(func() {
				posts := data[[]site.Post](t, a.call(t, nobody, get, path, nil).wants(t, 200))
				if len(posts) != 1 || posts[0].Title != saved.Title {
					t.Errorf("got %v after %q was saved", posts, saved.Title)
				}
			})
		}
		readers.Wait()
		if n := counted.reads.Load(); n != 1 {
			t.Errorf("50 readers read the posts %d times, want once", n)
		}
	}
}

func TestOtherSpellingsOfAListDoNotFillTheCache(t *testing.T) {
	var counted countingSite
	a := newApp(t, counting(&counted))
	for _, slug := range []string{"ants", "termites"} {
		a.call(t, admin, post, "/api/admin/blog-posts", postBody(slug)).wants(t, 200)
	}
	reads := func(queries ...string) int64 {
		counted.reads.Store(0)
		for _, query := range queries {
			a.call(t, nobody, get, "/api/blog-posts?"+query, nil).wants(t, 200)
		}
		return counted.reads.Load()
	}
	if n := reads("limit=1", "limit=01", "limit=1&limit=2", "limit=1&x=2", "search=&limit=1", "limit=1"); n != 1 {
		t.Errorf("spellings of one list were built %d times, want once", n)
	}
	for _, endless := range []string{"search=ants", "after=9000000000000000000.1", "slug=none", "page=2"} {
		if n := reads(endless, endless); n != 2 {
			t.Errorf("%s was read %d times, want twice: there is no end of such lists", endless, n)
		}
	}
}

func TestALinkToTheNextPartMakesAnotherVersionOfAList(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("older")).wants(t, 200)
	a.now = a.now.Add(time.Hour)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("newer")).wants(t, 200)
	before := a.call(t, nobody, get, "/api/blog-posts?limit=1", nil).wants(t, 200)
	a.call(t, admin, remove, "/api/admin/blog-posts/1", nil).wants(t, 200)
	after := a.call(t, nobody, get, "/api/blog-posts?limit=1", nil).wants(t, 200)
	if before.text != after.text || before.Header.Get("Link") == "" || after.Header.Get("Link") != "" {
		t.Fatalf("from %s to %s", before.Header.Get("Link"), after.Header.Get("Link"))
	}
	if before.Header.Get("Etag") == after.Header.Get("Etag") {
		t.Error("both versions have the same tag, so browsers would keep the link")
	}
}

func TestAPublicListThatTheClientHasIsNotSentAgain(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	tag := a.call(t, nobody, get, "/api/services", nil).Header.Get("Etag")
	again := func() int {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), get, "/api/services", nil)
		r.Header.Set("If-None-Match", tag)
		r.Header.Set("Accept-Encoding", "gzip")
		a.ServeHTTP(w, r)
		return w.Code
	}
	if got := again(); tag == "" || got != http.StatusNotModified {
		t.Errorf("status %d with the tag %q", got, tag)
	}
	a.call(t, admin, post, "/api/admin/service", serviceBody("ants")).wants(t, 200)
	if got := again(); got != http.StatusOK {
		t.Errorf("status %d after an edit", got)
	}
}

func TestPublicListsOutliveTheDatabase(t *testing.T) {
	var counted countingSite
	a := newApp(t, counting(&counted))
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 200)
	before := a.call(t, nobody, get, "/api/blog-posts?page=1&fields=summary", nil).wants(t, 200).text
	counted.away.Store(true)
	if got := a.call(t, nobody, get, "/api/blog-posts?page=1&fields=summary", nil).wants(t, 200).text; got != before {
		t.Errorf("got %s, want %s", got, before)
	}
	if res := a.call(t, nobody, get, "/api/services", nil).wants(t, 503); res.Header.Get("Retry-After") == "" {
		t.Error("a list that was never built does not say when to try again")
	}
	if n := a.Config.Outage.Stale(); n != 1 {
		t.Errorf("%d old responses are counted, want 1", n)
	}
}

func TestPublicListsAreBuiltAtTheStartAndSavedForTheNext(t *testing.T) {
	var counted countingSite
	first := newApp(t, counting(&counted))
	first.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 200)
	first.server.WarmUp(t.Context())
	counted.away.Store(true)
	lists := map[string]string{}
	for _, path := range []string{
		"/api/content", "/api/services", "/api/google-reviews", "/api/social-links", "/api/business-hours",
		// As the front end asks for them after a click.
		"/api/blog-posts?page=1&fields=summary", "/api/page-texts/home", "/api/page-texts/about", "/api/page-texts/programs",
		"/api/page-texts/services",
	} {
		lists[path] = first.call(t, nobody, get, path, nil).wants(t, 200).text
	}

	second := newApp(t, counting(&counted))
	counted.away.Store(true)
	second.server.Restore(append(first.server.Saved(1<<20), ssr.SavedDocument{Path: "/", Body: []byte("a page")}))
	for path, want := range lists {
		if got := second.call(t, nobody, get, path, nil).wants(t, 200).text; got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if n := second.Config.Outage.Stale(); n != int64(len(lists)) {
		t.Errorf("%d old responses are counted, want %d", n, len(lists))
	}
	if second.server.api.shared.Stale("/") != nil {
		t.Error("a page is among the lists")
	}
	counted.away.Store(false)
	if posts := data[[]site.Post](t, second.call(t, nobody, get, "/api/blog-posts?page=1&fields=summary", nil).wants(t, 200)); len(posts) != 0 {
		t.Errorf("old posts %v are served although the database answers", posts)
	}
}

func TestFailuresAreNotShared(t *testing.T) {
	a := newApp(t)
	a.call(t, nobody, get, "/api/services/termites", nil).wants(t, 404)
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	a.call(t, nobody, get, "/api/services/termites", nil).wants(t, 200)
}
