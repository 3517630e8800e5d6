package server

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/wire"
)

// markupRenderer renders the texts of a page like the front end: a style element, a
// link to the styles of a service, scripts, and the page data at the end.
type markupRenderer struct {
	plainRenderer
	waits chan struct{} // a render waits for its context to end after sending here; may be nil
}

func (r *markupRenderer) Render(ctx context.Context, page ssr.Page) (*ssr.Document, error) {
	r.renders.Add(1)
	if r.waits != nil {
		r.waits <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	data, err := json.Marshal(page)
	if err != nil {
		return nil, err
	}
	var shown strings.Builder
	for _, query := range page.Queries {
		switch found := query.Data.(type) {
		case []site.ContentEntry:
			for _, entry := range found {
				fmt.Fprintf(&shown, "<p>%s</p>", entry.Content)
			}
		case []site.Service:
			for _, service := range found {
				fmt.Fprintf(&shown, "<h2>%s</h2>", service.Name)
			}
		case *site.Service:
			if found != nil {
				fmt.Fprintf(&shown, `<link rel="stylesheet" href="/styles/services/%d.css?v=1" data-precedence="template"/><h1>%s</h1>%s`,
					found.ID, found.Name, found.Template)
			}
		case *site.Post:
			if found != nil {
				fmt.Fprintf(&shown, "<h1>%s</h1>", html.EscapeString(found.Title))
			}
		case postPage:
			for _, post := range found.Posts {
				fmt.Fprintf(&shown, "<h2>%s</h2>", post.Title)
			}
		}
	}
	body := fmt.Sprintf(`<html><head><title>%s</title><script>theme()</script><style>body{margin:0}</style></head><body>%s`+
		`<template id="scripts"><script src="/a.js"></script></template>`+
		`<script type="application/json" id="page-data">%s</script></body></html>`, html.EscapeString(page.Identity.Name), shown.String(), data)
	return &ssr.Document{Payload: wire.NewPayload([]byte(body), wire.Options{}), Path: page.Path}, nil
}

// newPreviewApp is an app with pages, a service, a post and a text.
func newPreviewApp(t *testing.T) (*app, *markupRenderer) {
	t.Helper()
	a, renderer := newApp(t), &markupRenderer{}
	pages, err := NewPages(PagesConfig{
		Site: a.Site, Company: a.Company, Renderer: renderer, BaseURL: a.BaseURL, Logger: a.Logger,
		Bundle: fstest.MapFS{"client/assets/a-1.css": {Data: []byte("a{}")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	a.Config.Pages, a.Config.PublicPages = pages, pages
	a.server = New(a.Config)
	a.Handler = a.server
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("article")).wants(t, 200)
	a.call(t, admin, post, "/api/admin/content", contentBody("hero_title")).wants(t, 200)
	return a, renderer
}

const (
	previewPath = "/api/admin/preview/page"
	changesPath = "/api/admin/preview/changes"
)

func TestPreviewShowsThePageWithTheDraft(t *testing.T) {
	a, _ := newPreviewApp(t)
	before := a.call(t, nobody, get, "/services/termites", nil).text
	draft := fields{"service": fields{"id": 1, "name": "Ants", "template": `<div class="p-4" onclick="x()">{name}</div><script>x()</script>`}}
	res := a.call(t, admin, post, previewPath, fields{"edit": draft}).wants(t, 200)
	page := data[framedPage](t, res)
	if page.Path != "/services/termites" || !strings.Contains(page.HTML, "<h1>Ants</h1>") || !strings.Contains(page.HTML, `class="p-4"`) {
		t.Errorf("the preview is %+v", page)
	}
	for _, unwanted := range []string{"<script", "<style", "onclick", "/styles/services/", "page-data", "template id"} {
		if strings.Contains(page.HTML, unwanted) {
			t.Errorf("%q is in the preview %s", unwanted, page.HTML)
		}
	}
	if !strings.Contains(page.HTML, `<base target="_blank">`) || !strings.Contains(page.CSS, "body{margin:0}") || !strings.Contains(page.CSS, "bytes of HTML") {
		t.Errorf("the preview is %+v", page)
	}
	if !strings.Contains(page.HTML, `<meta name="robots" content="noindex">`) {
		t.Errorf("search engines could index the preview %s", page.HTML)
	}
	if cached := res.Header.Get("Cache-Control"); cached != "no-store" {
		t.Errorf("Cache-Control is %q", cached)
	}
	saved := data[framedPage](t, a.call(t, admin, post, previewPath, fields{"edit": draft, "saved": true}).wants(t, 200))
	if !strings.Contains(saved.HTML, "<h1>Termites</h1>") {
		t.Errorf("the saved page is %+v", saved)
	}
	if after := a.call(t, nobody, get, "/services/termites", nil).text; after != before {
		t.Errorf("visitors see the draft: %s", after)
	}
}

func TestPreviewOfAPageThatVisitorsDoNotSee(t *testing.T) {
	a, _ := newPreviewApp(t)
	hidden := fields{"service": fields{"id": 1, "hidden": true}}
	if page := data[framedPage](t, a.call(t, admin, post, previewPath, fields{"edit": hidden}).wants(t, 200)); !strings.Contains(page.HTML, "<h1>Termites</h1>") {
		t.Errorf("the own page of a hidden service is %+v", page)
	}
	moved := fields{"post": fields{"id": 1, "slug": "other"}}
	if page := data[framedPage](t, a.call(t, admin, post, previewPath, fields{"edit": moved, "path": "/blog/article"}).wants(t, 200)); page.HTML != "" {
		t.Errorf("a page that has moved is %+v", page)
	}
	a.call(t, admin, post, previewPath, fields{"edit": moved, "path": "/admin"}).wants(t, 404)
	a.call(t, admin, post, previewPath, fields{"edit": moved, "path": "https://evil.example"}).wants(t, 404)
	unused := fields{"content": contentBody("nobody_reads_this")}
	a.call(t, admin, post, previewPath, fields{"edit": unused}).wants(t, 400)
}

func TestChangesListThePagesThatLookDifferent(t *testing.T) {
	for name, tt := range map[string]struct {
		draft fields
		want  []changedPage
	}{
		"nothing": {fields{"service": fields{"id": 1, "name": "Termites"}}, []changedPage{}},
		"a text that the page does not show": {
			fields{"service": fields{"id": 1, "fullDescription": "<p>Other</p>"}}, []changedPage{},
		},
		"the name of a service": {
			fields{"service": fields{"id": 1, "name": "Ants"}},
			[]changedPage{{"/services/termites", "Ants", pageChanged}, {"/", "Home", pageChanged}, {"/services", "Services", pageChanged}},
		},
		"the slug of a service": {
			fields{"service": fields{"id": 1, "slug": "ants"}},
			[]changedPage{{"/services/ants", "Termites", pageAdded}, {"/services/termites", "Termites", pageRemoved}},
		},
		"a new post": {
			fields{"post": postBody("second")},
			[]changedPage{{"/blog/second", "Termites", pageAdded}, {"/blog", "Blog", pageChanged}},
		},
		"the name of the company": {
			fields{"company": fields{"name": "Bosque Pest"}},
			[]changedPage{
				{"/", "Home", pageChanged}, {"/services", "Services", pageChanged}, {"/programs", "Programs", pageChanged},
				{"/about", "About Us", pageChanged}, {"/blog", "Blog", pageChanged}, {"/contact", "Contact", pageChanged},
				{"/customer-portal", "Customer Portal", pageChanged}, {"/services/termites", "Termites", pageChanged},
				{"/blog/article", "Termites", pageChanged},
			},
		},
		"hours that no page of this renderer shows": {fields{"hours": fields{"day": "monday", "isClosed": true}}, []changedPage{}},
		"half a special day":                        {fields{"specialDay": fields{"date": "2099-11"}}, []changedPage{}},
		"a headline": {
			fields{"content": fields{"id": 1, "value": "Howdy"}}, []changedPage{{"/", "Home", pageChanged}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, _ := newPreviewApp(t)
			changes := data[pageChanges](t, a.call(t, admin, post, changesPath, fields{"edit": tt.draft}).wants(t, 200))
			if diff := cmp.Diff(pageChanges{Pages: tt.want}, changes); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestChangesOfEveryPageAreBounded(t *testing.T) {
	a, _ := newPreviewApp(t)
	for i := range maxComparedPosts + 1 {
		a.call(t, admin, post, "/api/admin/blog-posts", postBody(fmt.Sprintf("article-%d", i))).wants(t, 200)
	}
	draft := fields{"content": contentBody("office_address")}
	for searchTime, want := range map[time.Duration]int{time.Hour: maxChangedPages, -1: 1} {
		a.server.api.drafts.searchTime = searchTime
		changes := data[pageChanges](t, a.call(t, admin, post, changesPath, fields{"edit": draft}).wants(t, 200))
		if len(changes.Pages) != want || !changes.More {
			t.Errorf("%d pages within %v, more: %v", len(changes.Pages), searchTime, changes.More)
		}
	}
}

// Only what the draft touches is rendered: the other pages cost a few reads.
func TestChangesRenderOnlyPagesWithOtherData(t *testing.T) {
	a, renderer := newPreviewApp(t)
	a.call(t, nobody, get, "/", nil)
	before := renderer.renders.Load()
	a.call(t, admin, post, changesPath, fields{"edit": fields{"content": fields{"id": 1, "value": "Howdy"}}}).wants(t, 200)
	if n := renderer.renders.Load() - before; n != 1 {
		t.Errorf("%d renders", n)
	}
}

func TestPreviewsEndWithTheirRequest(t *testing.T) {
	a, renderer := newPreviewApp(t)
	a.call(t, nobody, get, "/", nil)
	renderer.waits = make(chan struct{})
	draft := site.Draft{Content: &site.ContentEdit{ID: new(int64(1)), Value: new("Howdy")}}
	ended := make(chan error, 2)
	first, cancelFirst := context.WithCancel(t.Context())
	go func() { _, err := a.server.api.drafts.changes(first, draft); ended <- err }()
	<-renderer.waits
	rendered := renderer.renders.Load()
	// The second one waits for its turn.
	second, cancelSecond := context.WithCancel(t.Context())
	go func() { _, err := a.server.api.drafts.preview(second, draft, "", false); ended <- err }()
	cancelSecond()
	if err := <-ended; err == nil {
		t.Error("the second preview has ended without an error")
	}
	if n := renderer.renders.Load(); n != rendered {
		t.Errorf("%d renders at a time", n-rendered+1)
	}
	cancelFirst()
	if err := <-ended; err == nil {
		t.Error("the first preview has ended without an error")
	}
}

func TestPreviewsAreForAdministrators(t *testing.T) {
	a, _ := newPreviewApp(t)
	body := fields{"edit": fields{"content": fields{"id": 1, "value": "Howdy"}}}
	for _, path := range []string{previewPath, changesPath} {
		a.call(t, nobody, post, path, body).wants(t, http.StatusUnauthorized)
		a.call(t, staff, post, path, body).wants(t, http.StatusForbidden)
		a.call(t, admin, post, path, body, crossSite...).wants(t, http.StatusForbidden)
		a.call(t, admin, post, path, body).wants(t, http.StatusOK)
	}
}
