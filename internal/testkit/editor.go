package testkit

import (
	"context"
	"testing"

	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/site"
)

// Editor is a site whose changes are made by nobody in particular. Its methods return
// the record alone.
type Editor struct{ *site.Site }

// Edit returns the editor of a site.
func Edit(s *site.Site) Editor { return Editor{s} }

// Posts returns all posts, newest first.
func Posts(t testing.TB, s *site.Site) []site.Post {
	t.Helper()
	all, query := []site.Post{}, site.PostPageQuery{Limit: site.MaxPostLimit}
	for {
		page := Must(s.PostPage(t.Context(), query))(t)
		all = append(all, page.Posts...)
		if query.After = page.Next; page.Next == "" {
			return all
		}
	}
}

func basedOn(p record.Precondition) record.Change { return record.Change{BasedOn: p.BasedOn} }

// SaveContent is that of Site.
func (e Editor) SaveContent(ctx context.Context, edit site.ContentEdit) (site.ContentItem, safehtml.Removed, error) {
	saved, err := e.Site.SaveContent(ctx, basedOn(edit.Precondition), edit)
	return saved.Record, saved.Removed, err
}

// SaveService is that of Site.
func (e Editor) SaveService(ctx context.Context, edit site.ServiceEdit) (site.Service, safehtml.Removed, error) {
	saved, err := e.Site.SaveService(ctx, basedOn(edit.Precondition), edit)
	return saved.Record, saved.Removed, err
}

// SavePost is that of Site.
func (e Editor) SavePost(ctx context.Context, edit site.PostEdit) (site.Post, error) {
	saved, err := e.Site.SavePost(ctx, basedOn(edit.Precondition), edit)
	return saved.Record, err
}

// SaveSocialLink is that of Site.
func (e Editor) SaveSocialLink(ctx context.Context, edit site.SocialLinkEdit) (site.SocialLink, error) {
	saved, err := e.Site.SaveSocialLink(ctx, basedOn(edit.Precondition), edit)
	return saved.Record, err
}

// SaveDayHours is that of Site.
func (e Editor) SaveDayHours(ctx context.Context, edit site.DayHoursEdit) (site.DayHours, error) {
	saved, err := e.Site.SaveDayHours(ctx, basedOn(edit.Precondition), edit)
	return saved.Record, err
}

// SaveSpecialDay is that of Site.
func (e Editor) SaveSpecialDay(ctx context.Context, edit site.SpecialDayEdit) (site.SpecialDay, error) {
	saved, err := e.Site.SaveSpecialDay(ctx, basedOn(edit.Precondition), edit)
	return saved.Record, err
}

// OrderServices is that of Site.
func (e Editor) OrderServices(ctx context.Context, ids []int64) ([]site.Service, error) {
	ordered, err := e.Site.OrderServices(ctx, record.Change{}, ids)
	return ordered.Record, err
}

// OrderSocialLinks is that of Site.
func (e Editor) OrderSocialLinks(ctx context.Context, ids []int64) ([]site.SocialLink, error) {
	ordered, err := e.Site.OrderSocialLinks(ctx, record.Change{}, ids)
	return ordered.Record, err
}

// DeleteContent is that of Site.
func (e Editor) DeleteContent(ctx context.Context, id int64) (site.ContentItem, error) {
	deleted, err := e.Site.DeleteContent(ctx, record.Change{}, id)
	return deleted.Record, err
}

// DeleteService is that of Site.
func (e Editor) DeleteService(ctx context.Context, id int64) (site.Service, error) {
	deleted, err := e.Site.DeleteService(ctx, record.Change{}, id)
	return deleted.Record, err
}

// DeletePost is that of Site.
func (e Editor) DeletePost(ctx context.Context, id int64) (site.Post, error) {
	deleted, err := e.Site.DeletePost(ctx, record.Change{}, id)
	return deleted.Record, err
}

// DeleteSocialLink is that of Site.
func (e Editor) DeleteSocialLink(ctx context.Context, id int64) (site.SocialLink, error) {
	deleted, err := e.Site.DeleteSocialLink(ctx, record.Change{}, id)
	return deleted.Record, err
}

// DeleteSpecialDay is that of Site.
func (e Editor) DeleteSpecialDay(ctx context.Context, id int64) (site.SpecialDay, error) {
	deleted, err := e.Site.DeleteSpecialDay(ctx, record.Change{}, id)
	return deleted.Record, err
}
