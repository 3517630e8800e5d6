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
	day := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, from.Location())
	for range maxOpenDays {
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
			open += max(closes.Sub(opens), 0)
		}
		day = day.AddDate(0, 0, 1)
	}
	return open, nil
}

// minutes is a part of a day, in minutes since midnight.
type minutes struct{ from, to int }

var wholeDay = minutes{0, 24 * 60}

func (m minutes) on(day time.Time) (from, to time.Time) {
	at := func(minute int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), 0, minute, 0, 0, day.Location())
	}
	return at(m.from), at(m.to)
}

// intervalsOn returns when the company is open on a day.
func intervalsOn(day time.Time, special []SpecialDay, saved []DayHours) []minutes {
	if found := specialOn(special, day.Format(time.DateOnly)); found != nil {
		if found.IsClosed {
			return nil
		}
		return []minutes{minutesBetween(found.OpenTime, found.CloseTime)}
	}
	hours := hoursOf(strings.ToLower(day.Weekday().String()), saved)
	if hours.IsClosed {
		return nil
	}
	intervals := []minutes{minutesBetween(hours.OpenTime, hours.CloseTime)}
	if hours.SecondOpenTime != "" {
		intervals = append(intervals, minutesBetween(hours.SecondOpenTime, hours.SecondCloseTime))
	}
	return intervals
}

func minutesBetween(opens, closes string) minutes {
	from, known := minuteOfDay(opens)
	to, alsoKnown := minuteOfDay(closes)
	if !known || !alsoKnown {
		return wholeDay
	}
	return minutes{from, to}
}
