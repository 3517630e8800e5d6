package site

import (
	"context"

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
}

// DayHoursEdit is a save of one day's hours. A nil field keeps its stored value,
// but an open day needs both times. A day without a record starts as open.
type DayHoursEdit struct {
	Day       string  `json:"day"`
	OpenTime  *string `json:"openTime,omitempty"`
	CloseTime *string `json:"closeTime,omitempty"`
	IsClosed  *bool   `json:"isClosed,omitempty"`
}

// maxTime is the maximum length of a time, which is free text.
const maxTime = 40

// BusinessHours returns the saved days, Monday first.
func (s *Site) BusinessHours(ctx context.Context) ([]DayHours, error) {
	return s.store.BusinessHours(ctx)
}

// SaveDayHours creates or updates the record of one day.
func (s *Site) SaveDayHours(ctx context.Context, edit DayHoursEdit) (DayHours, error) {
	if err := validate.OneOf("day", edit.Day, Weekdays[:]); err != nil {
		return DayHours{}, err
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
	if e.IsClosed != nil {
		h.IsClosed = *e.IsClosed
	}
	if !h.IsClosed {
		// A new opening time with an old closing time is rarely what anybody meant.
		h.OpenTime, h.CloseTime = "", ""
	}
	validate.SetTrimmed(&h.OpenTime, e.OpenTime)
	validate.SetTrimmed(&h.CloseTime, e.CloseTime)
}

// check requires times only if the day is open.
func (h *DayHours) check() error {
	opens, closes := validate.Field{Name: "openTime", Value: h.OpenTime}, validate.Field{Name: "closeTime", Value: h.CloseTime}
	if h.IsClosed {
		return validate.First(opens.Within(maxTime), closes.Within(maxTime))
	}
	return validate.First(opens.Required(maxTime), closes.Required(maxTime))
}
