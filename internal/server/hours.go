package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listHours(ctx context.Context, _ *noInput) (*output[[]site.DayHours], error) {
	return respond(a.site.PublicHours(ctx))
}

func (a *api) listSavedHours(ctx context.Context, _ *noInput) (*output[[]site.DayHours], error) {
	return respond(a.site.BusinessHours(ctx))
}

type hoursInput struct{ Body site.DayHoursEdit }

func (a *api) saveHours(ctx context.Context, in *hoursInput) (*output[site.DayHours], error) {
	change := changeBy(ctx)
	change.BasedOn = in.Body.BasedOn
	saved, err := a.site.SaveDayHours(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Business hours updated", "day", saved.Record.Day)
	return respondSaved(saved, "Business hours updated")
}
