package store

import (
	"cmp"
	"context"
	"slices"

	"perimeter/internal/errs"
	"perimeter/internal/history"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func dayHours(row db.BusinessHour) site.DayHours {
	return site.DayHours{
		Day: row.Day, OpenTime: row.OpenTime, CloseTime: row.CloseTime, IsClosed: row.IsClosed,
		SecondOpenTime: row.SecondOpenTime, SecondCloseTime: row.SecondCloseTime, UpdatedAt: optionalInstant(row.UpdatedAt),
	}
}

func (r reader) BusinessHours(ctx context.Context) ([]site.DayHours, error) {
	scope.Read(ctx, scope.Hours)
	days, err := all(ctx, r, r.q.ListBusinessHours, dayHours)
	slices.SortFunc(days, func(a, b site.DayHours) int {
		return cmp.Compare(slices.Index(site.Weekdays[:], a.Day), slices.Index(site.Weekdays[:], b.Day))
	})
	return days, err
}

// dayHours returns the record of the day.
func (r reader) dayHours(ctx context.Context, day string) (site.DayHours, error) {
	return one(ctx, r, subject{noun: "day"}, r.q.GetDayHours, day, dayHours)
}

func (t tx) PutDayHours(ctx context.Context, h site.DayHours) error {
	t.touch(scope.Hours)
	action := history.Update
	if _, err := t.dayHours(ctx, h.Day); errs.KindOf(err) == errs.NotFound {
		action = history.Create
	} else if err != nil {
		return err
	}
	if err := t.keep(history.Hours, h.Day, action, h); err != nil {
		return err
	}
	return exec(ctx, t, subject{noun: "day"}, t.q.PutDayHours, db.PutDayHoursParams{
		Day: h.Day, OpenTime: h.OpenTime, CloseTime: h.CloseTime, IsClosed: h.IsClosed,
		SecondOpenTime: h.SecondOpenTime, SecondCloseTime: h.SecondCloseTime, UpdatedAt: optionalMicros(h.UpdatedAt),
	})
}

func (t tx) DeleteDayHours(ctx context.Context, day string) error {
	t.touch(scope.Hours)
	deleted, err := t.dayHours(ctx, day)
	if err != nil {
		return err
	}
	if err := t.keep(history.Hours, day, history.Delete, deleted); err != nil {
		return err
	}
	return affect(ctx, t, subject{noun: "day"}, t.q.DeleteDayHours, day)
}

func specialDay(row db.SpecialDay) site.SpecialDay {
	return site.SpecialDay{
		ID: row.ID, Date: row.Date, EndDate: row.EndDate, IsClosed: row.IsClosed,
		OpenTime: row.OpenTime, CloseTime: row.CloseTime, Label: row.Label, UpdatedAt: optionalInstant(row.UpdatedAt),
	}
}

func (r reader) SpecialDays(ctx context.Context) ([]site.SpecialDay, error) {
	scope.Read(ctx, scope.Hours)
	return all(ctx, r, r.q.ListSpecialDays, specialDay)
}

func (r reader) SpecialDay(ctx context.Context, id int64) (site.SpecialDay, error) {
	scope.Read(ctx, scope.Hours)
	return one(ctx, r, subject{noun: "special day"}, r.q.GetSpecialDay, id, specialDay)
}

func (t tx) PutSpecialDay(ctx context.Context, d site.SpecialDay) (site.SpecialDay, error) {
	t.touch(scope.Hours)
	stored, err := t.storeSpecialDay(ctx, d)
	if err != nil {
		return stored, err
	}
	if err := t.useFormerID(ctx, history.SpecialDay, "special_days", d.ID, &stored.ID); err != nil {
		return stored, err
	}
	return stored, t.keepPut(history.SpecialDay, d.ID, stored.ID, stored)
}

func (t tx) storeSpecialDay(ctx context.Context, d site.SpecialDay) (site.SpecialDay, error) {
	s := subject{noun: "special day", field: "date", value: d.Date}
	if d.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertSpecialDay, db.InsertSpecialDayParams{
			Date:      d.Date,
			EndDate:   d.EndDate,
			IsClosed:  d.IsClosed,
			OpenTime:  d.OpenTime,
			CloseTime: d.CloseTime,
			Label:     d.Label,
			UpdatedAt: optionalMicros(d.UpdatedAt),
		}, specialDay)
	}
	return one(ctx, t.reader, s, t.q.UpdateSpecialDay, db.UpdateSpecialDayParams{
		ID: d.ID, Date: d.Date, EndDate: d.EndDate, IsClosed: d.IsClosed,
		OpenTime: d.OpenTime, CloseTime: d.CloseTime, Label: d.Label, UpdatedAt: optionalMicros(d.UpdatedAt),
	}, specialDay)
}

func (t tx) DeleteSpecialDay(ctx context.Context, id int64) error {
	t.touch(scope.Hours)
	deleted, err := t.SpecialDay(ctx, id)
	if err != nil {
		return err
	}
	if err := t.keep(history.SpecialDay, recordID(id), history.Delete, deleted); err != nil {
		return err
	}
	return affect(ctx, t, subject{noun: "special day"}, t.q.DeleteSpecialDay, id)
}
