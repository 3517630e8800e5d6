package server

import (
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/site"
)

// maxSitemapURLs is how many URLs a file of the sitemap holds. Search engines read
// five times as many; this keeps a file near one megabyte.
const maxSitemapURLs = 10_000

type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

func newSitemapURL(url string, changedAt time.Time) sitemapURL {
	if changedAt.IsZero() {
		return sitemapURL{Loc: url}
	}
	return sitemapURL{Loc: url, LastMod: changedAt.UTC().Format(time.RFC3339)}
}

// sitemap lists the pages that search engines should know, or the files that list
// them if there are too many for one. A page has a date only if something on it
// was edited.
func (d discovery) sitemap(ctx context.Context) ([]byte, error) {
	var first []site.SitemapEntry
	var files []sitemapURL
	var count int
	var changedAt time.Time
	finish := func() {
		files = append(files, newSitemapURL(d.url(sitemapFilePath(len(files)+1)), changedAt))
		changedAt = time.Time{}
	}
	for e, err := range d.site.Sitemap(ctx) {
		if err != nil {
			return nil, err
		}
		if count > 0 && count%maxSitemapURLs == 0 {
			finish()
		}
		if count < maxSitemapURLs {
			first = append(first, e)
		}
		if e.ChangedAt.After(changedAt) {
			changedAt = e.ChangedAt
		}
		count++
	}
	if count <= maxSitemapURLs {
		return d.urlset(first)
	}
	finish()
	return encodeXML(struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Files   []sitemapURL `xml:"sitemap"`
	}{Files: files})
}

// sitemapFile returns one of the files that a sitemap of many pages is split into,
// by its number from 1.
func (d discovery) sitemapFile(ctx context.Context, number int) ([]byte, error) {
	var part []site.SitemapEntry
	count := 0
	for e, err := range d.site.Sitemap(ctx) {
		if err != nil {
			return nil, err
		}
		count++
		if count > number*maxSitemapURLs {
			break
		}
		if count > (number-1)*maxSitemapURLs {
			part = append(part, e)
		}
	}
	if count <= maxSitemapURLs || len(part) == 0 {
		return nil, errs.Errorf(errs.NotFound, "There is no such part of the sitemap.")
	}
	return d.urlset(part)
}

func (d discovery) urlset(entries []site.SitemapEntry) ([]byte, error) {
	urls := make([]sitemapURL, 0, len(entries))
	for _, e := range entries {
		urls = append(urls, newSitemapURL(d.url(pathOf(e.Page)), e.ChangedAt))
	}
	return encodeXML(struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []sitemapURL `xml:"url"`
	}{URLs: urls})
}

func sitemapFilePath(number int) string { return fmt.Sprintf("/sitemap-%d.xml", number) }

// sitemapFileAt returns the number in the path of a file of the sitemap.
func sitemapFileAt(path string) (number int, ok bool) {
	text, ok := strings.CutPrefix(path, "/sitemap-")
	if !ok {
		return 0, false
	}
	text, _ = strings.CutSuffix(text, ".xml")
	number, err := strconv.Atoi(text)
	// Nothing but the path that the sitemap names, so that no other is looked up.
	return number, err == nil && number > 0 && number < 1_000_000 && sitemapFilePath(number) == path
}
