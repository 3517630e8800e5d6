package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listActiveSocialLinks(ctx context.Context, _ *nothing) (*output[[]site.SocialLink], error) {
	return found(a.site.ActiveSocialLinks(ctx))
}

func (a *api) listSocialLinks(ctx context.Context, _ *nothing) (*output[[]site.SocialLink], error) {
	return found(a.site.SocialLinks(ctx))
}

type socialLinkInput struct{ Body site.SocialLinkEdit }

func (a *api) saveSocialLink(ctx context.Context, in *socialLinkInput) (*output[site.SocialLink], error) {
	link, err := a.site.SaveSocialLink(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := outcome("Social link", in.Body.ID)
	a.record(ctx, message, "id", link.ID, "platform", link.Platform)
	return done(link, message)
}
