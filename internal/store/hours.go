package store

import (
	"cmp"
	"context"
	"slices"

	"perimeter/internal/record"
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

// dayNamed returns the day with the number, which begin with 1, Monday.
func dayNamed(number int64) string {
	if number < 1 || number > int64(len(site.Weekdays)) {
		return ""
	}
	return site.Weekdays[number-1]
}

func (t tx) BusinessHours() record.Table[site.DayHours] {
	noun := subject{noun: "day"}
	return table[site.DayHours]{
		tx: t, subject: noun,
		list:   t.reader.BusinessHours,
		get:    func(ctx context.Context, id int64) (site.DayHours, error) { return t.dayHours(ctx, dayNamed(id)) },
		insert: t.storeDayHours, update: t.storeDayHours,
		remove: removal(t, noun, t.q.DeleteDayHours, dayNamed),
		scopes: func(site.DayHours) []scope.Scope { return []scope.Scope{scope.Hours} },
	}
}

func (t tx) storeDayHours(ctx context.Context, h site.DayHours) (site.DayHours, error) {
	return h, exec(ctx, t, subject{noun: "day"}, t.q.PutDayHours, db.PutDayHoursParams{
		Day: h.Day, OpenTime: h.OpenTime, CloseTime: h.CloseTime, IsClosed: h.IsClosed,
		SecondOpenTime: h.SecondOpenTime, SecondCloseTime: h.SecondCloseTime, UpdatedAt: optionalMicros(h.UpdatedAt),
	})
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

func (t tx) SpecialDays() record.Table[site.SpecialDay] {
	noun := subject{noun: "special day"}
	return table[site.SpecialDay]{
		tx: t, subject: noun, name: "special_days",
		id:     func(d *site.SpecialDay) *int64 { return &d.ID },
		list:   t.reader.SpecialDays,
		get:    t.reader.SpecialDay,
		insert: t.storeSpecialDay, update: t.storeSpecialDay,
		remove: removal(t, noun, t.q.DeleteSpecialDay, same),
		scopes: func(site.SpecialDay) []scope.Scope { return []scope.Scope{scope.Hours} },
	}
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
