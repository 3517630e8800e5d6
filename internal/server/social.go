package server

import (
	"context"

	"perimeter/internal/record"
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
	change, err := in.change(ctx, record.SocialLink, in.Body.ID, in.Body, in.Body.BasedOn)
	if err != nil {
		return nil, err
	}
	saved, err := a.site.SaveSocialLink(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Social link", in.Body.ID)
	a.logChange(ctx, message, "id", saved.Record.ID, "platform", saved.Record.Platform)
	return respondSaved(saved, message)
}

func (a *api) orderSocialLinks(ctx context.Context, in *orderInput) (*output[[]site.SocialLink], error) {
	links, err := a.site.OrderSocialLinks(ctx, changeBy(ctx), in.Body.IDs)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Social links reordered", "ids", in.Body.IDs)
	return respondSaved(links, "Social links reordered")
}

func (a *api) deleteSocialLink(ctx context.Context, in *recordID) (*output[site.SocialLink], error) {
	deleted, err := a.site.DeleteSocialLink(ctx, changeBy(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Social link deleted", "id", deleted.Record.ID, "platform", deleted.Record.Platform)
	return respondSaved(deleted, "Social link deleted")
}
