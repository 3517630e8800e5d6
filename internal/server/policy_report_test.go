package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const sampleReport = `{"csp-report":{"document-uri":"https://pest.example/blog/ants?mail=sam@example.com","referrer":"",
	"violated-directive":"img-src","effective-directive":"img-src","original-policy":"default-src 'none'",
	"blocked-uri":"https://evil.example/x.png?secret=1","status-code":200}}`

// report sends a report as browsers do.
func (a *app) report(t *testing.T, body, contentType, from string) *httptest.ResponseRecorder {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), post, policyReportPath, strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	r.RemoteAddr = from + ":1"
	a.ServeHTTP(w, r)
	return w
}

func TestPolicyReportsAreLoggedWithoutPersonalData(t *testing.T) {
	a := newApp(t)
	if w := a.report(t, sampleReport, "application/csp-report", "192.0.2.1"); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	lines := a.lines(t, "the content security policy blocked something")
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	for name, want := range map[string]any{"page": "/blog/ants", "directive": "img-src", "blocked": "https://evil.example/x.png"} {
		if lines[0][name] != want {
			t.Errorf("%s is %v, want %v", name, lines[0][name], want)
		}
	}
	if log := a.log.String(); strings.Contains(log, "sam@") || strings.Contains(log, "secret") {
		t.Errorf("the log holds a query: %s", log)
	}
	for _, path := range []string{"/", "/admin"} {
		if got := directives(a.call(t, nobody, get, path, nil).Header)["report-uri"]; got != policyReportPath {
			t.Errorf("%s: reports go to %q", path, got)
		}
	}
}

func TestPolicyReportsAreSmallAndFew(t *testing.T) {
	a := newApp(t, func(a *app, cfg *Config) { cfg.Clock = func() time.Time { return a.now } })
	for name, tt := range map[string]struct {
		body, contentType string
		want              int
	}{
		"another type": {sampleReport, "application/json", http.StatusUnsupportedMediaType},
		"not JSON":     {"{", "application/csp-report", http.StatusBadRequest},
		"too large":    {`{"x":"` + strings.Repeat("a", maxPolicyReport) + `"}`, "application/csp-report", http.StatusRequestEntityTooLarge},
	} {
		if w := a.report(t, tt.body, tt.contentType, "192.0.2.1"); w.Code != tt.want {
			t.Errorf("%s: status %d, want %d", name, w.Code, tt.want)
		}
	}
	accepted := func(networks, each int) (n int) {
		for network := range networks {
			for range each {
				from := fmt.Sprintf("198.51.100.%d", network)
				if a.report(t, sampleReport, "application/csp-report", from).Code == http.StatusNoContent {
					n++
				}
			}
		}
		return n
	}
	if n := accepted(1, 50); n != networkReportRate.Burst {
		t.Errorf("%d of 50 reports of one network were accepted", n)
	}
	if n := accepted(50, 5); n > allReportsRate.Burst {
		t.Errorf("%d reports of 50 networks were accepted", n)
	}
}
