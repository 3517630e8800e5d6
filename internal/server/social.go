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

type socialLinkInput struct {
	CreateHeader
	Body site.SocialLinkEdit
}

func (a *api) saveSocialLink(ctx context.Context, in *socialLinkInput) (*output[site.SocialLink], error) {
	if err := in.identify(ctx, "social-link", in.Body.ID, in.Body, &in.Body.Precondition); err != nil {
		return nil, err
	}
	link, err := a.site.SaveSocialLink(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Social link", in.Body.ID)
	a.logChange(ctx, message, "id", link.ID, "platform", link.Platform)
	return respondSaved(link, message)
}

func (a *api) orderSocialLinks(ctx context.Context, in *orderInput) (*output[[]site.SocialLink], error) {
	links, err := a.site.OrderSocialLinks(ctx, in.Body.IDs)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Social links reordered", "ids", in.Body.IDs)
	return respondSaved(links, "Social links reordered")
}

func (a *api) deleteSocialLink(ctx context.Context, in *recordID) (*output[site.SocialLink], error) {
	deleted, err := a.site.DeleteSocialLink(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Social link deleted", "id", deleted.ID, "platform", deleted.Platform)
	return respondSaved(deleted, "Social link deleted")
}
