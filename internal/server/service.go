package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listServices(ctx context.Context, _ *noInput) (*output[[]site.Service], error) {
	return respond(a.site.Services(ctx))
}

type serviceRef struct {
	Ref string `path:"ref" doc:"The service's slug, or its id: digits mean the id"`
}

func (a *api) getService(ctx context.Context, in *serviceRef) (*output[site.Service], error) {
	return respond(a.site.Service(ctx, in.Ref))
}

type serviceInput struct{ Body site.ServiceEdit }

func (a *api) saveService(ctx context.Context, in *serviceInput) (*output[site.Service], error) {
	service, removed, err := a.site.SaveService(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Service", in.Body.ID)
	a.logChange(ctx, message, "id", service.ID, "slug", service.Slug)
	return respondSaved(service, withRemoved(withClaims(message, a.site.ClaimsIn(service.Texts()...)), removed))
}
