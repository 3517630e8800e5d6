package site

import (
	"context"
	"time"
)

// Address is a public page that is worth finding, with the last change of what
// it shows, or the zero time where nothing on it was ever edited.
type Address struct {
	Path      string
	ChangedAt time.Time
}

// Addresses lists every public page that search engines should know.
func (s *Site) Addresses(ctx context.Context) ([]Address, error) {
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return nil, err
	}
	services, err := s.store.Services(ctx)
	if err != nil {
		return nil, err
	}
	posts, err := s.store.PostSummaries(ctx)
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

	addresses := []Address{
		{"/", latest(edited[SectionHome], anyService)},
		{"/services", latest(edited[SectionServices], anyService)},
		{"/programs", time.Time{}},
		{"/about", edited[SectionAbout]},
		{"/blog", latest(edited[SectionBlog], anyPost)},
		{"/contact", edited[SectionContact]},
		{"/customer-portal", time.Time{}},
	}
	for _, service := range services {
		addresses = append(addresses, Address{"/services/" + service.Slug, service.UpdatedAt})
	}
	for _, post := range posts {
		addresses = append(addresses, Address{"/blog/" + post.Slug, post.UpdatedAt})
	}
	return addresses, nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
