package site

import (
	"context"
	"slices"
)

// Weekdays are the seven days in the order in which they are shown.
var Weekdays = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// DayHours says when the company is open on one weekday. Times are free text
// such as "9:00 AM".
type DayHours struct {
	Day       string `json:"day"`
	OpenTime  string `json:"openTime"`
	CloseTime string `json:"closeTime"`
	IsClosed  bool   `json:"isClosed"`
}

// DayHoursEdit is a save of one day's hours; what is nil keeps its stored
// value. A day without a record begins as open.
type DayHoursEdit struct {
	Day       string  `json:"day"`
	OpenTime  *string `json:"openTime,omitempty"`
	CloseTime *string `json:"closeTime,omitempty"`
	IsClosed  *bool   `json:"isClosed,omitempty"`
}

// HoursReader reads business hours.
type HoursReader interface {
	// BusinessHours returns the saved days, Monday first.
	BusinessHours(ctx context.Context) ([]DayHours, error)
}

// HoursWriter writes business hours.
type HoursWriter interface {
	// PutDayHours inserts or replaces the record of its day.
	PutDayHours(ctx context.Context, h DayHours) error
}

// maxTime bounds the free text of a time.
const maxTime = 40

// BusinessHours returns the saved days, Monday first.
func (s *Site) BusinessHours(ctx context.Context) ([]DayHours, error) {
	return s.store.BusinessHours(ctx)
}

// SaveDayHours creates or updates the record of one day.
func (s *Site) SaveDayHours(ctx context.Context, edit DayHoursEdit) (DayHours, error) {
	if !slices.Contains(Weekdays[:], edit.Day) {
		return DayHours{}, field{name: "day"}.invalid("must be one of " + list(Weekdays[:]))
	}
	var hours DayHours
	err := s.store.Publish(ctx, func(tx Tx) error {
		saved, err := tx.BusinessHours(ctx)
		if err != nil {
			return err
		}
		hours = DayHours{Day: edit.Day}
		for _, h := range saved {
			if h.Day == edit.Day {
				hours = h
			}
		}
		edit.applyTo(&hours)
		if err := hours.check(); err != nil {
			return err
		}
		return tx.PutDayHours(ctx, hours)
	})
	return hours, err
}

func (e DayHoursEdit) applyTo(h *DayHours) {
	set(&h.OpenTime, e.OpenTime)
	set(&h.CloseTime, e.CloseTime)
	if e.IsClosed != nil {
		h.IsClosed = *e.IsClosed
	}
}

// check asks for times only on a day that is open.
func (h *DayHours) check() error {
	opens, closes := field{"openTime", h.OpenTime}, field{"closeTime", h.CloseTime}
	if h.IsClosed {
		return firstError(opens.within(maxTime), closes.within(maxTime))
	}
	return firstError(opens.required(maxTime), closes.required(maxTime))
}
