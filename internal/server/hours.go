package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listHours(ctx context.Context, _ *nothing) (*output[[]site.DayHours], error) {
	return found(a.site.BusinessHours(ctx))
}

type hoursInput struct{ Body site.DayHoursEdit }

func (a *api) saveHours(ctx context.Context, in *hoursInput) (*output[site.DayHours], error) {
	hours, err := a.site.SaveDayHours(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	a.record(ctx, "Business hours updated", "day", hours.Day)
	return done(hours, "Business hours updated")
}
