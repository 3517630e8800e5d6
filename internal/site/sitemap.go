package site

import (
	"context"
	"time"
)

// SitemapEntry is a page that search engines should know. ChangedAt is the last
// change of what it shows, or zero if nothing on it was ever edited.
type SitemapEntry struct {
	Page      PageID
	ChangedAt time.Time
}

// Sitemap lists every page that search engines should know.
func (s *Site) Sitemap(ctx context.Context) ([]SitemapEntry, error) {
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return nil, err
	}
	services, err := s.visibleServices(ctx)
	if err != nil {
		return nil, err
	}
	posts, err := s.store.Posts().Headings(ctx)
	if err != nil {
		return nil, err
	}

	current, err := s.company.Current(ctx)
	if err != nil {
		return nil, err
	}

	edited := map[Section]time.Time{}
	for _, item := range items {
		edited[item.Section] = latest(edited[item.Section], item.UpdatedAt)
	}
	var anyService, anyPost time.Time
	for _, service := range services {
		anyService = latest(anyService, service.UpdatedAt)
	}
	for _, post := range posts {
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
	for skipped := PostsPerPage; skipped < len(posts); skipped += PostsPerPage {
		page := PageID{Kind: PageBlog, Number: skipped/PostsPerPage + 1}
		// Any new or deleted post changes all that follow.
		entries = append(entries, SitemapEntry{page, latest(edited[SectionBlog], anyPost)})
	}
	for _, service := range services {
		entries = append(entries, SitemapEntry{PageID{Kind: PageService, Slug: service.Slug}, service.UpdatedAt})
	}
	for _, post := range posts {
		entries = append(entries, SitemapEntry{PageID{Kind: PagePost, Slug: post.Slug}, post.UpdatedAt})
	}
	// The facts about the company are on every page.
	for i := range entries {
		entries[i].ChangedAt = latest(entries[i].ChangedAt, current.UpdatedAt)
	}
	return entries, nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
