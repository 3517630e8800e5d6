package site

import (
	"context"
	"time"

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
	Precondition
	ID       *int64  `json:"id,omitempty"`
	Platform *string `json:"platform,omitempty"`
	URL      *string `json:"url,omitempty"`
	Icon     *string `json:"icon,omitempty"`
	Active   *bool   `json:"active,omitempty"`
	// position is where a deleted link that comes back was in the list.
	position int64
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

// SaveSocialLink creates or updates a social link.
func (s *Site) SaveSocialLink(ctx context.Context, edit SocialLinkEdit) (SocialLink, error) {
	var link SocialLink
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		link = SocialLink{Active: true}
		if edit.ID != nil {
			if link, err = tx.SocialLink(ctx, *edit.ID); err != nil {
				return err
			}
		}
		stored := link
		edit.applyTo(&link)
		if err = validate.First(link.check(), edit.check(stored.UpdatedAt, stored, link)); err != nil {
			return err
		}
		if edit.ID == nil {
			if done, err := createdBefore(ctx, s, tx, edit.Precondition, tx.SocialLink, &link); done || err != nil {
				return err
			}
		}
		link.UpdatedAt = s.clock.Stamp()
		if link, err = tx.PutSocialLink(ctx, link); err != nil || edit.ID != nil {
			return err
		}
		if edit.position > 0 {
			if err = tx.PlaceSocialLink(ctx, link.ID, edit.position); err != nil {
				return err
			}
		}
		return s.recordCreate(ctx, tx, edit.Precondition, link.ID)
	})
	return link, err
}

// OrderSocialLinks puts the links into the order of the IDs, which must name each
// of them once, and returns them in it.
func (s *Site) OrderSocialLinks(ctx context.Context, ids []int64) ([]SocialLink, error) {
	err := s.store.Publish(ctx, func(tx Tx) error {
		links, err := tx.SocialLinks(ctx)
		if err != nil {
			return err
		}
		if err := checkOrder("social links", ids, links, func(v SocialLink) int64 { return v.ID }); err != nil {
			return err
		}
		return tx.OrderSocialLinks(ctx, ids)
	})
	if err != nil {
		return nil, err
	}
	return s.SocialLinks(ctx)
}

// DeleteSocialLink deletes a link and returns it as it was. Without any link,
// pages show the default ones again.
func (s *Site) DeleteSocialLink(ctx context.Context, id int64) (SocialLink, error) {
	var link SocialLink
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		if link, err = tx.SocialLink(ctx, id); err != nil {
			return err
		}
		return tx.DeleteSocialLink(ctx, id)
	})
	return link, err
}

func (e SocialLinkEdit) applyTo(link *SocialLink) {
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
