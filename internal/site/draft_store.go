package site

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"perimeter/internal/record"
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
	return overlaid(contentItems, items, d.content), err
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
	all, err := d.Store.Services(ctx)
	return overlaid(services, all, d.service), err
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

func (d *draftStore) Posts() PostStore {
	if d.post == nil {
		return d.Store.Posts()
	}
	return draftPosts{d.Store.Posts(), *d.post}
}

func (d *draftStore) BusinessHours(ctx context.Context) ([]DayHours, error) {
	saved, err := d.Store.BusinessHours(ctx)
	if err != nil || d.hours == nil {
		return saved, err
	}
	for _, hours := range d.hours {
		saved = weekdays.With(saved, hours)
	}
	slices.SortFunc(saved, func(a, b DayHours) int {
		return cmp.Compare(slices.Index(Weekdays[:], a.Day), slices.Index(Weekdays[:], b.Day))
	})
	return saved, nil
}

func (d *draftStore) SpecialDays(ctx context.Context) ([]SpecialDay, error) {
	days, err := d.Store.SpecialDays(ctx)
	days = overlaid(specialDays, days, d.specialDay)
	slices.SortStableFunc(days, func(a, b SpecialDay) int {
		return cmp.Or(strings.Compare(a.Date, b.Date), strings.Compare(a.EndDate, b.EndDate))
	})
	return days, err
}

func (d *draftStore) SocialLinks(ctx context.Context) ([]SocialLink, error) {
	links, err := d.Store.SocialLinks(ctx)
	return overlaid(socialLinks, links, d.socialLink), err
}

// draftPosts reads one post from a draft and the others from the store.
type draftPosts struct {
	PostStore
	post Post
}

// Page puts a new post in front of the others, where a save would put it.
func (d draftPosts) Page(ctx context.Context, q PostQuery) ([]Post, error) {
	post := d.post
	if q.Summary {
		post.Content = ""
	}
	isNew := post.ID == draftID && q.After == BeforeAllPosts && q.Search == ""
	if isNew && q.Skip > 0 {
		q.Skip--
		return d.PostStore.Page(ctx, q)
	}
	posts, err := d.PostStore.Page(ctx, q)
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

func (d draftPosts) Next(ctx context.Context, after PostPosition) (Post, error) {
	found, err := d.PostStore.Next(ctx, after)
	if err == nil && found.ID == d.post.ID {
		found = d.post
		found.Content = ""
	}
	return found, err
}

func (d draftPosts) Get(ctx context.Context, id int64) (Post, error) {
	if d.post.ID == id {
		return d.post, nil
	}
	return d.PostStore.Get(ctx, id)
}

func (d draftPosts) BySlug(ctx context.Context, slug string) (Post, error) {
	found, err := d.PostStore.BySlug(ctx, slug)
	if d.post.Slug == slug || err == nil && found.ID == d.post.ID {
		return d.post, nil
	}
	return found, err
}

// overlaid returns the list with the record in it, if there is one.
func overlaid[T any, E record.Edit[T]](description *record.Description[T, E], list []T, edited *T) []T {
	if edited == nil {
		return list
	}
	return description.With(list, *edited)
}
