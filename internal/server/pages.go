package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/sharecard"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/stats"
	"perimeter/internal/wire"
)

// warmPages is how many of the most visited pages are rendered again as soon as
// something was published, so that no visitor waits for them.
const warmPages = 12

// Renderer makes the document of a page, and the CSS of the utility classes in
// HTML that administrators type.
type Renderer interface {
	Render(ctx context.Context, page ssr.Page) (*ssr.Document, error)
	CSS(ctx context.Context, html string) (string, error)
}

// PagesConfig is what Pages needs.
type PagesConfig struct {
	Site     *site.Site
	Company  *company.Company
	Renderer Renderer
	Bundle   fs.FS // output of the front-end build
	// ThemeVersion is that of the CSS that Renderer compiles.
	ThemeVersion string
	BaseURL      *url.URL
	Logger       *slog.Logger
	// Outage counts old pages; nil means that nobody asks for their number.
	Outage *Outage
	// Policy returns the content security policy of public pages that show images
	// from the origins; nil means that the handler of New sets it.
	Policy func(imageOrigins []string) string
	// AdminPolicy returns that of the back office and its login page.
	AdminPolicy func() string
	// Stats counts the views of public pages; nil means that nobody does.
	Stats *stats.Stats
}

// Pages serves every path that is not the API's: the pages, their assets, and the
// files that search engines ask for.
type Pages struct {
	site      *site.Site
	renderer  Renderer
	baseURL   string
	theme     string
	assets    *ssr.Assets
	cache     *ssr.Cache
	logger    *slog.Logger
	outage    *Outage
	stats     *stats.Stats
	policy    func(imageOrigins []string) string
	admin     func() string
	generated map[string]generated
	worker    *wire.Payload // nil if the build has none
	painter   func() (*sharecard.Painter, error)
	discovery discovery
}

const xmlType = "application/xml; charset=utf-8"

// generated is a file that is made from the site's data.
type generated struct {
	contentType string
	write       func(context.Context) ([]byte, error)
}

// NewPages returns the handler of all pages.
func NewPages(cfg PagesConfig) (*Pages, error) {
	assets, err := ssr.NewAssets(cfg.Bundle)
	if err != nil {
		return nil, err
	}
	worker, err := ssr.NewServiceWorker(cfg.Bundle)
	if err != nil {
		return nil, fmt.Errorf("prepare the service worker: %w", err)
	}
	d := discovery{site: cfg.Site, company: cfg.Company, base: cfg.BaseURL}
	p := &Pages{
		renderer: cfg.Renderer,
		baseURL:  cfg.BaseURL.String(),
		theme:    cfg.ThemeVersion,
		assets:   assets,
		logger:   cfg.Logger,
		outage:   cmp.Or(cfg.Outage, NewOutage(cfg.Logger)),
		stats:    cfg.Stats,
		policy:   cfg.Policy,
		admin:    cfg.AdminPolicy,
		worker:   worker,
		painter:  newPainter(cfg.Bundle),
	}
	p.use(d, ssr.DefaultCacheSize)
	return p, nil
}

// use makes the pages those of a site.
func (p *Pages) use(d discovery, cacheSize int64) {
	p.site, p.discovery = d.site, d
	p.generated = map[string]generated{
		robotsPath:        {"text/plain; charset=utf-8", d.robots},
		sitemapPath:       {xmlType, d.sitemap},
		feedPath:          {"application/atom+xml; charset=utf-8", d.feed},
		ssr.FaviconPath:   {"image/svg+xml", d.favicon},
		manifestPath:      {"application/manifest+json", d.manifest},
		adminManifestPath: {"application/manifest+json", d.adminManifest},
	}
	p.cache = ssr.NewCache(cacheSize, p.fill, d.site.ChangedSince)
}

