package server

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"image"
	"image/png"
	"net/http"
	"testing"
	"testing/fstest"

	"perimeter/internal/sharecard"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
	"perimeter/internal/wire"
)

// titleRenderer renders only the title of a page.
type titleRenderer struct{ Renderer }

func (titleRenderer) Render(_ context.Context, page ssr.Page) (*ssr.Document, error) {
	title := page.Path
	for _, query := range page.Queries {
		if service, ok := query.Data.(*site.Service); ok && service != nil {
			title = service.Name
		}
	}
	head := fmt.Sprintf(`<meta property="og:title" content="%s"/>`, html.EscapeString(title+" | "+page.Identity.Name))
	return &ssr.Document{Payload: wire.NewPayload([]byte(head), wire.Options{Status: http.StatusOK}), Path: page.Path}, nil
}

func TestShareCardsOfPages(t *testing.T) {
	var scene bytes.Buffer
	if err := png.Encode(&scene, image.NewGray(image.Rect(0, 0, sharecard.Width, sharecard.Height))); err != nil {
		t.Fatal(err)
	}
	f := newPages(t)
	f.pages.renderer = titleRenderer{}
	f.pages.painter = newPainter(fstest.MapFS{"client/art/og.png": {Data: scene.Bytes()}})
	service, _, err := testkit.Edit(f.app).SaveService(t.Context(), site.ServiceEdit{
		Name: new("Ants"), Slug: new("ants"), ShortDescription: new("a"), FullDescription: new("<p>a</p>"),
	})
	if err != nil {
		t.Fatal(err)
	}

	card := func(path string) []byte {
		t.Helper()
		w := f.get(path)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" {
			t.Fatalf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		return w.Body.Bytes()
	}
	ants := card("/share/services/ants.jpg")
	for _, path := range []string{"/share/home.jpg", "/share/contact.jpg", "/share/blog.jpg"} {
		if bytes.Equal(card(path), ants) {
			t.Errorf("%s is the card of another page", path)
		}
	}
	for _, path := range []string{
		"/share/.jpg", "/share.jpg", "/share/wasps.jpg", "/share/services/wasps.jpg", "/share/contact/.jpg",
		"/share/admin.jpg", "/share/login.jpg", "/share/contact.png", "/share/share/home.jpg.jpg",
	} {
		if w := f.get(path); w.Header().Get("Content-Type") == "image/jpeg" {
			t.Errorf("%s has a card", path)
		}
	}

	if _, _, err := testkit.Edit(f.app).SaveService(t.Context(), site.ServiceEdit{ID: &service.ID, Name: new("Ants and Wasps")}); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(card("/share/services/ants.jpg"), ants) {
		t.Error("the card has the old name")
	}
}
