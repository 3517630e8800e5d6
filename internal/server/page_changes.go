package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/scope"
	"perimeter/internal/site"
)

// The bounds of the search for the pages that a draft changes. A text that every
// page shows would change any number of them.
const (
	maxComparedServices = 50
	maxComparedPosts    = 20
	maxChangedPages     = 24
	// pageSearchTime is how long whoever edits waits for further pages once one is found.
	pageSearchTime = 8 * time.Second
)

// pageChanges is what saving a draft would change.
type pageChanges struct {
	Pages []changedPage `json:"pages" doc:"The public pages that would look different"`
	More  bool          `json:"more" doc:"Whether there may be others"`
}

// changedPage is a page that visitors would see differently.
type changedPage struct {
	Path   string     `json:"path"`
	Name   string     `json:"name"`
	Change pageChange `json:"change" enum:"changed,added,removed"`
}

// pageChange says how a page changes.
type pageChange string

const (
	pageChanged pageChange = "changed"
	pageAdded   pageChange = "added"
	pageRemoved pageChange = "removed"
)

type draftInput struct {
	Body struct {
		Draft site.Draft `json:"edit"`
	} `nameHint:"DraftRequest"`
}

// listPageChanges lists the pages that would change. It ends early if the client
// disconnects, which the back office does with every keystroke.
func (a *api) listPageChanges(ctx context.Context, in *draftInput) (*output[pageChanges], error) {
	if a.drafts == nil {
		return nil, errs.Errorf(errs.Unavailable, "Pages cannot be previewed here.")
	}
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	changes, err := a.drafts.changes(ctx, in.Body.Draft)
	return respond(changes, previewError(ctx, err))
}

// changes compares the pages that a draft may change with and without it.
func (d *draftPages) changes(ctx context.Context, draft site.Draft) (pageChanges, error) {
	result := pageChanges{Pages: []changedPage{}}
	edited, err := d.site.WithDraft(ctx, draft)
	switch errs.KindOf(err) {
	case errs.Invalid, errs.Conflict:
		// A half-typed edit cannot be saved, so it changes no page.
		return result, nil
	}
	if err != nil {
		return result, err
	}
	pages, complete, err := d.comparedPages(ctx, edited)
	if err != nil {
		return result, err
	}
	start := time.Now()
	for _, id := range pages {
		if len(result.Pages) > 0 && time.Since(start) > d.searchTime {
			result.More = true
			return result, nil
		}
		found, err := d.compare(ctx, id, edited)
		if err != nil {
			return result, err
		}
		if found == nil {
			continue
		}
		if len(result.Pages) == maxChangedPages {
			result.More = true
			return result, nil
		}
		result.Pages = append(result.Pages, *found)
		// Posts that were not compared change if another one than the draft's does.
		isOther := id.Kind == site.PagePost && !slices.Contains(edited.Pages, id)
		result.More = result.More || !complete && (isOther || id.Kind == site.PageBlog && id.Number > 1)
	}
	return result, nil
}

// comparedPages lists the pages that are compared, the record's own first, and
// whether these are all pages.
func (d *draftPages) comparedPages(ctx context.Context, edited site.DraftSite) (pages []site.PageID, complete bool, err error) {
	pages = slices.Clone(edited.Pages)
	add := func(id site.PageID) {
		if !slices.Contains(pages, id) {
			pages = append(pages, id)
		}
	}
	for _, kind := range namedPages {
		add(site.PageID{Kind: kind})
	}
	for _, slug := range site.FallbackServices {
		add(site.PageID{Kind: site.PageService, Slug: slug})
	}
	services, err := d.site.AllServices(ctx)
	if err != nil {
		return nil, false, err
	}
	for _, service := range services[:min(len(services), maxComparedServices)] {
		add(site.PageID{Kind: site.PageService, Slug: service.Slug})
	}
	posts, err := d.site.NewestPosts(ctx, maxComparedPosts+1)
	if err != nil {
		return nil, false, err
	}
	for _, post := range posts[:min(len(posts), maxComparedPosts)] {
		add(site.PageID{Kind: site.PagePost, Slug: post.Slug})
	}
	if len(posts) > maxComparedPosts {
		add(site.PageID{Kind: site.PageBlog, Number: 2})
	}
	return pages, len(posts) <= maxComparedPosts && len(services) <= maxComparedServices, nil
}

// compare returns how the draft changes a page, or nil if visitors see no
// difference. Only a page that reads what the draft touches, and gets other data
// from it, is rendered.
func (d *draftPages) compare(ctx context.Context, id site.PageID, edited site.DraftSite) (*changedPage, error) {
	recording, reads := scope.Record(ctx)
	before, err := d.site.Page(recording, id)
	if err != nil {
		return nil, err
	}
	touches := func(s scope.Scope) bool { return slices.Contains(edited.Touched, s) }
	if !slices.ContainsFunc(reads.Scopes(), touches) {
		return nil, nil
	}
	after, err := edited.Page(ctx, id)
	if err != nil {
		return nil, err
	}
	change := pageChanged
	switch wasThere, isThere := before.ID == id, after.ID == id; {
	case !wasThere && !isThere:
		return nil, nil
	case !wasThere:
		change = pageAdded
	case !isThere:
		change = pageRemoved
	default:
		same, err := d.looksTheSame(ctx, before, after)
		if err != nil || same {
			return nil, err
		}
	}
	named := after
	if change == pageRemoved {
		named = before
	}
	return &changedPage{Path: pathOf(id), Name: pageName(named), Change: change}, nil
}

// looksTheSame reports whether a page shows the same with other data.
func (d *draftPages) looksTheSame(ctx context.Context, before, after site.Page) (bool, error) {
	oldData, newData := d.pageData(before), d.pageData(after)
	oldJSON, err := json.Marshal(oldData)
	if err != nil {
		return false, fmt.Errorf("compare %s: %w", oldData.Path, err)
	}
	newJSON, err := json.Marshal(newData)
	if err != nil {
		return false, fmt.Errorf("compare %s: %w", newData.Path, err)
	}
	if bytes.Equal(oldJSON, newJSON) {
		return true, nil
	}
	old, err := d.current(ctx, oldData.Path) // most likely cached
	if err != nil {
		return false, err
	}
	now, err := d.renderData(ctx, newData)
	if err != nil {
		return false, err
	}
	return bytes.Equal(shownPart(old), shownPart(now)), nil
}

// namedPages are the public pages with a fixed path, in the order of the menu.
var namedPages = []site.PageKind{
	site.PageHome, site.PageServices, site.PagePrograms, site.PageAbout, site.PageBlog, site.PageContact, site.PagePortal,
}

var pageNames = map[site.PageKind]string{
	site.PageHome: "Home", site.PageServices: "Services", site.PagePrograms: "Programs", site.PageAbout: "About Us",
	site.PageBlog: "Blog", site.PageContact: "Contact", site.PagePortal: "Customer Portal",
}

// pageName is how people call a page: as the menu does, or by what it is about.
func pageName(page site.Page) string {
	switch {
	case page.Service != nil:
		return page.Service.Name
	case page.Post != nil:
		return page.Post.Title
	case page.ID.Number > 1:
		return fmt.Sprintf("%s, page %d", pageNames[page.ID.Kind], page.ID.Number)
	case pageNames[page.ID.Kind] != "":
		return pageNames[page.ID.Kind]
	default:
		return pathOf(page.ID)
	}
}
