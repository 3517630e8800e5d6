package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listContent(ctx context.Context, _ *nothing) (*output[[]site.ContentEntry], error) {
	return found(a.site.Content(ctx))
}

func (a *api) listContentItems(ctx context.Context, _ *nothing) (*output[[]site.ContentItem], error) {
	return found(a.site.ContentItems(ctx))
}

type contentInput struct{ Body site.ContentEdit }

func (a *api) saveContent(ctx context.Context, in *contentInput) (*output[site.ContentItem], error) {
	item, removed, err := a.site.SaveContent(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := outcome("Content", in.Body.ID)
	a.record(ctx, message, "id", item.ID, "key", item.Key)
	return done(item, withRemoved(message, removed))
}
