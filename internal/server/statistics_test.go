package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/stats"
)

const someBrowser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

// newCountingApp is an app with pages whose views are counted, and a service.
func newCountingApp(t *testing.T) *app {
	t.Helper()
	a := newApp(t)
	a.Config.Stats = stats.New(stats.Config{
		Store: a.store.Stats(), OpenTime: a.Site.OpenTime, Hosts: []string{a.BaseURL.Hostname()}, Clock: func() time.Time { return a.now },
		Location: func(context.Context) *time.Location { return time.UTC },
	})
	pages, err := NewPages(PagesConfig{
		Site: a.Site, Company: a.Company, Renderer: &plainRenderer{}, BaseURL: a.BaseURL, Logger: a.Logger, Stats: a.Config.Stats,
		Bundle: fstest.MapFS{"client/assets/a-1.css": {Data: []byte("a{}")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	a.Config.Pages, a.Config.PublicPages = pages, pages
	a.server = New(a.Config)
	a.Handler = a.server
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	return a
}

// reportVisit sends a report like a browser and returns the status.
func (a *app) reportVisit(query string, header ...string) int {
	r := httptest.NewRequest(post, visitsPath+query, nil)
	r.Host = "pest.example"
	r.Header.Set("User-Agent", someBrowser)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w.Code
}

func (a *app) month(t *testing.T) stats.Report {
	t.Helper()
	return data[stats.Report](t, a.call(t, admin, get, "/api/admin/statistics", nil).wants(t, 200))
}

func TestViewsOfPublicPagesAreCounted(t *testing.T) {
	a := newCountingApp(t)
	for _, path := range []string{
		"/", "/", "/services/termites", "/services/nothing", "/nothing", "/services/termites/", "/login", "/admin",
		"/robots.txt", "/assets/a-1.css", "/styles/services/1.css", "/api/services",
	} {
		a.call(t, nobody, get, path, nil, "User-Agent", someBrowser, "Referer", "https://search.example/")
	}
	a.call(t, nobody, "HEAD", "/", nil, "User-Agent", someBrowser)
	for _, header := range []string{"DNT", "Sec-GPC", "Sec-Purpose"} {
		a.call(t, nobody, get, "/", nil, "User-Agent", someBrowser, header, "1")
	}
	a.call(t, nobody, get, "/", nil, "User-Agent", "Googlebot/2.1")
	report := a.month(t)
	want := []stats.Named{{Name: "/", N: 2}, {Name: "/services/termites", N: 1}}
	if diff := cmp.Diff(want, report.Pages); diff != "" {
		t.Errorf("views (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]stats.Named{{Name: "search.example", N: 3}}, report.Referrers); diff != "" {
		t.Errorf("referring sites (-want +got):\n%s", diff)
	}
}

func TestBrowsersReportTapsAndViews(t *testing.T) {
	a := newCountingApp(t)
	report := func(query string, header ...string) {
		t.Helper()
		if status := a.reportVisit(query, append(header, "Origin", "http://pest.example")...); status != http.StatusNoContent {
			t.Errorf("%s: status %d", query, status)
		}
	}
	report("?tap")
	report("?tap", "Sec-GPC", "1")
	report("?tap", "Referer", "http://pest.example/admin?panel=messages")
	report("?view=/services/termites", "Referer", "http://pest.example/")
	for _, query := range []string{"", "?view=/services/nothing", "?view=/admin", "?view=//evil.example", "?view=/healthz"} {
		report(query)
	}
	found := a.month(t)
	if found.Taps != 1 || !cmp.Equal(found.Pages, []stats.Named{{Name: "/services/termites", N: 1}}) || len(found.Referrers) > 0 {
		t.Errorf("the report is %+v", found)
	}
	a.call(t, nobody, post, visitsPath+"?tap", nil, crossSite...).wants(t, 403)
	a.call(t, staff, get, "/api/admin/statistics", nil).wants(t, 403)
	a.call(t, admin, get, "/api/admin/statistics?month=x", nil).wants(t, 400)
}

func TestReportsOfOneNetworkAreLimited(t *testing.T) {
	a := newCountingApp(t)
	for range visitRate.Burst + 20 {
		a.reportVisit("?tap")
	}
	if taps := a.month(t).Taps; taps != int64(visitRate.Burst) {
		t.Errorf("%d taps were counted", taps)
	}
}

func TestBrowsersReportHowFastPagesAre(t *testing.T) {
	a := newCountingApp(t)
	for _, query := range []string{
		"?vitals=/services/termites&lcp=1800.5&inp=40&cls=0.02", "?vitals=/&lcp=900", "?vitals=/&lcp=-1&inp=NaN&cls=x",
		"?vitals=/services/nothing&lcp=900", "?vitals=/admin&lcp=900", "?vitals=/&lcp=1e300",
	} {
		if status := a.reportVisit(query); status != http.StatusNoContent {
			t.Errorf("%s: status %d", query, status)
		}
	}
	speed, err := a.Config.Stats.Speed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if speed.Measured != 2 || *speed.LCP != 2000 || *speed.INP != 50 || *speed.CLS != 0.025 || speed.Views != 0 {
		t.Errorf("the speed is %+v", speed)
	}
}
