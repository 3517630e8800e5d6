package server

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/site"
)

// feedLength is how many posts the feed holds.
const feedLength = 20

// discovery makes the files for search engines, feed readers and phones:
// robots.txt, the sitemap, the feed and the web app manifests.
type discovery struct {
	site    *site.Site
	company *company.Company
	base    *url.URL
}

// url returns the URL of a path, which may have a query.
func (d discovery) url(path string) string { return strings.TrimSuffix(d.base.String(), "/") + path }

func (d discovery) robots(context.Context) ([]byte, error) {
	// Pages that must not be indexed are not disallowed here: they say noindex
	// themselves, and a crawler must read them to see it.
	return fmt.Appendf(nil, "User-agent: *\nDisallow: /api/\n\nSitemap: %s\n", d.url(sitemapPath)), nil
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	Title     string   `xml:"title"`
	Link      atomLink `xml:"link"`
	ID        string   `xml:"id"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Summary   string   `xml:"summary"`
}

// feed is an Atom feed of the newest posts.
func (d discovery) feed(ctx context.Context) ([]byte, error) {
	posts, err := d.site.NewestPosts(ctx, feedLength)
	if err != nil {
		return nil, err
	}
	current, err := d.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	// A feed must have a date, even if it is empty.
	updated := time.Date(current.FoundedYear, time.January, 1, 0, 0, 0, 0, time.UTC)
	entries := make([]atomEntry, 0, feedLength)
	for _, p := range posts {
		if p.UpdatedAt.After(updated) {
			updated = p.UpdatedAt
		}
		entries = append(entries, atomEntry{
			Title: p.Title,
			Link:  atomLink{Rel: "alternate", Type: "text/html", Href: d.url(pathOf(site.PageID{Kind: site.PagePost, Slug: p.Slug}))},
			// The ID does not change with the slug, so readers see one entry.
			ID:        fmt.Sprintf("tag:%s,%d:post/%d", d.base.Hostname(), current.FoundedYear, p.ID),
			Published: p.PublishedAt.UTC().Format(time.RFC3339),
			Updated:   p.UpdatedAt.UTC().Format(time.RFC3339),
			Summary:   p.Excerpt,
		})
	}
	return encodeXML(struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string      `xml:"title"`
		ID      string      `xml:"id"`
		Links   []atomLink  `xml:"link"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Entries []atomEntry `xml:"entry"`
	}{
		Title: current.Name,
		ID:    d.url("/"),
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: d.url(feedPath)},
			{Rel: "alternate", Type: "text/html", Href: d.url(blogPath)},
		},
		Updated: updated.UTC().Format(time.RFC3339),
		Author:  current.Name,
		Entries: entries,
	})
}

func encodeXML(v any) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(&out)
	encoder.Indent("", " ")
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("encode XML: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
