package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRequestsAreObservedByRoute(t *testing.T) {
	var seen []string
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Observe = func(route string, status int, took time.Duration) {
			if took <= 0 {
				t.Errorf("%s took %s", route, took)
			}
			seen = append(seen, fmt.Sprint(route, " ", status))
		}
	})
	a.call(t, nobody, get, "/api/services/termites", nil)
	a.call(t, nobody, get, "/api/services/rodents", nil)
	a.call(t, nobody, get, "/api/nothing", nil)
	a.call(t, nobody, post, "/api/admin/content", contentBody("k"))
	a.call(t, admin, post, "/api/admin/content", contentBody("k"))
	a.call(t, nobody, get, "/about", nil)
	want := []string{
		"GET /api/services/{ref} 404",
		"GET /api/services/{ref} 404",
		"none 404",
		"POST /api/admin/content 401",
		"POST /api/admin/content 200",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
}

func TestOpenStreamsAreNotObserved(t *testing.T) {
	var seen []string
	stopping := make(chan struct{})
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Stopping = stopping
		cfg.Observe = func(route string, status int, _ time.Duration) { seen = append(seen, fmt.Sprint(route, " ", status)) }
	})
	server := a.opened(t, 0)
	next, _ := newWindow(t, server).events(t, "/api/chat/events")
	next()
	close(stopping)
	if err := server.Config.Shutdown(t.Context()); err != nil { // waits for the handler
		t.Fatal(err)
	}
	a.call(t, nobody, get, "/api/admin/chat/events", nil).wants(t, 401)
	if want := []string{"GET /api/admin/chat/events 401"}; !slices.Equal(seen, want) {
		t.Errorf("observed %q, want %q", seen, want)
	}
}

func TestLongResponsesAreCompressed(t *testing.T) {
	a := newApp(t)
	long := strings.Repeat("What termites leave behind. ", 1000)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites").with("content", long)).wants(t, 200)
	for name, tt := range map[string]struct {
		path, accepts, want string
	}{
		"a long answer":                   {"/api/blog-posts", "gzip, br", "gzip"},
		"for a client that asks for none": {"/api/blog-posts", "", ""},
		"for a client that reads no gzip": {"/api/blog-posts", "gzip;q=0, br", ""},
		"an answer that is short already": {"/api/content", "gzip", ""},
	} {
		t.Run(name, func(t *testing.T) {
			res := a.call(t, nobody, get, tt.path, nil, "Accept-Encoding", tt.accepts)
			if got := res.Header.Get("Content-Encoding"); got != tt.want {
				t.Errorf("encoded as %q", got)
			}
		})
	}
	res := a.call(t, nobody, get, "/api/blog-posts", nil)
	if got := data[[]map[string]any](t, res)[0]["content"]; got != long {
		t.Errorf("the content arrived as %.60q", got)
	}
	if got := res.Header.Get("Vary"); got != "Accept-Encoding" {
		t.Errorf("varies by %q", got)
	}
}