// ServeHTTP serves from memory whenever it can.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		plainPage(w, http.StatusMethodNotAllowed, "This address can only be read.")
		return
	}
	if asset := p.assets.Find(r.URL.Path); asset != nil {
		asset.ServeHTTP(w, r)
		return
	}
	if r.URL.Path == workerPath && p.worker != nil {
		// The page of the back office is beside its path, not below it.
		w.Header().Set("Service-Worker-Allowed", ssr.AdminPath)
		p.worker.ServeHTTP(w, r)
		return
	}
	path := documentPath(r.URL)
	document, err := p.document(r.Context(), path)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if p.stats != nil && r.Method == http.MethodGet && document.Path == path && document.Status() == http.StatusOK && IsPublicPage(path) {
		p.stats.View(path, visitOf(r))
	}
	document.ServeHTTP(w, r)
}

// document returns the document of a path. While the database does not answer at
// all, it is the last known one.
func (p *Pages) document(ctx context.Context, path string) (*ssr.Document, error) {
	document, err := p.current(ctx, path)
	if errs.KindOf(err) == errs.Unavailable {
		// Once more: it may only have been a connection that was lost.
		document, err = p.current(ctx, path)
	}
	if errs.KindOf(err) == errs.Unavailable {
		if document := p.lastKnown(path); document != nil {
			p.outage.servedStale(ctx, err)
			return document, nil
		}
	}
	return document, err
}

// lastKnown returns what can be said of a path without the database, or nil.
func (p *Pages) lastKnown(path string) *ssr.Document {
	if document := p.cache.Stale(path); document != nil {
		return document
	}
	_, isFile := p.generated[path]
	_, isStyle := styledService(path)
	_, isCard := sharedPage(path)
	if _, isSitemap := sitemapFileAt(path); isFile || isStyle || isCard || isSitemap {
		return nil
	}
	id, redirect := pageAt(path)
	if redirect != "" {
		return ssr.Redirect(redirect)
	}
	return p.cache.Stale(pathOf(id)) // the not-found page, if it is not a page's path
}

// current returns the document of a path at the current page version.
func (p *Pages) current(ctx context.Context, path string) (*ssr.Document, error) {
	version, err := currentVersion(ctx, p.site)
	if err != nil {
		return nil, err
	}
	document, err := p.cache.Get(ctx, path, version)
	if err == nil {
		p.outage.servedCurrent(ctx)
	}
	return document, err
}

// currentVersion returns the page version as the cache knows it.
func currentVersion(ctx context.Context, s *site.Site) (ssr.Version, error) {
	version, err := s.PageVersion(ctx)
	return ssr.Version(version), err
}

// fill makes the document of a path for the cache.
func (p *Pages) fill(ctx context.Context, path string, version ssr.Version) (*ssr.Document, error) {
	if file, ok := p.generated[path]; ok {
		body, err := file.write(ctx)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", path, err)
		}
		return textDocument(path, body, wire.Options{ContentType: file.contentType, CacheControl: "no-cache"}), nil
	}
	if id, ok := styledService(path); ok {
		return p.serviceStyles(ctx, path, id, version)
	}
	if page, ok := sharedPage(path); ok {
		return p.shareCard(ctx, path, page, version)
	}
	if number, ok := sitemapFileAt(path); ok {
		return p.sitemapFile(ctx, path, number, version)
	}
	id, redirect := pageAt(path)
	if redirect != "" {
		return ssr.Redirect(redirect), nil
	}
	// All paths without a page share one document.
	if shared := pathOf(id); shared != path {
		return p.cache.Get(ctx, shared, version)
	}
	page, err := p.site.Page(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("load the page %s: %w", path, err)
	}
	canonical := pathOf(page.ID)
	if page.Moved {
		return ssr.Redirect(canonical), nil
	}
	if canonical != path {
		return p.cache.Get(ctx, canonical, version)
	}
	data := p.pageData(page)
	data.ContentPolicy = p.contentPolicy(path, version)
	return p.renderer.Render(ctx, data)
}

// contentPolicy returns the content security policy of a page, or "" if it does
// not depend on what is stored. In the back office images may come from anywhere,
// because editors see them before they save.
func (p *Pages) contentPolicy(path string, version ssr.Version) string {
	if isBackOffice(path) && p.admin != nil {
		return p.admin()
	}
	if p.policy == nil || isBackOffice(path) {
		return ""
	}
	return p.policy(strings.Fields(version.ImageOrigins))
}

// styledService returns the service's ID in the path of a style sheet,
// /styles/services/{id}.css.
func styledService(path string) (id string, ok bool) {
	name, ok := strings.CutPrefix(path, serviceStylesPath)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, ".css")
}

