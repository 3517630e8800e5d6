package ssr

import (
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

func newAssets(t *testing.T, files fstest.MapFS) *Assets {
	t.Helper()
	a, err := NewAssets(files)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAssetsHaveTheirHeaders(t *testing.T) {
	a := newAssets(t, fstest.MapFS{
		"client/assets/site-Ab12.js": {Data: []byte("script")},
		"client/art/hero.svg":        {Data: []byte("<svg/>")},
		"client/favicon.ico":         {Data: []byte("icon")},
	})
	for path, want := range map[string][2]string{
		"/assets/site-Ab12.js": {"text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/art/hero.svg":        {"image/svg+xml", "public, max-age=3600, stale-while-revalidate=86400"},
		"/favicon.ico":         {"image/x-icon", "public, max-age=3600, stale-while-revalidate=86400"},
	} {
		w := httptest.NewRecorder()
		a.Find(path).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		got := [2]string{w.Header().Get("Content-Type"), w.Header().Get("Cache-Control")}
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != 200 || got != want || w.Header().Get("Etag") == "" || policy != FilePolicy {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
}

func TestAssetsAreServedInTheEncodingsOfTheBuild(t *testing.T) {
	a := newAssets(t, fstest.MapFS{
		"client/assets/site.js":    {Data: []byte("a long script")},
		"client/assets/site.js.br": {Data: []byte("br")},
		"client/assets/site.js.gz": {Data: []byte("gz!")},
	})
	for accept, want := range map[string]string{"br, gzip": "br", "gzip": "gz!", "": "a long script"} {
		r := httptest.NewRequest("GET", "/assets/site.js", nil)
		r.Header.Set("Accept-Encoding", accept)
		w := httptest.NewRecorder()
		a.Find(r.URL.Path).ServeHTTP(w, r)
		if w.Body.String() != want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", accept, w.Body, want)
		}
	}
}

func TestFindReturnsOnlyAssets(t *testing.T) {
	a := newAssets(t, fstest.MapFS{
		"client/.vite/site.json":   {Data: []byte("{}")},
		"client/assets/site.js":    {Data: []byte("script")},
		"client/assets/site.js.br": {Data: []byte("b")},
		"server/ssr.js":            {Data: []byte("bundle")},
	})
	for _, path := range []string{
		"/", "/assets/", "/assets/site.js.br", "/.vite/site.json", "/ssr.js", "/server/ssr.js", "/../server/ssr.js", "",
	} {
		if a.Find(path) != nil {
			t.Errorf("%q is served", path)
		}
	}
}

func TestNewAssetsRefusesFilesOfUnknownType(t *testing.T) {
	if _, err := NewAssets(fstest.MapFS{"client/strange.xyz": {}}); err == nil {
		t.Error("no error")
	}
}
