package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"perimeter/internal/company"
)

func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.ScriptHashes = []string{"sha256-AAAA"}
		cfg.StyleHashes = []string{"sha256-BBBB"}
		cfg.ConnectOrigins = []string{"https://storage.example"}
	})
	for _, path := range []string{"/", "/admin", "/api/content", "/api/nothing"} {
		header := a.call(t, nobody, get, path, nil).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options":    "nosniff",
			"X-Frame-Options":           "DENY",
			"Referrer-Policy":           "strict-origin-when-cross-origin",
			"Strict-Transport-Security": "",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "base-uri 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}

	policy := directives(a.call(t, nobody, get, "/", nil).Header)
	for name, want := range map[string]string{
		"script-src":     "'self' 'sha256-AAAA'",
		"style-src":      "'self' 'sha256-BBBB'",
		"style-src-attr": "'unsafe-inline'",
		"img-src":        "'self' data: https: http:",
		"connect-src":    "'self' https://storage.example",
		"object-src":     "'none'",
		"form-action":    "'self'",
	} {
		if policy[name] != want {
			t.Errorf("%s is %q, want %q", name, policy[name], want)
		}
	}
	if !strings.Contains(policy["frame-src"], "https://www.openstreetmap.org") {
		t.Errorf("frame-src is %q", policy["frame-src"])
	}
	for _, path := range []string{"/login", "/admin"} {
		header := a.call(t, nobody, get, path, nil).Header
		if got := header.Get("Cross-Origin-Opener-Policy"); got != "same-origin" {
			t.Errorf("%s: who opened the window may hold on to it (%q)", path, got)
		}
		office := directives(header)
		if office["style-src"] != "'self'" || office["img-src"] != "'self' data: https: http: blob:" || office["script-src"] != policy["script-src"] {
			t.Errorf("%s: %v", path, office)
		}
	}
}

func TestUnknownAdminPathsHavePublicStylePolicy(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) { cfg.StyleHashes = []string{"sha256-BBBB"} })
	policy := directives(a.call(t, nobody, get, "/admin/x", nil).Header)
	if want := "'self' 'sha256-BBBB'"; policy["style-src"] != want {
		t.Errorf("style-src is %q, want %q", policy["style-src"], want)
	}
}

func TestThePolicyAllowsTheMapOfTheSiteFile(t *testing.T) {
	document := company.Sample()
	document.MapURL = "https://maps.example/embed?q=Hillsboro"
	handler := New(Config{Company: company.Fixed(document), Pages: http.NotFoundHandler()})
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), get, "/contact", nil))
	if frames := directives(w.Header())["frame-src"]; !strings.HasSuffix(frames, " https://maps.example") {
		t.Errorf("frame-src is %q", frames)
	}
}

func directives(header http.Header) map[string]string {
	found := map[string]string{}
	for directive := range strings.SplitSeq(header.Get("Content-Security-Policy"), "; ") {
		name, value, _ := strings.Cut(directive, " ")
		found[name] = value
	}
	return found
}

func TestHSTSIsSentOverHTTPS(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) { cfg.BaseURL = &url.URL{Scheme: "https", Host: "pest.example"} })
	header := a.call(t, nobody, get, "/", nil).Header
	if got := header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("got %q", got)
	}
	if got := directives(header)["img-src"]; got != "'self' data: https:" {
		t.Errorf("pictures may come from %s", got)
	}
}

func TestAPIResponsesAreNotCachedUnlessTheyAreTheSameForEverybody(t *testing.T) {
	a := newApp(t)
	for path, want := range map[string]string{"/api/admin/content": "no-store", "/api/auth/user": "no-store", "/api/content": "no-cache"} {
		if got := a.call(t, admin, get, path, nil).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", path, got, want)
		}
	}
	if got := a.call(t, nobody, get, "/", nil).Header.Get("Cache-Control"); got != "" {
		t.Errorf("pages decide themselves, but have Cache-Control %q", got)
	}
}

// sink is a response writer that keeps nothing, so that only the handler
// allocates.
type sink struct{ header http.Header }

func (s sink) Header() http.Header         { return s.header }
func (s sink) WriteHeader(int)             {}
func (s sink) Write(b []byte) (int, error) { return len(b), nil }

func TestPagesAreServedWithoutAllocation(t *testing.T) {
	handler := New(Config{Pages: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(nil) })})
	r, w := httptest.NewRequestWithContext(t.Context(), get, "/services", nil), sink{http.Header{}}
	if allocations := testing.AllocsPerRun(100, func() { handler.ServeHTTP(w, r) }); allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}
