package site

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"perimeter/internal/errs"
)

// errDraft says that somebody tried to save something in a DraftSite.
var errDraft = errors.New("a draft cannot be saved from a preview")

// draftStore reads one record from a draft and everything else from the store.
type draftStore struct {
	Store
	post       *Post
	service    *Service
	content    *ContentItem
	hours      []DayHours
	specialDay *SpecialDay
	socialLink *SocialLink
}

// Publish refuses to write: what a DraftSite shows is not stored.
func (d *draftStore) Publish(context.Context, func(Tx) error) error { return errDraft }

func (d *draftStore) ContentItems(ctx context.Context) ([]ContentItem, error) {
	items, err := d.Store.ContentItems(ctx)
	return replaced(items, d.content, contentItemID), err
}

func (d *draftStore) ContentItemsByKey(ctx context.Context, keys []string) ([]ContentItem, error) {
	items, err := d.Store.ContentItemsByKey(ctx, keys)
	if err != nil || d.content == nil {
		return items, err
	}
	// Its key may have changed, so that it is among the others now, or no longer.
	items = slices.DeleteFunc(items, func(i ContentItem) bool { return i.ID == d.content.ID })
	if slices.Contains(keys, d.content.Key) {
		items = append(items, *d.content)
	}
	return items, nil
}

func (d *draftStore) Services(ctx context.Context) ([]Service, error) {
	services, err := d.Store.Services(ctx)
	return replaced(services, d.service, func(s Service) int64 { return s.ID }), err
}

func (d *draftStore) Service(ctx context.Context, id int64) (Service, error) {
	if d.service != nil && d.service.ID == id {
		return *d.service, nil
	}
	return d.Store.Service(ctx, id)
}

func (d *draftStore) ServiceBySlug(ctx context.Context, slug string) (Service, error) {
	found, err := d.Store.ServiceBySlug(ctx, slug)
	if d.service != nil && (d.service.Slug == slug || err == nil && found.ID == d.service.ID) {
		return *d.service, nil
	}
	return found, err
}

func (d *draftStore) Posts(ctx context.Context) ([]Post, error) {
	return d.PostPage(ctx, PostQuery{After: BeforeAllPosts, Limit: draftID})
}

// PostPage puts a new post in front of the others, where a save would put it.
func (d *draftStore) PostPage(ctx context.Context, q PostQuery) ([]Post, error) {
	if d.post == nil {
		return d.Store.PostPage(ctx, q)
	}
	post := *d.post
	if q.Summary {
		post.Content = ""
	}
	isNew := post.ID == draftID && q.After == BeforeAllPosts && q.Search == ""
	if isNew && q.Skip > 0 {
		q.Skip--
		return d.Store.PostPage(ctx, q)
	}
	posts, err := d.Store.PostPage(ctx, q)
	if isNew {
		posts = slices.Insert(posts, 0, post)
		return posts[:min(len(posts), q.Limit)], err
	}
	for i := range posts {
		if posts[i].ID == post.ID {
			posts[i] = post
		}
	}
	return posts, err
}

func (d *draftStore) Post(ctx context.Context, id int64) (Post, error) {
	if d.post != nil && d.post.ID == id {
		return *d.post, nil
	}
	return d.Store.Post(ctx, id)
}

func (d *draftStore) PostBySlug(ctx context.Context, slug string) (Post, error) {
	found, err := d.Store.PostBySlug(ctx, slug)
	if d.post != nil && (d.post.Slug == slug || err == nil && found.ID == d.post.ID) {
		return *d.post, nil
	}
	return found, err
}

func (d *draftStore) BusinessHours(ctx context.Context) ([]DayHours, error) {
	saved, err := d.Store.BusinessHours(ctx)
	if err != nil || d.hours == nil {
		return saved, err
	}
	var days []DayHours
	for _, day := range Weekdays {
		isDay := func(h DayHours) bool { return h.Day == day }
		if i := slices.IndexFunc(d.hours, isDay); i >= 0 {
			days = append(days, d.hours[i])
		} else if i := slices.IndexFunc(saved, isDay); i >= 0 {
			days = append(days, saved[i])
		}
	}
	return days, nil
}

func (d *draftStore) SpecialDays(ctx context.Context) ([]SpecialDay, error) {
	days, err := d.Store.SpecialDays(ctx)
	days = replaced(days, d.specialDay, specialDayID)
	slices.SortStableFunc(days, func(a, b SpecialDay) int {
		return cmp.Or(strings.Compare(a.Date, b.Date), strings.Compare(a.EndDate, b.EndDate))
	})
	return days, err
}

func (d *draftStore) SocialLinks(ctx context.Context) ([]SocialLink, error) {
	links, err := d.Store.SocialLinks(ctx)
	return replaced(links, d.socialLink, socialLinkID), err
}

func contentItemID(i ContentItem) int64 { return i.ID }
func specialDayID(d SpecialDay) int64   { return d.ID }
func socialLinkID(l SocialLink) int64   { return l.ID }

// recordIn returns the record of the list that has the ID.
func recordIn[T any](list []T, id int64, idOf func(T) int64, noun string) (record T, err error) {
	i := slices.IndexFunc(list, func(r T) bool { return idOf(r) == id })
	if i < 0 {
		return record, errs.Errorf(errs.NotFound, "There is no %s %d.", noun, id)
	}
	return list[i], nil
}

// replaced returns the list with the record in the place of the one that has its
// ID, or at the end if there is none.
func replaced[T any](list []T, record *T, id func(T) int64) []T {
	if record == nil {
		return list
	}
	i := slices.IndexFunc(list, func(other T) bool { return id(other) == id(*record) })
	if i < 0 {
		return append(list, *record)
	}
	list[i] = *record
	return list
}
