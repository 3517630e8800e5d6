package server

import (
	"context"
	"fmt"
	"html"
	"image/color"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/lucasb-eyer/go-colorful"

	"perimeter/internal/brand"
	"perimeter/internal/sharecard"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/wire"
)

// The share card of a page is at shareCardsPath, the page's path and ".jpg"; that of the
// home page is called homeCard.
const (
	shareCardsPath = "/share"
	homeCard       = "/home"
)

// sharedTitle finds the title that networks show in the head of a page.
var sharedTitle = regexp.MustCompile(`<meta property="og:title" content="([^"]*)"`)

// siteColors are the colors of a card on a site without colors of its own.
var siteColors = brand.Tokens{"pine": "#12302a", "cream": "#f7f2e8", "glow": "#ffb547"}

// sharedPage returns the path of the page whose share card is at a path.
func sharedPage(path string) (page string, ok bool) {
	name, isCard := strings.CutPrefix(path, shareCardsPath)
	page, ok = strings.CutSuffix(name, ".jpg")
	if page == homeCard {
		return "/", isCard && ok
	}
	return page, isCard && ok && strings.HasPrefix(page, "/") && page != "/"
}

// newPainter returns the painter of share cards, made when the first is asked for.
func newPainter(bundle fs.FS) func() (*sharecard.Painter, error) {
	return sync.OnceValues(func() (*sharecard.Painter, error) {
		scene, err := bundle.Open("client/art/og.png")
		if err != nil {
			return nil, err
		}
		defer scene.Close()
		return sharecard.New(scene)
	})
}

// shareCard draws the card of a page, or returns the not-found page. It renders the page
// instead of reading the cached document, so that the cache knows what the card was made
// from.
func (p *Pages) shareCard(ctx context.Context, path, pagePath string, version ssr.Version) (*ssr.Document, error) {
	missing := func() (*ssr.Document, error) {
		return p.cache.Get(ctx, pathOf(site.PageID{Kind: site.PageNotFound}), version)
	}
	id, redirect := pageAt(pagePath)
	if redirect != "" || pathOf(id) != pagePath || !IsPublicPage(pagePath) {
		return missing()
	}
	page, err := p.site.Page(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("load the page %s: %w", pagePath, err)
	}
	if pathOf(page.ID) != pagePath {
		return missing()
	}
	document, err := p.renderer.Render(ctx, p.pageData(page))
	if err != nil {
		return nil, err
	}
	found := sharedTitle.FindSubmatch(document.Body())
	if document.Status() != http.StatusOK || found == nil {
		return missing()
	}
	painter, err := p.painter()
	if err != nil {
		return nil, err
	}
	company := page.Identity
	title := html.UnescapeString(string(found[1]))
	colors := siteColors
	if own := company.Brand.Colors; !own.IsZero() {
		colors = brand.Derive(own).Light
	}
	picture, err := painter.Draw(sharecard.Card{
		Name:     company.Name,
		Headline: strings.TrimSuffix(title, " | "+company.Name),
		Ground:   colorOf(colors["pine"]), Text: colorOf(colors["cream"]), Line: colorOf(colors["glow"]),
	})
	if err != nil {
		return nil, err
	}
	payload := wire.NewPayload(picture, wire.Options{ContentType: "image/jpeg", CacheControl: "no-cache"})
	return &ssr.Document{Payload: payload, Path: path, Final: true}, nil
}

func colorOf(hex string) color.Color {
	parsed, err := colorful.Hex(hex)
	if err != nil {
		return color.Black // brand checks its colors, so this does not happen
	}
	return parsed
}
