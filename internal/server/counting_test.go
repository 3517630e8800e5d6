package server

import (
	"context"
	"sync/atomic"

	"perimeter/internal/errs"
	"perimeter/internal/site"
)

// countingSite counts how often the site is read from the store, and can make
// the database unavailable.
type countingSite struct {
	site.Store
	reads *atomic.Int64
	away  *atomic.Bool
}

// counted reads with one of the store's methods.
func counted[T any](s countingSite, read func() (T, error)) (T, error) {
	s.reads.Add(1)
	if s.away.Load() {
		var none T
		return none, errs.Errorf(errs.Unavailable, "The database is unavailable.")
	}
	return read()
}

func (s countingSite) Revision(ctx context.Context) (int64, error) {
	if s.away.Load() {
		return 0, errs.Errorf(errs.Unavailable, "The database is unavailable.")
	}
	return s.Store.Revision(ctx)
}

func (s countingSite) ContentItems(ctx context.Context) ([]site.ContentItem, error) {
	return counted(s, func() ([]site.ContentItem, error) { return s.Store.ContentItems(ctx) })
}

func (s countingSite) ContentItemsByKey(ctx context.Context, keys []string) ([]site.ContentItem, error) {
	return counted(s, func() ([]site.ContentItem, error) { return s.Store.ContentItemsByKey(ctx, keys) })
}

func (s countingSite) Services(ctx context.Context) ([]site.Service, error) {
	return counted(s, func() ([]site.Service, error) { return s.Store.Services(ctx) })
}

func (s countingSite) Service(ctx context.Context, id int64) (site.Service, error) {
	return counted(s, func() (site.Service, error) { return s.Store.Service(ctx, id) })
}

func (s countingSite) ServiceBySlug(ctx context.Context, slug string) (site.Service, error) {
	return counted(s, func() (site.Service, error) { return s.Store.ServiceBySlug(ctx, slug) })
}

func (s countingSite) Posts() site.PostStore { return countingPosts{s.Store.Posts(), s} }

type countingPosts struct {
	site.PostStore
	site countingSite
}

func (p countingPosts) Page(ctx context.Context, q site.PostQuery) ([]site.Post, error) {
	return counted(p.site, func() ([]site.Post, error) { return p.PostStore.Page(ctx, q) })
}

func (p countingPosts) BySlug(ctx context.Context, slug string) (site.Post, error) {
	return counted(p.site, func() (site.Post, error) { return p.PostStore.BySlug(ctx, slug) })
}

func (s countingSite) SocialLinks(ctx context.Context) ([]site.SocialLink, error) {
	return counted(s, func() ([]site.SocialLink, error) { return s.Store.SocialLinks(ctx) })
}

func (s countingSite) BusinessHours(ctx context.Context) ([]site.DayHours, error) {
	return counted(s, func() ([]site.DayHours, error) { return s.Store.BusinessHours(ctx) })
}
