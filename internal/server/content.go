package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listContent(ctx context.Context, _ *noInput) (*output[[]site.ContentEntry], error) {
	return respond(a.site.Content(ctx))
}

func (a *api) listContentItems(ctx context.Context, _ *noInput) (*output[[]site.ContentItem], error) {
	return respond(a.site.ContentItems(ctx))
}

type contentInput struct {
	CreateHeader
	Body site.ContentEdit
}

func (a *api) saveContent(ctx context.Context, in *contentInput) (*output[site.ContentItem], error) {
	if err := in.identify(ctx, "content", in.Body.ID, in.Body, &in.Body.Precondition); err != nil {
		return nil, err
	}
	item, removed, err := a.site.SaveContent(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Content", in.Body.ID)
	a.logChange(ctx, message, "id", item.ID, "key", item.Key)
	return respondSaved(item, withRemoved(withClaims(message, a.site.ClaimsIn(item.Texts()...)), removed))
}

func (a *api) deleteContent(ctx context.Context, in *recordID) (*output[site.ContentItem], error) {
	deleted, err := a.site.DeleteContent(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Content deleted", "id", deleted.ID, "key", deleted.Key)
	return respondSaved(deleted, "Content deleted")
}
