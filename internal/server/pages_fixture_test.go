package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
	"perimeter/internal/wire"
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
		Payload: wire.NewPayload(body, wire.Options{Status: status, ContentPolicy: page.ContentPolicy}), Path: page.Path,
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
			"client/assets/a-1.css":   {Data: []byte("a{}")},
			"client/.vite/admin.json": {Data: []byte(`{"src/entry-admin.tsx": {"file": "assets/admin-1.js"}}`)},
			"server/worker.js":        {Data: []byte("work()")},
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
	_, _, err := testkit.Edit(f.app).SaveContent(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
}

// firstDifference returns what is around the first byte that differs.
func firstDifference(want, got string) string {
	at := 0
	for at < len(want) && at < len(got) && want[at] == got[at] {
		at++
	}
	around := func(s string) string { return s[max(0, at-100):min(len(s), at+100)] }
	return fmt.Sprintf("then: %s\nnow:  %s", around(want), around(got))
}

// usePages serves the public pages with a page cache and the renderer.
func (a *app) usePages(t testing.TB, renderer Renderer, bundle fs.FS) {
	t.Helper()
	pages := testkit.Must(NewPages(PagesConfig{
		Site: a.Site, Company: a.Company, Renderer: renderer, BaseURL: a.BaseURL, Logger: a.Logger, Bundle: bundle,
	}))(t)
	a.Config.Pages, a.Config.PublicPages = pages, pages
	a.server = New(a.Config)
	a.Handler = a.server
}

// storeImage stores an image without its file and returns its URL.
func (a *app) storeImage(t testing.TB, id string) string {
	t.Helper()
	image := media.Image{
		ID: id, Name: "House", MediaType: "image/png", Size: 1, Width: 800, Height: 600,
		UploadedAt: a.now, Hash: id, Optimised: true,
	}
	version := testkit.Must(record.NewVersion(record.Image, image.ID, record.Create, record.Actor{}, image.Names()))(t)
	testkit.Check(t, a.store.Media().Publish(t.Context(), func(tx media.Tx) error {
		tx.Keep(version)
		if err := tx.PutImage(t.Context(), image); err != nil {
			return err
		}
		return tx.PutImageAlias(t.Context(), media.Alias{UploadID: image.ID, ImageID: image.ID})
	}))
	return media.ImageURL(image.ID)
}
