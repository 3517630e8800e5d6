package server

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// manyPosts is a store with headings of as many posts as a test wants.
type manyPosts struct {
	site.Store
	count int
}

func (s manyPosts) Posts() site.PostStore { return manyHeadings{s.Store.Posts(), s.count} }

type manyHeadings struct {
	site.PostStore
	count int
}

func (s manyHeadings) Headings(_ context.Context, after site.PostPosition, limit int) ([]site.PostHeading, error) {
	at := time.Date(2025, 5, 14, 17, 0, 0, 0, time.UTC)
	var headings []site.PostHeading
	for id := min(int64(s.count), after.ID-1); id > 0 && len(headings) < limit; id-- {
		headings = append(headings, site.PostHeading{ID: id, Slug: fmt.Sprintf("post-%d", id), PublishedAt: at, UpdatedAt: at})
	}
	return headings, nil
}

// sitemapFile is a file of the sitemap: a list of pages, or of files.
type sitemapFile struct {
	XMLName xml.Name
	URLs    []sitemapURL `xml:"url"`
	Files   []sitemapURL `xml:"sitemap"`
}

func (f pagesFixture) sitemap(t *testing.T, path string) sitemapFile {
	t.Helper()
	w := f.get(path)
	var file sitemapFile
	if err := xml.Unmarshal(w.Body.Bytes(), &file); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s answers %d: %v", path, w.Code, err)
	}
	if got := w.Header().Get("Content-Type"); got != "application/xml; charset=utf-8" {
		t.Errorf("%s has the type %q", path, got)
	}
	return file
}

func TestSitemapIsSplitAboveTenThousandURLs(t *testing.T) {
	const fixed = 7
	// 9,519 posts have 475 more pages of the blog, which makes 10,001 with the others.
	for posts, wantFiles := range map[int]int{9_517: 0, 9_518: 0, 9_519: 2, 30_000: 4} {
		f := newPagesOn(t, manyPosts{testkit.NewStore(t).Site(), posts})
		index := f.sitemap(t, "/sitemap.xml")
		if len(index.Files) != wantFiles {
			t.Errorf("%d posts: %d files, want %d", posts, len(index.Files), wantFiles)
		}
		urls := index.URLs
		for _, file := range index.Files {
			if file.LastMod == "" {
				t.Errorf("%s has no date", file.Loc)
			}
			part := f.sitemap(t, strings.TrimPrefix(file.Loc, "https://pest.example"))
			if len(part.URLs) > maxSitemapURLs {
				t.Errorf("%s has %d URLs", file.Loc, len(part.URLs))
			}
			urls = append(urls, part.URLs...)
		}
		seen := map[string]bool{}
		for _, u := range urls {
			seen[u.Loc] = true
		}
		if pages := (posts - 1) / site.PostsPerPage; len(seen) != fixed+pages+posts || len(urls) != len(seen) {
			t.Errorf("%d posts: %d URLs, %d of them different", posts, len(urls), len(seen))
		}
		if !seen["https://pest.example/blog?page=2"] {
			t.Error("the pages of the blog are missing")
		}
		for _, missing := range []string{fmt.Sprintf("/sitemap-%d.xml", wantFiles+1), "/sitemap-0.xml", "/sitemap-01.xml", "/sitemap-x.xml", "/sitemap-1"} {
			if w := f.get(missing); w.Code != http.StatusNotFound {
				t.Errorf("%d posts: %s answers %d", posts, missing, w.Code)
			}
		}
	}
}
