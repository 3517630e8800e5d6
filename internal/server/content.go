package server

import (
	"context"

	"perimeter/internal/record"
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
	change, err := in.change(ctx, record.Content, in.Body.ID, in.Body, in.Body.BasedOn)
	if err != nil {
		return nil, err
	}
	saved, err := a.site.SaveContent(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	item := saved.Record
	message := savedMessage("Content", in.Body.ID)
	a.logChange(ctx, message, "id", item.ID, "key", item.Key)
	return respondChecked(saved, message, a.site.ClaimsIn(item.Texts()...))
}

func (a *api) deleteContent(ctx context.Context, in *recordID) (*output[site.ContentItem], error) {
	deleted, err := a.site.DeleteContent(ctx, changeBy(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Content deleted", "id", deleted.Record.ID, "key", deleted.Record.Key)
	return respondSaved(deleted, "Content deleted")
}
