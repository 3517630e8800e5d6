package site

import (
	"context"
	"slices"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// Weekdays are the seven days in display order.
var Weekdays = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// DayHours says when the company is open on one weekday. Times are free text
// such as "9:00 AM".
type DayHours struct {
	Day       string `json:"day"`
	OpenTime  string `json:"openTime"`
	CloseTime string `json:"closeTime"`
	IsClosed  bool   `json:"isClosed"`
	// The second interval of a day with a break, such as a closed lunch hour.
	// Both are empty or neither is.
	SecondOpenTime  string `json:"secondOpenTime,omitempty"`
	SecondCloseTime string `json:"secondCloseTime,omitempty"`
	// UpdatedAt is not shown to the public.
	UpdatedAt time.Time `json:"updatedAt,omitzero"`
}

// DayHoursEdit is a save of one day's hours. A nil field keeps its stored value,
// but an open day needs both times. A day without a record starts as open.
type DayHoursEdit struct {
	record.Precondition
	Day             string   `json:"day"`
	OpenTime        *string  `json:"openTime,omitempty"`
	CloseTime       *string  `json:"closeTime,omitempty"`
	IsClosed        *bool    `json:"isClosed,omitempty"`
	SecondOpenTime  *string  `json:"secondOpenTime,omitempty"`
	SecondCloseTime *string  `json:"secondCloseTime,omitempty"`
	CopyTo          []string `json:"copyTo,omitempty" doc:"Other days that get the same hours"`
}

// maxTime is the maximum length of a time, which is free text.
const maxTime = 40

// BusinessHours returns the saved days, Monday first.
func (s *Site) BusinessHours(ctx context.Context) ([]DayHours, error) {
	return s.store.BusinessHours(ctx)
}

// PublicHours returns what the public sees of the saved days, Monday first.
func (s *Site) PublicHours(ctx context.Context) ([]DayHours, error) {
	days, err := s.store.BusinessHours(ctx)
	for i := range days {
		days[i].UpdatedAt = time.Time{}
	}
	return days, err
}

// weekdays describes the business hours.
var weekdays = &record.Description[DayHours, DayHoursEdit]{
	Kind: record.Hours, Noun: "day",
	New:       func(edit DayHoursEdit, _ time.Time) DayHours { return DayHours{Day: edit.Day} },
	Prepare:   func(hours *DayHours) (safehtml.Removed, error) { return nil, hours.check() },
	UpdatedAt: func(hours *DayHours) *time.Time { return &hours.UpdatedAt },
	Names:     Weekdays[:],
	Name:      func(hours DayHours) string { return hours.Day },
	Copies:    DayHoursEdit.copies,
}

// SaveDayHours creates or updates the record of one day, and of the days that get
// the same hours.
func (s *Site) SaveDayHours(ctx context.Context, change record.Change, edit DayHoursEdit) (record.Saved[DayHours], error) {
	if err := edit.checkDays(); err != nil {
		return record.Saved[DayHours]{}, err
	}
	return s.records.hours.Save(ctx, change, edit)
}

// RecordID implements record.Edit. Days are numbered from 1, Monday.
func (e DayHoursEdit) RecordID() *int64 { return new(int64(slices.Index(Weekdays[:], e.Day) + 1)) }

// checkDays requires that the days exist.
func (e DayHoursEdit) checkDays() error {
	if err := validate.OneOf("day", e.Day, Weekdays[:]); err != nil {
		return err
	}
	for _, day := range e.CopyTo {
		if err := validate.OneOf("copyTo", day, Weekdays[:]); err != nil {
			return err
		}
	}
	return nil
}

// copies returns the hours for the days that get the same as that of the edit.
func (e DayHoursEdit) copies(hours DayHours) []DayHours {
	var days []DayHours
	for _, day := range e.CopyTo {
		hours.Day = day
		days = append(days, hours)
	}
	return days
}

// ApplyTo implements record.Edit.
func (e DayHoursEdit) ApplyTo(h *DayHours) {
	if e.IsClosed != nil {
		h.IsClosed = *e.IsClosed
	}
	if !h.IsClosed {
		// A new opening time with an old closing time is rarely what anybody meant.
		h.OpenTime, h.CloseTime = "", ""
	}
	validate.SetTrimmed(&h.OpenTime, e.OpenTime)
	validate.SetTrimmed(&h.CloseTime, e.CloseTime)
	validate.SetTrimmed(&h.SecondOpenTime, e.SecondOpenTime)
	validate.SetTrimmed(&h.SecondCloseTime, e.SecondCloseTime)
}

// check requires times only if the day is open.
func (h *DayHours) check() error {
	if err := checkTimes(h.IsClosed, h.OpenTime, h.CloseTime); err != nil {
		return err
	}
	opens := validate.Field{Name: "secondOpenTime", Value: h.SecondOpenTime}
	closes := validate.Field{Name: "secondCloseTime", Value: h.SecondCloseTime}
	if h.IsClosed || opens.Value == "" && closes.Value == "" {
		return validate.First(opens.Within(maxTime), closes.Within(maxTime))
	}
	return validate.First(opens.Required(maxTime), closes.Required(maxTime))
}

func checkTimes(isClosed bool, openTime, closeTime string) error {
	opens, closes := validate.Field{Name: "openTime", Value: openTime}, validate.Field{Name: "closeTime", Value: closeTime}
	if isClosed {
		return validate.First(opens.Within(maxTime), closes.Within(maxTime))
	}
	return validate.First(opens.Required(maxTime), closes.Required(maxTime))
}
