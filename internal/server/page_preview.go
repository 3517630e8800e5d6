package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
)

// previewTimeout is how long a preview may take, with the wait for its turn.
const previewTimeout = 15 * time.Second

// draftPages renders pages with an edit that is not saved. What it renders is
// returned to the person who edits and kept nowhere.
type draftPages struct {
	*Pages
	// slot lets one preview render at a time, so that previews never keep more than
	// one engine from the pages that visitors wait for.
	slot       *limit.Slots
	searchTime time.Duration
}

func newDraftPages(pages *Pages) *draftPages {
	return &draftPages{pages, limit.NewSlots(1, 0, nil), pageSearchTime}
}

// framedPage is a page for a frame of the back office. The policy of the back
// office forbids style elements, so the styles are apart.
type framedPage struct {
	Path string `json:"path"`
	HTML string `json:"html" doc:"The page without scripts and styles; empty if visitors would not see it"`
	CSS  string `json:"css" doc:"Its styles"`
}

type draftPageInput struct {
	Body struct {
		Draft site.Draft `json:"edit"`
		Path  string     `json:"path,omitempty" doc:"The page to show; by default the record's own"`
		Saved bool       `json:"saved,omitempty" doc:"Show the page as it is, without the draft"`
	} `nameHint:"DraftPageRequest"`
}

// previewPage shows a page with a draft in it.
func (a *api) previewPage(ctx context.Context, in *draftPageInput) (*output[framedPage], error) {
	if a.drafts == nil {
		return nil, errs.Errorf(errs.Unavailable, "Pages cannot be previewed here.")
	}
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	framed, err := a.drafts.preview(ctx, in.Body.Draft, in.Body.Path, in.Body.Saved)
	return respond(framed, previewError(ctx, err))
}

// previewError says that a preview took too long, instead of calling it an internal error.
func previewError(ctx context.Context, err error) error {
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &errs.Error{Kind: errs.Unavailable, Message: "The preview took too long. Please try again in a moment.", Err: err}
	}
	return err
}

// preview returns the page at the path, or the draft's own page.
func (d *draftPages) preview(ctx context.Context, draft site.Draft, path string, saved bool) (framedPage, error) {
	edited, err := d.site.WithDraft(ctx, draft)
	if err != nil {
		return framedPage{}, err
	}
	if path == "" {
		if len(edited.Pages) == 0 {
			return framedPage{}, errs.Errorf(errs.Invalid, "No page shows this text.")
		}
		path = pathOf(edited.Pages[0])
	}
	id, isPublic := publicPageAt(path)
	if !isPublic {
		return framedPage{}, errs.Errorf(errs.NotFound, "There is no public page %q.", path)
	}
	if saved {
		return d.frame(ctx, path, d.site)
	}
	// A hidden service has no page. Its preview shows the one that it would have.
	if service := draft.Service; service != nil && slices.Contains(edited.Pages, id) {
		shown := *service
		shown.Hidden = new(bool)
		if edited, err = d.site.WithDraft(ctx, site.Draft{Service: &shown}); err != nil {
			return framedPage{}, err
		}
	}
	return d.frame(ctx, path, edited.Site)
}

// publicPageAt returns the page at a path, if it is one that visitors may see.
func publicPageAt(path string) (id site.PageID, ok bool) {
	id, redirect := pageAt(path)
	return id, redirect == "" && pathOf(id) == path && !isBackOffice(path)
}

// frame renders a page of the site for a frame. If the site has no such page, the
// HTML is empty.
func (d *draftPages) frame(ctx context.Context, path string, s *site.Site) (framedPage, error) {
	document, page, err := d.render(ctx, path, s)
	if err != nil || document == nil {
		return framedPage{Path: path}, err
	}
	html, css := splitStyles(string(document.Body()))
	if page.Service != nil {
		utilities, err := d.renderer.CSS(ctx, page.Service.Template+page.Service.FullDescription)
		if err != nil {
			return framedPage{}, fmt.Errorf("style the preview of %s: %w", path, err)
		}
		css += utilities
	}
	return framedPage{Path: path, HTML: html, CSS: css}, nil
}

// render renders a page of the site. The document is nil if the site has no such
// page, or has it at another path.
func (d *draftPages) render(ctx context.Context, path string, s *site.Site) (*ssr.Document, site.Page, error) {
	id, _ := pageAt(path)
	page, err := s.Page(ctx, id)
	if err != nil || page.ID != id {
		return nil, page, err
	}
	document, err := d.renderData(ctx, d.pageData(page))
	return document, page, err
}

// renderData renders when it is the turn of this preview.
func (d *draftPages) renderData(ctx context.Context, data ssr.Page) (*ssr.Document, error) {
	release, err := d.slot.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return d.renderer.Render(ctx, data)
}

// What a framed page leaves out: it runs no scripts, and its styles are apart.
var (
	styleElement  = regexp.MustCompile(`(?s)<style\b[^>]*>(.*?)</style>`)
	scriptElement = regexp.MustCompile(`(?s)<script\b[^>]*>.*?</script>|<template id="scripts">.*?</template>`)
	frameSource   = regexp.MustCompile(`(<iframe\b[^>]*?) src=`)
	serviceStyles = regexp.MustCompile(`<link\b[^>]*href="` + regexp.QuoteMeta(serviceStylesPath) + `[^>]*>`)
)

// splitStyles returns a document as a frame can show it, and its styles.
func splitStyles(document string) (html, css string) {
	var styles strings.Builder
	for _, match := range styleElement.FindAllStringSubmatch(document, -1) {
		styles.WriteString(match[1])
	}
	html = styleElement.ReplaceAllLiteralString(document, "")
	html = scriptElement.ReplaceAllLiteralString(html, "")
	html = serviceStyles.ReplaceAllLiteralString(html, "")
	// A map shows nothing without scripts, and may keep the frame loading for long.
	html = frameSource.ReplaceAllString(html, "$1 data-src=")
	// Links would leave the preview. A frame that may not open windows ignores them.
	// A copy of the HTML that gets somewhere else must not be indexed.
	return strings.Replace(html, "<head>", `<head><base target="_blank"><meta name="robots" content="noindex">`, 1), styles.String()
}

// shownPart returns the part of a document that visitors see: the rest is the data
// that the browser hydrates with.
func shownPart(document *ssr.Document) []byte {
	if document == nil {
		return nil
	}
	shown, _, _ := bytes.Cut(document.Body(), []byte(`<script type="application/json" id="page-data">`))
	return shown
}
