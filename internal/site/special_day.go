package site

import (
	"context"
	"fmt"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// SpecialDay is a day, or several in a row, with other hours than the week's.
// Where two of them meet on a date, the shorter one counts there.
type SpecialDay struct {
	ID        int64  `json:"id"`
	Date      string `json:"date" doc:"The first day, as 2026-11-26"`
	EndDate   string `json:"endDate" doc:"The last day; a single day ends on its date"`
	IsClosed  bool   `json:"isClosed"`
	OpenTime  string `json:"openTime"`
	CloseTime string `json:"closeTime"`
	Label     string `json:"label"`
	// UpdatedAt is not shown to the public.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
}

// SpecialDayEdit is a save of a special day. Without an ID it creates one, which
// is closed. A nil field keeps its stored value.
type SpecialDayEdit struct {
	record.Precondition
	ID        *int64  `json:"id,omitempty"`
	Date      *string `json:"date,omitempty" doc:"The first day, as 2026-11-26"`
	EndDate   *string `json:"endDate,omitempty" doc:"The last day; empty means the same as date"`
	IsClosed  *bool   `json:"isClosed,omitempty"`
	OpenTime  *string `json:"openTime,omitempty"`
	CloseTime *string `json:"closeTime,omitempty"`
	Label     *string `json:"label,omitempty"`
}

// The limits of special days. They are far above what a company announces, and
// every page carries the coming ones.
const (
	maxSpecialDays    = 200
	maxSpecialDayDays = 366
)

// SpecialDays returns all special days by their first date, past ones too.
func (s *Site) SpecialDays(ctx context.Context) ([]SpecialDay, error) {
	return s.store.SpecialDays(ctx)
}

// ComingSpecialDays returns the special days that are not over yet.
func (s *Site) ComingSpecialDays(ctx context.Context) ([]SpecialDay, error) {
	days, err := s.store.SpecialDays(ctx)
	for i := range days {
		days[i].UpdatedAt = time.Time{}
	}
	return comingFrom(days, s.today()), err
}

// comingFrom removes the days that ended before the date.
func comingFrom(days []SpecialDay, today string) []SpecialDay {
	return slices.DeleteFunc(days, func(d SpecialDay) bool { return d.EndDate < today })
}

// today is the date in the company's time zone.
func (s *Site) today() string {
	return s.clock.Now().In(s.company.Cached().Location()).Format(time.DateOnly)
}

// specialDays describes the special days.
var specialDays = &record.Description[SpecialDay, SpecialDayEdit]{
	Kind: record.SpecialDay, Noun: "special day",
	New:       func(SpecialDayEdit, time.Time) SpecialDay { return SpecialDay{IsClosed: true} },
	Prepare:   func(day *SpecialDay) (safehtml.Removed, error) { return nil, day.check() },
	ID:        func(day *SpecialDay) *int64 { return &day.ID },
	UpdatedAt: func(day *SpecialDay) *time.Time { return &day.UpdatedAt },
	Among: func(day SpecialDay, creates bool, _ record.Change, all func() ([]SpecialDay, error)) error {
		stored, err := all()
		if err != nil {
			return err
		}
		return day.checkAmong(stored, creates)
	},
}

// SaveSpecialDay creates or updates a special day.
func (s *Site) SaveSpecialDay(ctx context.Context, change record.Change, edit SpecialDayEdit) (record.Saved[SpecialDay], error) {
	return s.records.days.Save(ctx, change, edit)
}

// DeleteSpecialDay deletes a special day and returns it as it was.
func (s *Site) DeleteSpecialDay(ctx context.Context, change record.Change, id int64) (record.Saved[SpecialDay], error) {
	return s.records.days.Delete(ctx, change, id)
}

// RecordID implements record.Edit.
func (e SpecialDayEdit) RecordID() *int64 { return e.ID }

// ApplyTo implements record.Edit.
func (e SpecialDayEdit) ApplyTo(d *SpecialDay) {
	if e.Date != nil && e.EndDate == nil && d.Date == d.EndDate {
		d.EndDate = "" // a single day stays one when it is moved
	}
	validate.SetTrimmed(&d.Date, e.Date)
	validate.SetTrimmed(&d.EndDate, e.EndDate)
	validate.SetTrimmed(&d.OpenTime, e.OpenTime)
	validate.SetTrimmed(&d.CloseTime, e.CloseTime)
	validate.SetTrimmed(&d.Label, e.Label)
	if e.IsClosed != nil {
		d.IsClosed = *e.IsClosed
	}
	if d.EndDate == "" {
		d.EndDate = d.Date
	}
}

// check requires times only if the company is open.
func (d *SpecialDay) check() error {
	first, err := parseDate("date", d.Date)
	if err != nil {
		return err
	}
	last, err := parseDate("endDate", d.EndDate)
	if err != nil {
		return err
	}
	if last.Before(first) {
		return validate.Field{Name: "endDate"}.Invalid("must not be before the first day")
	}
	if last.Sub(first) >= maxSpecialDayDays*24*time.Hour {
		return validate.Field{Name: "endDate"}.Invalid("must be within a year of the first day")
	}
	return validate.First(
		checkTimes(d.IsClosed, d.OpenTime, d.CloseTime),
		validate.Field{Name: "label", Value: d.Label}.Within(validate.MaxLine),
	)
}

// checkAmong refuses a second record for the same days.
func (d *SpecialDay) checkAmong(stored []SpecialDay, creates bool) error {
	for _, other := range stored {
		if other.ID != d.ID && other.Date == d.Date && other.EndDate == d.EndDate {
			return errs.Errorf(errs.Conflict, "There is already an entry for %s. Edit or delete that one.", other.describe())
		}
	}
	if creates && len(stored) >= maxSpecialDays {
		return validate.Field{Name: "date"}.Invalid(
			fmt.Sprintf("cannot be added: there are %d special days already. Delete those that are over", len(stored)))
	}
	return nil
}

// describe names the day for people.
func (d *SpecialDay) describe() string {
	days := d.Date
	if d.EndDate != d.Date {
		days += " to " + d.EndDate
	}
	if d.Label == "" {
		return days
	}
	return fmt.Sprintf("%s (%s)", days, d.Label)
}

func parseDate(name, value string) (time.Time, error) {
	date, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return time.Time{}, validate.Field{Name: name}.Invalid("must be a date such as 2026-11-26")
	}
	return date, nil
}