// serviceStyles returns the style sheet of the utility classes in a service's
// HTML. Pages put the versions of the service and of the theme into its URL. Only
// if these are the versions of the bytes, browsers may keep them for ever: during a
// release, a replica gets URLs from pages of the other release too.
func (p *Pages) serviceStyles(ctx context.Context, path, id string, version ssr.Version) (*ssr.Document, error) {
	service, err := p.site.Service(ctx, id)
	if errs.KindOf(err) == errs.NotFound || err == nil && strconv.FormatInt(service.ID, 10) != id {
		return p.cache.Get(ctx, pathOf(site.PageID{Kind: site.PageNotFound}), version)
	}
	if err != nil {
		return nil, err
	}
	css, err := p.renderer.CSS(ctx, service.Template+service.FullDescription)
	if err != nil {
		return nil, fmt.Errorf("style the service %s: %w", service.Slug, err)
	}
	updated, err := service.UpdatedAt.MarshalText() // as in the JSON of the API
	if err != nil {
		return nil, fmt.Errorf("style the service %s: %w", service.Slug, err)
	}
	document := textDocument(path, []byte(css), wire.Options{ContentType: "text/css; charset=utf-8"})
	document.Version = string(updated) + "-" + p.theme
	return document, nil
}

// sitemapFile returns a part of the sitemap, or the not-found page.
func (p *Pages) sitemapFile(ctx context.Context, path string, number int, version ssr.Version) (*ssr.Document, error) {
	body, err := p.discovery.sitemapFile(ctx, number)
	if errs.KindOf(err) == errs.NotFound {
		return p.cache.Get(ctx, pathOf(site.PageID{Kind: site.PageNotFound}), version)
	}
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", path, err)
	}
	return textDocument(path, body, wire.Options{ContentType: xmlType, CacheControl: "no-cache"}), nil
}

func textDocument(path string, body []byte, o wire.Options) *ssr.Document {
	document := wire.NewPayload(body, o)
	document.Compress()
	return &ssr.Document{Payload: document, Path: path}
}

// WarmUp renders the pages with fixed paths and the not-found page, so that they
// are at hand if the database goes away before anybody has asked for them.
func (p *Pages) WarmUp(ctx context.Context) {
	p.warm(ctx, append(slices.Sorted(maps.Keys(staticPages)), pathOf(site.PageID{Kind: site.PageNotFound})))
}

// KeepWarm renders the most visited pages again whenever something was
// published, until ctx ends.
func (p *Pages) KeepWarm(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.site.Changes():
		}
		p.warm(ctx, p.cache.Popular(warmPages))
	}
}

// Recompress makes pages that stay as they are smaller, until ctx ends.
func (p *Pages) Recompress(ctx context.Context) { p.cache.Recompress(ctx) }

func (p *Pages) warm(ctx context.Context, paths []string) {
	for _, path := range paths {
		if _, err := p.current(ctx, path); err != nil && ctx.Err() == nil {
			p.logger.WarnContext(ctx, "could not render a page in advance", "path", path, "error", err)
		}
	}
}

// fail responds with a plain page that depends on nothing that could have
// failed.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		// The client has disconnected.
	case errs.KindOf(err) == errs.Unavailable:
		w.Header().Set("Retry-After", "5")
		plainPage(w, http.StatusServiceUnavailable, "The site is taking a short break. Please try again in a moment.")
	default:
		// A failed render was logged when it was tried.
		if failed := (*ssr.RenderError)(nil); !errors.As(err, &failed) {
			p.logger.ErrorContext(r.Context(), "could not serve a page", "path", r.URL.Path, "error", err)
		}
		plainPage(w, http.StatusInternalServerError, "Something went wrong on our side. Please try again in a moment.")
	}
}

func plainPage(w http.ResponseWriter, status int, message string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">`+
		`<meta name="viewport" content="width=device-width, initial-scale=1"><title>%s</title></head>`+
		`<body><main><h1>%s</h1><p>%s</p><p><a href="/">Back to the home page</a></p></main></body></html>`,
		http.StatusText(status), http.StatusText(status), message)
}
