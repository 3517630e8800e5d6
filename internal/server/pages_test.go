package server

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/payload"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
)

// plainRenderer renders the data of a page as JSON, and counts.
type plainRenderer struct {
	renders  atomic.Int64
	broken   atomic.Bool
	failing  atomic.Bool // with an error of the bundle, which is remembered
	rendered chan string // the rendered paths, for a test that waits for one; may be nil
}

func (r *plainRenderer) Render(_ context.Context, page ssr.Page) (*ssr.Document, error) {
	r.renders.Add(1)
	if r.broken.Load() {
		return nil, errors.New("the bundle threw a secret")
	}
	if r.failing.Load() {
		return nil, &ssr.RenderError{Path: page.Path, Err: errors.New("interrupted")}
	}
	body, err := json.Marshal(page)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if strings.HasSuffix(page.Path, missingSlug) {
		status = http.StatusNotFound
	}
	if r.rendered != nil {
		r.rendered <- page.Path
	}
	return &ssr.Document{
		Payload: payload.New(body, payload.Options{Status: status, ContentPolicy: page.ContentPolicy}), Path: page.Path,
	}, nil
}

func (r *plainRenderer) CSS(_ context.Context, html string) (string, error) {
	return fmt.Sprintf("/* %d bytes of HTML */", len(html)), nil
}

// fallibleStore is a store whose database can become unavailable.
type fallibleStore struct {
	site.Store
	away   atomic.Bool
	losses atomic.Int64 // how many of the next reads find that the connection was lost
}

func (s *fallibleStore) Revision(ctx context.Context) (int64, error) {
	if s.away.Load() || s.losses.Add(-1) >= 0 {
		return 0, errs.Errorf(errs.Unavailable, "away")
	}
	return s.Store.Revision(ctx)
}

type pagesFixture struct {
	pages    *Pages
	app      *site.Site
	store    *fallibleStore
	renderer *plainRenderer
	log      *bytes.Buffer
}

func newPages(t *testing.T) pagesFixture {
	t.Helper()
	return newPagesOn(t, testkit.NewStore(t).Site())
}

func newPagesOn(t *testing.T, db site.Store) pagesFixture {
	t.Helper()
	store := &fallibleStore{Store: db}
	current := company.Fixed(company.Sample())
	app := site.New(site.Config{Store: store, Company: current})
	log, renderer := &bytes.Buffer{}, &plainRenderer{}
	pages, err := NewPages(PagesConfig{
		Site:     app,
		Company:  current,
		Renderer: renderer,
		Bundle: fstest.MapFS{
			"client/assets/a-1.css":      {Data: []byte("a{}")},
			"client/.vite/manifest.json": {Data: []byte(`{"src/entry-admin.tsx": {"file": "assets/admin-1.js"}}`)},
			"server/worker.js":           {Data: []byte("work()")},
		},
		BaseURL: &url.URL{Scheme: "https", Host: "pest.example"},
		Logger:  slog.New(slog.NewTextHandler(log, nil)),
		Policy:  PagePolicy(Config{}),

		ThemeVersion: "theme-1",
	})
	if err != nil {
		t.Fatal(err)
	}
	return pagesFixture{pages, app, store, renderer, log}
}

