package store

import (
	"cmp"
	"context"
	"slices"

	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func dayHours(row db.BusinessHour) site.DayHours { return site.DayHours(row) }

func (r reader) BusinessHours(ctx context.Context) ([]site.DayHours, error) {
	scope.Read(ctx, scope.Hours)
	days, err := all(ctx, r, r.q.ListBusinessHours, dayHours)
	slices.SortFunc(days, func(a, b site.DayHours) int {
		return cmp.Compare(slices.Index(site.Weekdays[:], a.Day), slices.Index(site.Weekdays[:], b.Day))
	})
	return days, err
}

func (t tx) PutDayHours(ctx context.Context, h site.DayHours) error {
	t.touch(scope.Hours)
	return exec(ctx, t, subject{noun: "day"}, t.q.PutDayHours, db.PutDayHoursParams(h))
}
