package site

import (
	"context"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// SocialLink points to the company's page on a social platform.
type SocialLink struct {
	ID       int64  `json:"id"`
	Platform string `json:"platform"`
	URL      string `json:"url"`
	Icon     string `json:"icon"`
	Active   bool   `json:"active"`
	// UpdatedAt is not shown to the public.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
}

// SocialLinkEdit is a save of a social link. Without an ID it creates one, which
// is active. A nil field keeps its stored value.
type SocialLinkEdit struct {
	record.Precondition
	ID       *int64  `json:"id,omitempty"`
	Platform *string `json:"platform,omitempty"`
	URL      *string `json:"url,omitempty"`
	Icon     *string `json:"icon,omitempty"`
	Active   *bool   `json:"active,omitempty"`
}

// SocialLinks returns all links in display order.
func (s *Site) SocialLinks(ctx context.Context) ([]SocialLink, error) {
	return s.store.SocialLinks(ctx)
}

// ActiveSocialLinks returns the links that the public sees.
func (s *Site) ActiveSocialLinks(ctx context.Context) ([]SocialLink, error) {
	links, err := s.store.SocialLinks(ctx)
	if err != nil {
		return nil, err
	}
	return activeLinks(links), nil
}

func activeLinks(links []SocialLink) []SocialLink {
	active := make([]SocialLink, 0, len(links))
	for _, link := range links {
		if link.Active {
			link.UpdatedAt = time.Time{}
			active = append(active, link)
		}
	}
	return active
}

// socialLinks describes the social links.
var socialLinks = &record.Description[SocialLink, SocialLinkEdit]{
	Kind: record.SocialLink, Noun: "social link", Plural: "social links",
	New:       func(SocialLinkEdit, time.Time) SocialLink { return SocialLink{Active: true} },
	Prepare:   func(link *SocialLink) (safehtml.Removed, error) { return nil, link.check() },
	ID:        func(link *SocialLink) *int64 { return &link.ID },
	UpdatedAt: func(link *SocialLink) *time.Time { return &link.UpdatedAt },
	Ordered:   true,
}

// SaveSocialLink creates or updates a social link.
func (s *Site) SaveSocialLink(ctx context.Context, change record.Change, edit SocialLinkEdit) (record.Saved[SocialLink], error) {
	return s.records.links.Save(ctx, change, edit)
}

// OrderSocialLinks puts the links into the order of the IDs, which must name each
// of them once, and returns them in it.
func (s *Site) OrderSocialLinks(ctx context.Context, change record.Change, ids []int64) (record.Saved[[]SocialLink], error) {
	versions, err := s.records.links.Order(ctx, change, ids)
	if err != nil {
		return record.Saved[[]SocialLink]{}, err
	}
	links, err := s.SocialLinks(ctx)
	return record.Saved[[]SocialLink]{Record: links, Versions: versions}, err
}

// DeleteSocialLink deletes a link and returns it as it was. Without any link,
// pages show the default ones again.
func (s *Site) DeleteSocialLink(ctx context.Context, change record.Change, id int64) (record.Saved[SocialLink], error) {
	return s.records.links.Delete(ctx, change, id)
}

// RecordID implements record.Edit.
func (e SocialLinkEdit) RecordID() *int64 { return e.ID }

// ApplyTo implements record.Edit.
func (e SocialLinkEdit) ApplyTo(link *SocialLink) {
	validate.SetTrimmed(&link.Platform, e.Platform)
	validate.SetTrimmed(&link.URL, e.URL)
	validate.SetTrimmed(&link.Icon, e.Icon)
	if e.Active != nil {
		link.Active = *e.Active
	}
}

func (link *SocialLink) check() error {
	return validate.First(
		validate.Field{Name: "platform", Value: link.Platform}.Required(validate.MaxLine),
		validate.Field{Name: "url", Value: link.URL}.WebURL(),
		validate.Field{Name: "icon", Value: link.Icon}.Within(validate.MaxURL),
	)
}
