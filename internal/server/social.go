package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listActiveSocialLinks(ctx context.Context, _ *noInput) (*output[[]site.SocialLink], error) {
	return respond(a.site.ActiveSocialLinks(ctx))
}

func (a *api) listSocialLinks(ctx context.Context, _ *noInput) (*output[[]site.SocialLink], error) {
	return respond(a.site.SocialLinks(ctx))
}

type socialLinkInput struct{ Body site.SocialLinkEdit }

func (a *api) saveSocialLink(ctx context.Context, in *socialLinkInput) (*output[site.SocialLink], error) {
	link, err := a.site.SaveSocialLink(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Social link", in.Body.ID)
	a.logChange(ctx, message, "id", link.ID, "platform", link.Platform)
	return respondSaved(link, message)
}
