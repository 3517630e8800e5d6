package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"perimeter/internal/ssr"
)

// ready returns a Ready for the fixture, the handler of the same site and a count
// of the responses.
func (f pagesFixture) ready() (*Ready, http.Handler, *int) {
	cfg := Config{Site: f.app, Pages: f.pages, Logger: slog.New(slog.NewTextHandler(f.log, nil))}
	counted := new(int)
	return NewReady(cfg, f.pages, func() { *counted++ }), New(cfg), counted
}

func TestReadyReturnsTheResponseOfTheHandler(t *testing.T) {
	f := newPages(t)
	ready, handler, counted := f.ready()
	paths := []string{"/", "/about", "/login", ssr.AdminPath, "/robots.txt", "/assets/a-1.css"}
	for _, path := range paths {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		head, body := ready.Find(path, "", "")
		var want strings.Builder
		fmt.Fprintf(&want, "HTTP/1.1 %d %s\r\n", w.Code, http.StatusText(w.Code))
		if err := w.Header().Write(&want); err != nil {
			t.Fatal(err)
		}
		if string(head) != want.String() || string(body) != w.Body.String() {
			t.Errorf("%s: got\n%s%s\nwant\n%s%s", path, head, body, &want, w.Body)
		}
	}
	if *counted != len(paths) {
		t.Errorf("%d responses were counted, want %d", *counted, len(paths))
	}
}

func TestReadyReturnsOnlyWhatIsCached(t *testing.T) {
	f := newPages(t)
	ready, handler, counted := f.ready()
	for _, path := range []string{"/about/", "/unknown", "/api/services", "/healthz", "/objects/uploads/x", "/review-photos/x"} {
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
		if head, _ := ready.Find(path, "", ""); head != nil {
			t.Errorf("%s:\n%s", path, head)
		}
	}
	if head, _ := ready.Find("/contact", "", ""); head != nil || f.renderer.renders.Load() > 1 {
		t.Error("a page that was never requested was rendered")
	}
	if *counted != 0 {
		t.Errorf("%d responses were counted", *counted)
	}
}

func TestTheFirstReadyResponseAfterAWriteIsNew(t *testing.T) {
	f := newPages(t)
	ready, _, _ := f.ready()
	f.get("/")
	for _, title := range []string{"First", "Second", "Third"} {
		f.publish(t, title)
		if _, body := ready.Find("/", "", ""); !strings.Contains(string(body), title) {
			t.Errorf("the response after the edit %s does not show it", title)
		}
	}
}

func TestReadyServesPagesWithoutTheDatabase(t *testing.T) {
	f := newPages(t)
	ready, _, _ := f.ready()
	before := f.get("/").Body.String()
	f.store.away.Store(true)
	if _, body := ready.Find("/", "", ""); string(body) != before {
		t.Errorf("while the database is unavailable: %q", body)
	}
}

func TestReadyReturnsNothingIfRenderingFails(t *testing.T) {
	f := newPages(t)
	ready, _, _ := f.ready()
	f.get("/")
	f.renderer.broken.Store(true)
	f.publish(t, "Fresh")
	if head, _ := ready.Find("/", "", ""); head != nil {
		t.Errorf("got\n%s", head)
	}
}

func TestReadyLogsAPanicAndReturnsNothing(t *testing.T) {
	f := newPages(t)
	f.get("/")
	ready := NewReady(Config{Site: f.app, Logger: slog.New(slog.NewTextHandler(f.log, nil))}, f.pages, func() { panic("a defect") })
	if head, _ := ready.Find("/", "", ""); head != nil {
		t.Errorf("got\n%s", head)
	}
	if !strings.Contains(f.log.String(), "a defect") {
		t.Errorf("the log lacks the cause: %s", f.log)
	}
}
