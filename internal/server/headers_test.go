package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/safehtml"
)

func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.ScriptHashes = []string{"sha256-AAAA"}
		cfg.StyleHashes = []string{"sha256-BBBB"}
		cfg.ConnectOrigins = []string{"https://storage.example"}
	})
	for _, path := range []string{
		"/", "/login", "/admin", "/healthz", "/api/content", "/api/nothing", "/objects/uploads/x", ReviewPhotosPath + "x",
	} {
		header := a.call(t, nobody, get, path, nil).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options":    "nosniff",
			"X-Frame-Options":           "DENY",
			"Referrer-Policy":           "strict-origin-when-cross-origin",
			"Strict-Transport-Security": "",

			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": map[bool]string{true: "cross-origin", false: "same-origin"}[isFile(path)],
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if policy := directives(header); policy["default-src"] != "'none'" || policy["frame-ancestors"] != "'none'" {
			t.Errorf("%s: policy %q", path, policy)
		}
	}

	policy := directives(a.call(t, nobody, get, "/", nil).Header)
	for name, want := range map[string]string{
		"script-src":     "'self' 'sha256-AAAA'",
		"style-src":      "'self' 'sha256-BBBB'",
		"style-src-attr": "'unsafe-inline'",
		"img-src":        "'self' data:",
		"connect-src":    "'self' https://storage.example",
		"manifest-src":   "'self'",
		"base-uri":       "'none'",
		"form-action":    "'self'",

		"require-trusted-types-for": "'script'",
		"trusted-types":             "perimeter",
	} {
		if policy[name] != want {
			t.Errorf("%s is %q, want %q", name, policy[name], want)
		}
	}
	if !strings.Contains(policy["frame-src"], "https://www.openstreetmap.org") {
		t.Errorf("frame-src is %q", policy["frame-src"])
	}
	for _, path := range []string{"/login", "/admin"} {
		office := directives(a.call(t, nobody, get, path, nil).Header)
		if office["worker-src"] != "'self'" {
			t.Errorf("%s: worker-src is %q", path, office["worker-src"])
		}
		if office["require-trusted-types-for"] != "'script'" || office["trusted-types"] != "perimeter default ProseMirrorClipboard" {
			t.Errorf("%s: Trusted Types are %q of %q", path, office["require-trusted-types-for"], office["trusted-types"])
		}
		if office["style-src"] != "'self'" || office["img-src"] != "'self' data: blob: https: http:" || office["script-src"] != policy["script-src"] {
			t.Errorf("%s: %v", path, office)
		}
	}
}

// The HTTP Observatory of Mozilla starts with 100 points. These are the bonuses of
// its table that headers can earn; integrity attributes of scripts are another five.
func TestPagesEarnTheBonusesOfTheObservatory(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) { cfg.BaseURL = &url.URL{Scheme: "https", Host: "pest.example"} })
	header := a.call(t, nobody, get, "/", nil).Header
	policy := directives(header)
	unsafe := func(sources string) bool {
		return strings.Contains(sources, "unsafe-") || strings.Contains(sources, "http:")
	}
	score := 100
	for bonus, earned := range map[string]struct {
		points int
		ok     bool
	}{
		"csp-implemented-with-no-unsafe-default-src-none": {
			10, policy["default-src"] == "'none'" && !unsafe(policy["script-src"]) && !unsafe(policy["style-src"]) && !unsafe(policy["img-src"]),
		},
		"x-frame-options-implemented-via-csp":                       {5, policy["frame-ancestors"] == "'none'"},
		"referrer-policy-private":                                   {5, header.Get("Referrer-Policy") == "strict-origin-when-cross-origin"},
		"cross-origin-resource-policy-implemented-with-same-origin": {10, header.Get("Cross-Origin-Resource-Policy") == "same-origin"},
	} {
		if !earned.ok {
			t.Errorf("%s is not earned by %v", bonus, header)
			continue
		}
		score += earned.points
	}
	for name, ok := range map[string]bool{
		"hsts-implemented-max-age-at-least-six-months":  header.Get("Strict-Transport-Security") == "max-age=31536000",
		"x-content-type-options-nosniff":                header.Get("X-Content-Type-Options") == "nosniff",
		"cookies-not-found":                             header.Get("Set-Cookie") == "",
		"cross-origin-resource-sharing-not-implemented": header.Get("Access-Control-Allow-Origin") == "",
	} {
		if !ok {
			t.Errorf("not %s, which costs points: %v", name, header)
		}
	}
	if score != 130 {
		t.Errorf("%d points, want 130", score)
	}
}

func TestUnknownAdminPathsHavePublicStylePolicy(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) { cfg.StyleHashes = []string{"sha256-BBBB"} })
	policy := directives(a.call(t, nobody, get, "/admin/x", nil).Header)
	if want := "'self' 'sha256-BBBB'"; policy["style-src"] != want {
		t.Errorf("style-src is %q, want %q", policy["style-src"], want)
	}
}

func TestThePolicyAllowsFramesOfListedHostsOnly(t *testing.T) {
	document := company.Sample()
	document.MapURL = "https://maps.example/embed?q=Hillsboro" // from before there was a list
	handler := New(Config{Company: company.Fixed(document), Pages: http.NotFoundHandler()})
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), get, "/contact", nil))
	if frames := directives(w.Header())["frame-src"]; frames != strings.Join(safehtml.FrameOrigins(), " ") {
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
	for subdomains, want := range map[bool]string{false: "max-age=31536000", true: "max-age=31536000; includeSubDomains"} {
		a := newApp(t, func(_ *app, cfg *Config) {
			cfg.BaseURL = &url.URL{Scheme: "https", Host: "pest.example"}
			cfg.HSTSSubdomains = subdomains
		})
		if got := a.call(t, nobody, get, "/", nil).Header.Get("Strict-Transport-Security"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := directives(a.call(t, nobody, get, "/admin", nil).Header)["img-src"]; got != "'self' data: blob: https:" {
			t.Errorf("images in the back office may come from %s", got)
		}
	}
}

func TestPublicPagesShowImagesFromTheOriginsThatContentNames(t *testing.T) {
	many := make([]string, maxImageOrigins+1)
	for i := range many {
		many[i] = fmt.Sprintf("https://%d.example", i)
	}
	for _, tt := range []struct {
		base    string
		origins []string
		want    string
	}{
		{"http", nil, "'self' data:"},
		{"http", []string{"http://a.example", "https://b.example:8443"}, "'self' data: http://a.example https://b.example:8443"},
		{"https", []string{"http://a.example", "https://a.example"}, "'self' data: https://a.example"},
		{"http", many, "'self' data: https: http:"},
		{"https", many, "'self' data: https:"},
	} {
		policy := PagePolicy(Config{BaseURL: &url.URL{Scheme: tt.base, Host: "pest.example"}})(tt.origins)
		got := directives(http.Header{"Content-Security-Policy": {policy}})["img-src"]
		if got != tt.want {
			t.Errorf("%s, %d origins: img-src is %q, want %q", tt.base, len(tt.origins), got, tt.want)
		}
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

// A request that outlives a half-closed connection is a copy with a context of its
// own: two allocations. The fast path has none of this.
func TestPagesAreServedWithTwoAllocations(t *testing.T) {
	handler := New(Config{Pages: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(nil) })})
	r, w := httptest.NewRequestWithContext(t.Context(), get, "/services", nil), sink{http.Header{}}
	if allocations := testing.AllocsPerRun(100, func() { handler.ServeHTTP(w, r) }); allocations > 2 {
		t.Errorf("%v allocations", allocations)
	}
}
