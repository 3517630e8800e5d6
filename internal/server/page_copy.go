package server

import (
	"context"
	"fmt"
	"iter"

	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
)

// copyCacheSize is that of pages that are read once.
const copyCacheSize = 1 << 20

// Of returns the pages of another site as this one would show them. Their views are
// not counted.
func (p *Pages) Of(s *site.Site, c *company.Company) *Pages {
	other := *p
	other.stats = nil
	other.use(discovery{site: s, company: c, base: p.discovery.base}, copyCacheSize)
	return &other
}

// PublicPaths yields the paths of the files for search engines and feed readers, and
// of all public pages.
func (p *Pages) PublicPaths(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range []string{robotsPath, sitemapPath, feedPath, manifestPath, ssr.FaviconPath, pathOf(site.PageID{Kind: site.PageNotFound})} {
			if !yield(path, nil) {
				return
			}
		}
		for e, err := range p.site.Sitemap(ctx) {
			if !yield(pathOf(e.Page), err) || err != nil {
				return
			}
		}
	}
}

// Body returns the status and the body at a path of PublicPaths.
func (p *Pages) Body(ctx context.Context, path string) (status int, body []byte, err error) {
	document, err := p.current(ctx, path)
	if err != nil {
		return 0, nil, fmt.Errorf("render %s: %w", path, err)
	}
	return document.Status(), document.Body(), nil
}