func (f pagesFixture) get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f.pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// publish saves a text of the home page.
func (f pagesFixture) publish(t *testing.T, title string) {
	t.Helper()
	edit := site.ContentEdit{
		Key: new("hero_title"), Section: new(site.SectionHome), Type: new(site.ContentText), Value: &title,
	}
	for _, item := range testkit.Must(f.app.ContentItems(t.Context()))(t) {
		edit.ID = &item.ID
	}
	_, _, err := f.app.SaveContent(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
}

func TestPageIsRenderedOncePerPublication(t *testing.T) {
	f := newPages(t)
	f.get("/")
	f.get("/?utm_source=somewhere")
	if n := f.renderer.renders.Load(); n != 1 {
		t.Errorf("rendered %d times for two visits, want once", n)
	}
	f.publish(t, "Fresh")
	if body := f.get("/").Body.String(); !strings.Contains(body, "Fresh") {
		t.Error("the very next response does not show the edit")
	}
}

func TestAnEditRendersOnlyThePagesThatShowIt(t *testing.T) {
	f := newPages(t)
	savePost := func(edit site.PostEdit) site.Post { return testkit.Must(f.app.SavePost(t.Context(), edit))(t) }
	newPost := func(slug string) site.PostEdit {
		return site.PostEdit{Title: new("A post"), Slug: &slug, Excerpt: new("Short."), Content: new("Long.")}
	}
	saveService := func(edit site.ServiceEdit) site.Service {
		service, _, err := f.app.SaveService(t.Context(), edit)
		if err != nil {
			t.Fatal(err)
		}
		return service
	}
	ants, bees := savePost(newPost("ants")), savePost(newPost("bees"))
	service := saveService(site.ServiceEdit{
		Name: new("Termites"), Slug: new("termites"), ShortDescription: new("Short."), FullDescription: new("<p>Long.</p>"),
	})
	everywhere := []string{
		"/", "/about", "/blog", "/blog/ants", "/blog/bees", "/contact", "/customer-portal", "/no-such-page", "/programs",
		"/services", "/services/termites",
	}
	f.renderer.rendered = make(chan string, 2*len(everywhere))
	rendered := func() []string {
		t.Helper()
		for _, path := range everywhere {
			f.get(path)
		}
		paths := []string{}
		for len(f.renderer.rendered) > 0 {
			path := <-f.renderer.rendered
			if path == "/"+missingSlug {
				path = "/no-such-page" // which shares the page of all unknown paths
			}
			paths = append(paths, path)
		}
		return paths
	}
	rendered()
	for _, tt := range []struct {
		name string
		edit func()
		want []string
	}{
		{"nothing", func() {}, []string{}},
		{"a post", func() { savePost(site.PostEdit{ID: &ants.ID, Title: new("Ants")}) }, []string{"/", "/blog", "/blog/ants"}},
		{"a text of the home page", func() { f.publish(t, "Fresh") }, []string{"/"}},
		{"a service", func() { saveService(site.ServiceEdit{ID: &service.ID, Name: new("Ants")}) },
			[]string{"/", "/services", "/services/termites"}},
		{"hours", func() {
			testkit.Must(f.app.SaveDayHours(t.Context(), site.DayHoursEdit{Day: "sunday", IsClosed: new(true)}))(t)
		}, everywhere},
		{"a social link", func() {
			testkit.Must(f.app.SaveSocialLink(t.Context(), site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.example/us")}))(t)
		}, everywhere},
		{"a deleted post", func() { testkit.Must(f.app.DeletePost(t.Context(), bees.ID))(t) }, []string{"/", "/blog", "/blog/-"}},
	} {
		tt.edit()
		if diff := cmp.Diff(tt.want, rendered()); diff != "" {
			t.Errorf("after an edit of %s these pages were rendered (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestUnknownPathsShareOneRendering(t *testing.T) {
	f := newPages(t)
	for i := range 5 {
		if w := f.get(fmt.Sprintf("/unknown-%d", i)); w.Code != http.StatusNotFound {
			t.Errorf("status %d, want 404", w.Code)
		}
	}
	if n := f.renderer.renders.Load(); n != 1 {
		t.Errorf("rendered %d times, want once", n)
	}
}

func TestFormerSlugsRedirectPermanently(t *testing.T) {
	f := newPages(t)
	post, err := f.app.SavePost(t.Context(), site.PostEdit{Title: new("T"), Slug: new("old"), Excerpt: new("E"), Content: new("C")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.app.SavePost(t.Context(), site.PostEdit{ID: &post.ID, Slug: new("new")}); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"/blog/old":               "/blog/new",
		"/blog/old?utm_source=ad": "/blog/new?utm_source=ad",
		"/about/?gclid=1":         "/about?gclid=1",
	} {
		w := f.get(address)
		if got := w.Header().Get("Location"); w.Code != http.StatusMovedPermanently || got != want {
			t.Errorf("%s: status %d to %q, want 301 to %s", address, w.Code, got, want)
		}
	}
}

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

func TestPagesAllowOnlyGetAndHead(t *testing.T) {
	f := newPages(t)
	w := httptest.NewRecorder()
	f.pages.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("status %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestAssetsAreServed(t *testing.T) {
	w := newPages(t).get("/assets/a-1.css")
	if w.Body.String() != "a{}" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("%q with Cache-Control %q", w.Body, w.Header().Get("Cache-Control"))
	}
}

func TestServiceStylesFollowItsHTML(t *testing.T) {
	f := newPages(t)
	service, _, err := f.app.SaveService(t.Context(), site.ServiceEdit{
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
	if _, _, err := f.app.SaveService(t.Context(), site.ServiceEdit{ID: &service.ID, Template: new(`<p class="p-4">x</p>`)}); err != nil {
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
	service, _, err := f.app.SaveService(t.Context(), site.ServiceEdit{
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

func TestPopularPagesAreRenderedAfterPublication(t *testing.T) {
	f := newPages(t)
	f.renderer.rendered = make(chan string, 8)
	f.get("/")
	<-f.renderer.rendered
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	warm := make(chan struct{})
	go func() { defer close(warm); f.pages.KeepWarm(ctx) }()
	f.publish(t, "Fresh")
	if path := <-f.renderer.rendered; path != "/" { // nobody has asked for it
		t.Errorf("rendered %s ahead, want the page that was visited", path)
	}
	cancel()
	<-warm
	if body := f.get("/").Body.String(); !strings.Contains(body, "Fresh") {
		t.Error("what was rendered ahead is old")
	}
	if n := f.renderer.renders.Load(); n != 2 {
		t.Errorf("rendered %d times, want the first and the one ahead", n)
	}
}

func TestRobotsSitemapAndFeed(t *testing.T) {
	f := newPages(t)
	for _, slug := range []string{"first", "second"} {
		_, err := f.app.SavePost(t.Context(), site.PostEdit{Title: new("A & B <c>"), Slug: &slug, Excerpt: new("E"), Content: new("C")})
		if err != nil {
			t.Fatal(err)
		}
	}

	if robots := f.get("/robots.txt").Body.String(); !strings.Contains(robots, "Sitemap: https://pest.example/sitemap.xml\n") {
		t.Errorf("robots.txt does not name the sitemap by its absolute address:\n%s", robots)
	}

	var sitemap struct {
		URLs []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(f.get("/sitemap.xml").Body.Bytes(), &sitemap); err != nil {
		t.Fatal(err)
	}
	dates := map[string]string{}
	for _, u := range sitemap.URLs {
		dates[u.Loc] = u.LastMod
	}
	if dates["https://pest.example/blog/first"] == "" {
		t.Errorf("the sitemap lacks the post or its date: %v", dates)
	}
	if date, ok := dates["https://pest.example/programs"]; !ok || date != "" {
		t.Errorf("/programs: listed %v with date %q, want listed without one", ok, date)
	}

	var feed struct {
		Entries []struct {
			Title string `xml:"title"`
			ID    string `xml:"id"`
			Link  struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	w := f.get("/feed.xml")
	if err := xml.Unmarshal(w.Body.Bytes(), &feed); err != nil {
		t.Fatal(err)
	}
	if len(feed.Entries) != 2 || feed.Entries[0].Title != "A & B <c>" || feed.Entries[0].ID == feed.Entries[1].ID {
		t.Errorf("the feed holds %+v", feed.Entries)
	}
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/atom+xml") {
		t.Errorf("the feed's content type is %q", got)
	}

	var manifest struct{ Name string }
	if err := json.Unmarshal(f.get("/manifest.webmanifest").Body.Bytes(), &manifest); err != nil || manifest.Name != company.Sample().Name {
		t.Errorf("the manifest names %q (%v)", manifest.Name, err)
	}
	var app webManifest
	if err := json.Unmarshal(f.get("/admin/manifest.webmanifest").Body.Bytes(), &app); err != nil {
		t.Fatal(err)
	}
	if app.ID != "/admin" || app.Scope != "/admin" || app.StartURL != "/admin" || app.Display != "standalone" || len(app.Icons) == 0 {
		t.Errorf("the manifest of the back office is %+v", app)
	}
	worker := f.get("/admin/worker.js")
	if worker.Header().Get("Service-Worker-Allowed") != "/admin" || !strings.HasSuffix(worker.Body.String(), "work()") {
		t.Errorf("the service worker is %s with the headers %v", worker.Body, worker.Header())
	}
}

func TestAPathThatLeadsNowhereCostsAtMostOneQuery(t *testing.T) {
	counted := countingSite{testkit.NewStore(t).Site(), &atomic.Int64{}, &atomic.Bool{}}
	f := newPagesOn(t, counted)
	for path, most := range map[string]int64{
		"/unknown": 0, "/un/kn/own": 0, "/admin/unknown": 0, "/blog/UNKNOWN": 0, "/services/1": 0,
		"/blog/unknown": 1, "/blog?page=7": 1, "/blog?page=x": 0, "/blog%3Fpage=2": 0, "/services/unknown": 1, "/styles/services/7.css": 1, "/styles/services/unknown.css": 1,
	} {
		f.get(path) // renders the page that all of these share
		before, renders := counted.reads.Load(), f.renderer.renders.Load()
		if w := f.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
		if n := counted.reads.Load() - before; n > most {
			t.Errorf("%s costs %d queries, want at most %d", path, n, most)
		}
		if n := f.renderer.renders.Load() - renders; n > 0 {
			t.Errorf("%s was rendered again", path)
		}
	}
}

func TestThePolicyOfEveryPublicPageFollowsTheContent(t *testing.T) {
	f := newPages(t)
	images := func(path string) string { return directives(f.get(path).Header())["img-src"] }
	if got := images("/about"); got != "'self' data:" {
		t.Errorf("at first images may come from %s", got)
	}
	if got := f.get("/robots.txt").Header().Get("Content-Security-Policy"); got != "" {
		t.Errorf("a file has the policy of a page: %s", got)
	}
	_, err := f.app.SavePost(t.Context(), site.PostEdit{
		Title: new("Ants"), Slug: new("ants"), Excerpt: new("Short"), Content: new("Long"), ImageURL: new("https://images.example/a.jpg"),
	})
	if err != nil {
		t.Fatal(err)
	}
	// A visitor who is on another page gets to the post without another document.
	for _, path := range []string{"/about", "/", "/unknown"} {
		if got := images(path); got != "'self' data: https://images.example" {
			t.Errorf("%s: images may come from %s", path, got)
		}
	}
	for _, path := range []string{ssr.LoginPath, ssr.AdminPath} {
		if got := f.get(path).Header().Get("Content-Security-Policy"); got != "" {
			t.Errorf("%s has the policy of a public page: %s", path, got)
		}
	}
}
