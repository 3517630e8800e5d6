package server

import (
	"context"

	"perimeter/internal/record"
	"perimeter/internal/site"
)

// specialDaysPath is the path of the public list.
const specialDaysPath = "/api/special-days"

func (a *api) listComingSpecialDays(ctx context.Context, _ *noInput) (*output[[]site.SpecialDay], error) {
	return respond(a.site.ComingSpecialDays(ctx))
}

func (a *api) listSpecialDays(ctx context.Context, _ *noInput) (*output[[]site.SpecialDay], error) {
	return respond(a.site.SpecialDays(ctx))
}

type specialDayInput struct {
	CreateHeader
	Body site.SpecialDayEdit
}

func (a *api) saveSpecialDay(ctx context.Context, in *specialDayInput) (*output[site.SpecialDay], error) {
	change, err := in.change(ctx, record.SpecialDay, in.Body.ID, in.Body, in.Body.BasedOn)
	if err != nil {
		return nil, err
	}
	saved, err := a.site.SaveSpecialDay(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Special day", in.Body.ID)
	a.logChange(ctx, message, "id", saved.Record.ID, "date", saved.Record.Date)
	return respondSaved(saved, message)
}

func (a *api) deleteSpecialDay(ctx context.Context, in *recordID) (*output[site.SpecialDay], error) {
	deleted, err := a.site.DeleteSpecialDay(ctx, changeBy(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Special day deleted", "id", deleted.Record.ID, "date", deleted.Record.Date)
	return respondSaved(deleted, "Special day deleted")
}
