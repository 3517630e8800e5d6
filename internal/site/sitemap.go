package site

import (
	"context"
	"iter"
	"time"
)

// SitemapEntry is a page that search engines should know. ChangedAt is the last
// change of what it shows, or zero if nothing on it was ever edited.
type SitemapEntry struct {
	Page      PageID
	ChangedAt time.Time
}

// Sitemap yields every page that search engines should know, with the memory of a few
// of them. After an error it yields nothing more.
func (s *Site) Sitemap(ctx context.Context) iter.Seq2[SitemapEntry, error] {
	return func(yield func(SitemapEntry, error) bool) {
		if err := s.sitemap(ctx, func(e SitemapEntry) bool { return yield(e, nil) }); err != nil {
			yield(SitemapEntry{}, err)
		}
	}
}

// sitemap calls yield until it returns false.
func (s *Site) sitemap(ctx context.Context, yield func(SitemapEntry) bool) error {
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return err
	}
	services, err := s.visibleServices(ctx)
	if err != nil {
		return err
	}
	current, err := s.company.Current(ctx)
	if err != nil {
		return err
	}

	edited := map[Section]time.Time{}
	for _, item := range items {
		edited[item.Section] = latest(edited[item.Section], item.UpdatedAt)
	}
	var anyService, anyPost time.Time
	for _, service := range services {
		anyService = latest(anyService, service.UpdatedAt)
	}
	posts := 0
	for post, err := range s.headings(ctx) {
		if err != nil {
			return err
		}
		posts++
		anyPost = latest(anyPost, post.UpdatedAt)
	}

	entries := []SitemapEntry{
		{PageID{Kind: PageHome}, latest(edited[SectionHome], anyService)},
		{PageID{Kind: PageServices}, latest(edited[SectionServices], anyService)},
		{PageID{Kind: PagePrograms}, time.Time{}},
		{PageID{Kind: PageAbout}, edited[SectionAbout]},
		{PageID{Kind: PageBlog}, latest(edited[SectionBlog], anyPost)},
		{PageID{Kind: PageContact}, edited[SectionContact]},
		{PageID{Kind: PagePortal}, time.Time{}},
	}
	for skipped := PostsPerPage; skipped < posts; skipped += PostsPerPage {
		page := PageID{Kind: PageBlog, Number: skipped/PostsPerPage + 1}
		// Any new or deleted post changes all that follow.
		entries = append(entries, SitemapEntry{page, latest(edited[SectionBlog], anyPost)})
	}
	for _, service := range services {
		entries = append(entries, SitemapEntry{PageID{Kind: PageService, Slug: service.Slug}, service.UpdatedAt})
	}
	// The facts about the company are on every page.
	list := func(e SitemapEntry) bool {
		e.ChangedAt = latest(e.ChangedAt, current.UpdatedAt)
		return yield(e)
	}
	for _, e := range entries {
		if !list(e) {
			return nil
		}
	}
	for post, err := range s.headings(ctx) {
		if err != nil {
			return err
		}
		if !list(SitemapEntry{PageID{Kind: PagePost, Slug: post.Slug}, post.UpdatedAt}) {
			return nil
		}
	}
	return nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
