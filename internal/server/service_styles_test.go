package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestServiceStylesFollowItsHTML(t *testing.T) {
	f := newPages(t)
	service, _, err := testkit.Edit(f.app).SaveService(t.Context(), site.ServiceEdit{
		Name: new("N"), Slug: new("ants"), ShortDescription: new("S"), FullDescription: new("<p>F</p>"),
	})
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/styles/services/%d.css", service.ID)
	before := f.get(path)
	if got := before.Header().Get("Content-Type"); got != "text/css; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	if _, _, err := testkit.Edit(f.app).SaveService(t.Context(), site.ServiceEdit{ID: &service.ID, Template: new(`<p class="p-4">x</p>`)}); err != nil {
		t.Fatal(err)
	}
	if after := f.get(path); after.Body.String() == before.Body.String() {
		t.Error("the style sheet did not change with the template")
	}
	for _, wrong := range []string{"/styles/services/ants.css", "/styles/services/999.css", "/styles/services/0" + path[len("/styles/services/"):]} {
		if w := f.get(wrong); w.Code != http.StatusNotFound {
			t.Errorf("%s answers %d, want 404", wrong, w.Code)
		}
	}
}

func TestServiceStylesAreKeptForEverOnlyUnderTheirOwnVersion(t *testing.T) {
	f := newPages(t)
	service, _, err := testkit.Edit(f.app).SaveService(t.Context(), site.ServiceEdit{
		Name: new("N"), Slug: new("ants"), ShortDescription: new("S"), FullDescription: new("<p>F</p>"),
	})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(service)
	if err != nil {
		t.Fatal(err)
	}
	var sent struct{ UpdatedAt string } // as the front end gets it
	if err := json.Unmarshal(raw, &sent); err != nil {
		t.Fatal(err)
	}
	ready, handler, _ := f.ready()
	path := fmt.Sprintf("/styles/services/%d.css", service.ID)
	for query, want := range map[string]string{
		"?v=" + url.QueryEscape(sent.UpdatedAt+"-theme-1"):      "public, max-age=31536000, immutable",
		"?v=" + url.QueryEscape(sent.UpdatedAt+"-theme-2"):      "no-cache", // of another release
		"?v=" + url.QueryEscape("2020-01-01T00:00:00Z-theme-1"): "no-cache", // of another edit
		"": "no-cache",
	} {
		for range 2 { // rendered, then from the cache
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest(get, path+query, nil))
			if got := w.Header().Get("Cache-Control"); w.Code != http.StatusOK || got != want {
				t.Errorf("%s: status %d, Cache-Control %q, want %q", query, w.Code, got, want)
			}
			if w.Header().Get("Etag") == "" {
				t.Errorf("%s: it cannot be revalidated", query)
			}
		}
	}
	if head, _ := ready.Find(path, "", ""); head != nil {
		t.Error("the fast path, which does not know the query, has answered")
	}
}
