package site

import (
	"context"
	"strings"
	"time"
)

// maxOpenDays bounds the period of OpenTime: an answer that took longer took long.
const maxOpenDays = 60

// OpenTime returns how much of a period the company is open, by its special days
// and business hours. A day whose hours cannot be read counts as open.
func (s *Site) OpenTime(ctx context.Context, from, to time.Time) (time.Duration, error) {
	current, err := s.company.Current(ctx)
	if err != nil {
		return 0, err
	}
	special, err := s.store.SpecialDays(ctx)
	if err != nil {
		return 0, err
	}
	saved, err := s.store.BusinessHours(ctx)
	if err != nil {
		return 0, err
	}
	from, to = from.In(current.Location()), to.In(current.Location())
	var open time.Duration
	// The hours of the day before may run past midnight.
	day := time.Date(from.Year(), from.Month(), from.Day()-1, 0, 0, 0, 0, from.Location())
	for range maxOpenDays + 1 {
		if !day.Before(to) {
			break
		}
		for _, interval := range intervalsOn(day, special, saved) {
			opens, closes := interval.on(day)
			if opens.Before(from) {
				opens = from
			}
			if closes.After(to) {
				closes = to
			}
			if closes.After(opens) {
				open += closes.Sub(opens)
				from = closes // the next day may open before this one closes
			}
		}
		day = day.AddDate(0, 0, 1)
	}
	return open, nil
}

// minutesPerDay is the length of a day.
const minutesPerDay = 24 * 60

// minutes is a part of a day, in minutes since the midnight with which it begins. It
// may end on the next day.
type minutes struct{ from, to int }

func (m minutes) on(day time.Time) (from, to time.Time) {
	at := func(minute int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), 0, minute, 0, 0, day.Location())
	}
	return at(m.from), at(m.to)
}

// intervalsOn returns when the company is open on a day: all day if the hours cannot
// be read.
func intervalsOn(day time.Time, special []SpecialDay, saved []DayHours) []minutes {
	hours := hoursOf(strings.ToLower(day.Weekday().String()), saved)
	if found := specialOn(special, day.Format(time.DateOnly)); found != nil {
		hours = DayHours{IsClosed: found.IsClosed, OpenTime: found.OpenTime, CloseTime: found.CloseTime}
	}
	if hours.IsClosed {
		return nil
	}
	intervals, ok := hours.intervals()
	if !ok {
		return []minutes{{0, minutesPerDay}}
	}
	return intervals
}

// intervals returns when an open day is open, and whether its times can be read. Hours
// that close at or before they open run past midnight. web/src/domain/hours.ts has the
// same rule and test cases.
func (h DayHours) intervals() (intervals []minutes, ok bool) {
	times := [][2]string{{h.OpenTime, h.CloseTime}}
	if h.SecondOpenTime != "" {
		times = append(times, [2]string{h.SecondOpenTime, h.SecondCloseTime})
	}
	earliest := 0
	for _, t := range times {
		from, known := minuteOfDay(t[0])
		to, alsoKnown := minuteOfDay(t[1])
		if !known || !alsoKnown || from < earliest {
			return nil, false
		}
		if to <= from {
			to += minutesPerDay
		}
		intervals = append(intervals, minutes{from, to})
		earliest = to
	}
	return intervals, true
}
