package site

import "context"

// SocialLink points to the company's page on a social platform.
type SocialLink struct {
	ID       int64  `json:"id"`
	Platform string `json:"platform"`
	URL      string `json:"url"`
	Icon     string `json:"icon"`
	Active   bool   `json:"active"`
}

// SocialLinkEdit is a save of a social link: without ID it creates one, and
// what is nil keeps its stored value. A new link is active.
type SocialLinkEdit struct {
	ID       *int64  `json:"id,omitempty"`
	Platform *string `json:"platform,omitempty"`
	URL      *string `json:"url,omitempty"`
	Icon     *string `json:"icon,omitempty"`
	Active   *bool   `json:"active,omitempty"`
}

// SocialLinkReader reads social links.
type SocialLinkReader interface {
	// SocialLinks returns all links in the order in which they were created.
	SocialLinks(ctx context.Context) ([]SocialLink, error)
	SocialLink(ctx context.Context, id int64) (SocialLink, error)
}

// SocialLinkWriter writes social links.
type SocialLinkWriter interface {
	// PutSocialLink inserts the link when its ID is 0 and updates it
	// otherwise, and returns it as stored.
	PutSocialLink(ctx context.Context, l SocialLink) (SocialLink, error)
}

// SocialLinks returns all links in the order in which they were created.
func (s *Site) SocialLinks(ctx context.Context) ([]SocialLink, error) {
	return s.store.SocialLinks(ctx)
}

// ActiveSocialLinks returns the links that the public sees.
func (s *Site) ActiveSocialLinks(ctx context.Context) ([]SocialLink, error) {
	links, err := s.store.SocialLinks(ctx)
	if err != nil {
		return nil, err
	}
	active := make([]SocialLink, 0, len(links))
	for _, link := range links {
		if link.Active {
			active = append(active, link)
		}
	}
	return active, nil
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
		edit.applyTo(&link)
		if err = link.check(); err != nil {
			return err
		}
		link, err = tx.PutSocialLink(ctx, link)
		return err
	})
	return link, err
}

func (e SocialLinkEdit) applyTo(link *SocialLink) {
	set(&link.Platform, e.Platform)
	set(&link.URL, e.URL)
	set(&link.Icon, e.Icon)
	if e.Active != nil {
		link.Active = *e.Active
	}
}

func (link *SocialLink) check() error {
	return firstError(
		field{"platform", link.Platform}.required(maxLine),
		field{"url", link.URL}.webAddress(),
		field{"icon", link.Icon}.within(maxAddress),
	)
}
