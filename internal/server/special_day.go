package server

import (
	"context"

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
	if err := in.identify(ctx, "special-day", in.Body.ID, in.Body, &in.Body.Precondition); err != nil {
		return nil, err
	}
	day, err := a.site.SaveSpecialDay(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Special day", in.Body.ID)
	a.logChange(ctx, message, "id", day.ID, "date", day.Date)
	return respondSaved(day, message)
}

func (a *api) deleteSpecialDay(ctx context.Context, in *recordID) (*output[site.SpecialDay], error) {
	deleted, err := a.site.DeleteSpecialDay(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Special day deleted", "id", deleted.ID, "date", deleted.Date)
	return respondSaved(deleted, "Special day deleted")
}
