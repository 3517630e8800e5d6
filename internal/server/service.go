package server

import (
	"context"
	"net/http"
	"slices"

	"perimeter/internal/record"
	"perimeter/internal/site"
)

// hiddenKey marks the context of a request whose response includes hidden
// services.
type hiddenKey struct{}

// routesWithHidden respond to administrators with hidden services too. Everybody
// else shares one response.
var routesWithHidden = []string{"GET /api/services", "GET /api/services/{ref}"}

// seesHidden reports whether the response to the request includes hidden services.
// Only requests with a session cost a lookup.
func (a *api) seesHidden(r *http.Request, route route) bool {
	return requestInfoOf(r.Context()).token != "" &&
		slices.Contains(routesWithHidden, route.pattern()) && a.requireAdmin(r.Context()) == nil
}

func (a *api) listServices(ctx context.Context, _ *noInput) (*output[[]site.Service], error) {
	if ctx.Value(hiddenKey{}) != nil {
		return respond(a.site.AllServices(ctx))
	}
	return respond(a.site.Services(ctx))
}

type serviceRef struct {
	Ref string `path:"ref" doc:"The service's slug, or its id: digits mean the id"`
}

func (a *api) getService(ctx context.Context, in *serviceRef) (*output[site.Service], error) {
	if ctx.Value(hiddenKey{}) != nil {
		return respond(a.site.AnyService(ctx, in.Ref))
	}
	return respond(a.site.Service(ctx, in.Ref))
}

type serviceInput struct {
	CreateHeader
	Body site.ServiceEdit
}

func (a *api) saveService(ctx context.Context, in *serviceInput) (*output[site.Service], error) {
	change, err := in.change(ctx, record.Service, in.Body.ID, in.Body, in.Body.BasedOn)
	if err != nil {
		return nil, err
	}
	saved, err := a.site.SaveService(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	service := saved.Record
	message := savedMessage("Service", in.Body.ID)
	a.logChange(ctx, message, "id", service.ID, "slug", service.Slug)
	return respondChecked(saved, message, a.site.ClaimsIn(service.Texts()...))
}

// orderInput is a new order of all records of a kind.
type orderInput struct {
	Body struct {
		IDs []int64 `json:"ids" doc:"The id of every record, once, in the new order"`
	}
}

func (a *api) orderServices(ctx context.Context, in *orderInput) (*output[[]site.Service], error) {
	services, err := a.site.OrderServices(ctx, changeBy(ctx), in.Body.IDs)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Services reordered", "ids", in.Body.IDs)
	return respondSaved(services, "Services reordered")
}

// recordID is the ID of a record in the path.
type recordID struct {
	ID int64 `path:"id"`
}

func (a *api) deleteService(ctx context.Context, in *recordID) (*output[site.Service], error) {
	deleted, err := a.site.DeleteService(ctx, changeBy(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Service deleted", "id", deleted.Record.ID, "slug", deleted.Record.Slug)
	return respondSaved(deleted, "Service deleted")
}
