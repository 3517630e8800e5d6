package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/health"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
	"perimeter/internal/wire"
)

func TestHealthIsForAdministrators(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Health = func(context.Context) health.SiteHealth {
			return health.SiteHealth{Level: health.Problem, Lines: []health.Line{{Name: "backup", Level: health.Problem, Details: []string{}}}}
		}
	})
	a.call(t, nobody, get, "/api/admin/health", nil).wants(t, 401)
	a.call(t, staff, get, "/api/admin/health", nil).wants(t, 403)
	report := data[health.SiteHealth](t, a.call(t, admin, get, "/api/admin/health", nil).wants(t, 200))
	if report.Level != health.Problem || len(report.Lines) != 1 {
		t.Errorf("the report is %+v", report)
	}
}

func TestReadiness(t *testing.T) {
	stopping := make(chan struct{})
	var away *fallibleStore
	a := newApp(t, func(a *app, cfg *Config) {
		a.siteStore = func(s site.Store) site.Store {
			away = &fallibleStore{Store: s}
			return away
		}
		cfg.Stopping = stopping
		cfg.KnownHealth = func() *health.SiteHealth {
			return &health.SiteHealth{Lines: []health.Line{{Name: "backup", Level: health.Attention}, {Name: "database", Level: health.Problem}}}
		}
	})
	ready := func(status int) (body readyBody) {
		t.Helper()
		res := a.call(t, nobody, get, "/readyz", nil)
		if err := json.Unmarshal([]byte(res.text), &body); err != nil || res.StatusCode != status {
			t.Fatalf("/readyz: %d %s, error %v", res.StatusCode, res.text, err)
		}
		return body
	}
	want := readyBody{Ready: true, Checks: map[string]health.Level{"backup": health.Attention, "database": health.OK}}
	if diff := cmp.Diff(want, ready(http.StatusOK)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if res := a.call(t, nobody, post, "/readyz", nil); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST /readyz: %d", res.StatusCode)
	}
	away.away.Store(true)
	if body := ready(http.StatusServiceUnavailable); body.Ready || body.Checks["database"] != health.Problem {
		t.Errorf("without the database: %+v", body)
	}
	away.away.Store(false)
	close(stopping)
	if body := ready(http.StatusServiceUnavailable); body.Ready || body.Reason != "The server is stopping." {
		t.Errorf("while stopping: %+v", body)
	}
}

// linkRenderer renders one page with links and pictures.
type linkRenderer struct{ plainRenderer }

func (r *linkRenderer) Render(ctx context.Context, page ssr.Page) (*ssr.Document, error) {
	if page.Path != "/about" {
		return r.plainRenderer.Render(ctx, page)
	}
	return textDocument(page.Path, []byte(`
		<a href="/services/termites">here</a> <a href="/services/termites">here again</a> <a href="services">relative</a>
		<a href="/gone?a=1">gone</a> <a href="/gone?a=1">gone again</a> <a href="#part">part</a> <a href="tel:+12545550142">call</a>
		<a href="http://pest.example/services/old">gone, with our host</a> <a href="https://elsewhere.example/x">elsewhere</a>
		<img src="/objects/uploads/missing" srcset="/assets/a-1.css 100w, /objects/uploads/lost.webp 200w">
		<script>"<a href='/in-a-script'>"</script>`), wire.Options{}), nil
}

func TestInspectionFindsBrokenLinksAndPictures(t *testing.T) {
	a := newApp(t)
	pages, err := NewPages(PagesConfig{
		Site: a.Site, Company: a.Company, Renderer: &linkRenderer{}, BaseURL: a.BaseURL, Logger: a.Logger,
		Bundle: fstest.MapFS{"client/assets/a-1.css": {Data: []byte("a{}")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	a.Config.Pages, a.Config.PublicPages = pages, pages
	a.server = New(a.Config)
	a.Handler = a.server
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	found, err := a.server.Inspect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []health.Broken{
		{Page: "/about", URL: "/gone?a=1"},
		{Page: "/about", URL: "/services/old"},
		{Page: "/about", URL: "/objects/uploads/missing", Picture: true},
		{Page: "/about", URL: "/objects/uploads/lost.webp", Picture: true},
	}
	if diff := cmp.Diff(want, found.Broken); diff != "" {
		t.Errorf("broken (-want +got):\n%s", diff)
	}
	if found.Pages < 8 || len(found.Failing) > 0 || found.Slowest == "" {
		t.Errorf("found %+v", found)
	}
}

// On a long blog the pages of the list would leave no time for the articles.
func TestInspectionLooksAtArticlesAndNotAtFurtherPagesOfTheirList(t *testing.T) {
	a := newCountingApp(t)
	before := testkit.Must(a.server.Inspect(t.Context()))(t).Pages
	const posts = site.PostsPerPage + 1
	for i := range posts {
		a.call(t, admin, post, "/api/admin/blog-posts", postBody(fmt.Sprintf("post-%d", i))).wants(t, 200)
	}
	if after := testkit.Must(a.server.Inspect(t.Context()))(t).Pages; after != before+posts {
		t.Errorf("%d pages were looked at, want %d and %d articles", after, before, posts)
	}
}

func TestInspectionNamesPagesThatFail(t *testing.T) {
	a := newCountingApp(t)
	renderer := &plainRenderer{}
	renderer.failing.Store(true)
	a.server.api.drafts.renderer = renderer
	found, err := a.server.Inspect(t.Context())
	if err != nil || len(found.Failing) != found.Pages || found.Pages == 0 {
		t.Errorf("found %+v, error %v", found, err)
	}
}
