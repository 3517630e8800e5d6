package server

import (
	"net/http"
	"strings"
	"testing"
)

func TestCachedPagesAreServedWithoutDatabase(t *testing.T) {
	f := newPages(t)
	before := f.get("/").Body.String()
	f.store.away.Store(true)
	if w := f.get("/"); w.Code != http.StatusOK || w.Body.String() != before {
		t.Errorf("a page that was rendered answers %d while the database is away", w.Code)
	}
	w := f.get("/about")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("a page that was not rendered answers %d, want 503 with Retry-After", w.Code)
	}
	f.store.away.Store(false)
	if w := f.get("/about"); w.Code != http.StatusOK {
		t.Errorf("after the database came back the page answers %d", w.Code)
	}
}

func TestAPageIsOutOfDateOnlyWhileTheDatabaseDoesNotAnswer(t *testing.T) {
	f := newPages(t)
	f.get("/")
	f.publish(t, "Fresh")
	f.store.losses.Store(1)
	if body := f.get("/").Body.String(); !strings.Contains(body, "Fresh") || f.pages.outage.Stale() != 0 {
		t.Errorf("after a lost connection the page is out of date, %d are counted", f.pages.outage.Stale())
	}
	f.store.away.Store(true)
	f.publish(t, "Fresher")
	for range 3 {
		if body := f.get("/").Body.String(); strings.Contains(body, "Fresher") {
			t.Error("the page is current without a database")
		}
	}
	f.store.away.Store(false)
	f.store.losses.Store(0)
	for range 2 {
		if body := f.get("/").Body.String(); !strings.Contains(body, "Fresher") {
			t.Error("with the database back the page is out of date")
		}
	}
	if n := f.pages.outage.Stale(); n != 3 {
		t.Errorf("%d pages are counted as out of date, want 3", n)
	}
	for _, line := range []string{"the database does not answer", "the database answers again"} {
		if n := strings.Count(f.log.String(), line); n != 1 {
			t.Errorf("%q is logged %d times, want once", line, n)
		}
	}
}

func TestRenderFailureIsLoggedAndServesPlainPage(t *testing.T) {
	f := newPages(t)
	f.renderer.broken.Store(true)
	w := f.get("/")
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "<h1>") {
		t.Errorf("status %d with %q, want our plain page", w.Code, w.Body)
	}
	if strings.Contains(w.Body.String(), "secret") {
		t.Error("the visitor sees the cause")
	}
	if !strings.Contains(f.log.String(), "the bundle threw a secret") {
		t.Errorf("the log lacks the cause: %s", f.log)
	}
	f.renderer.broken.Store(false)
	if w := f.get("/"); w.Code != http.StatusOK {
		t.Errorf("the failure was kept: status %d", w.Code)
	}
}

func TestARememberedRenderErrorIsNotLoggedPerRequest(t *testing.T) {
	f := newPages(t)
	f.renderer.failing.Store(true)
	for range 20 {
		if w := f.get("/"); w.Code != http.StatusInternalServerError {
			t.Errorf("status %d", w.Code)
		}
	}
	if n := f.renderer.renders.Load(); n != 1 {
		t.Errorf("%d renders, want 1", n)
	}
	// The renderer logs each attempt.
	if f.log.Len() != 0 {
		t.Errorf("logged again: %s", f.log)
	}
}

func TestFixedPagesAndTheNotFoundPageNeedNoDatabase(t *testing.T) {
	f := newPages(t)
	f.pages.WarmUp(t.Context())
	saved := f.pages.Saved(1 << 20)
	f.store.away.Store(true)
	restarted := newPages(t)
	restarted.store.away.Store(true)
	restarted.pages.Restore(saved)
	for path, want := range map[string]int{
		"/": 200, "/services": 200, "/login": 200, "/no-such-page": 404, "/blog/": 301,
		"/blog/not-seen": 503, "/robots.txt": 503, "/styles/services/1.css": 503,
	} {
		for name, f := range map[string]pagesFixture{"running": f, "restarted": restarted} {
			if w := f.get(path); w.Code != want {
				t.Errorf("%s: %s answers %d without the database, want %d", name, path, w.Code, want)
			}
		}
	}
}
