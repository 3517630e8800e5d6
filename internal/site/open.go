package site

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// OpenAt reports whether the company is open at a time, by its special days and
// business hours. Hours that cannot be read count as open: it is better to be told
// of a customer once too often.
func (s *Site) OpenAt(ctx context.Context, now time.Time) (bool, error) {
	current, err := s.company.Current(ctx)
	if err != nil {
		return false, err
	}
	local := now.In(current.Location())
	days, err := s.store.SpecialDays(ctx)
	if err != nil {
		return false, err
	}
	if special := specialOn(days, local.Format(time.DateOnly)); special != nil {
		return !special.IsClosed && isWithin(local, special.OpenTime, special.CloseTime), nil
	}
	saved, err := s.store.BusinessHours(ctx)
	if err != nil {
		return false, err
	}
	hours := hoursOf(strings.ToLower(local.Weekday().String()), saved)
	if hours.IsClosed {
		return false, nil
	}
	return isWithin(local, hours.OpenTime, hours.CloseTime) ||
		hours.SecondOpenTime != "" && isWithin(local, hours.SecondOpenTime, hours.SecondCloseTime), nil
}

// hoursOf returns the hours of a weekday: the saved ones or the usual ones.
func hoursOf(name string, saved []DayHours) DayHours {
	for _, day := range saved {
		if day.Day == name {
			return day
		}
	}
	return usualHours(name)
}

// usualHours are the hours of a day that was never saved, as pages show them.
func usualHours(day string) DayHours {
	switch day {
	case "sunday":
		return DayHours{Day: day, IsClosed: true}
	case "saturday":
		return DayHours{Day: day, OpenTime: "9:00 AM", CloseTime: "2:00 PM"}
	default:
		return DayHours{Day: day, OpenTime: "8:00 AM", CloseTime: "5:00 PM"}
	}
}

// specialOn returns the special day that covers the date, or nil. Of several, the
// one with the shortest range counts.
func specialOn(days []SpecialDay, date string) *SpecialDay {
	var found *SpecialDay
	length := func(d SpecialDay) int {
		from, _ := time.Parse(time.DateOnly, d.Date)
		to, err := time.Parse(time.DateOnly, d.EndDate)
		if err != nil {
			return 0
		}
		return int(to.Sub(from).Hours())
	}
	for i, day := range days {
		last := day.EndDate
		if last == "" {
			last = day.Date
		}
		if day.Date <= date && date <= last && (found == nil || length(day) < length(*found)) {
			found = &days[i]
		}
	}
	return found
}

func isWithin(local time.Time, opens, closes string) bool {
	from, known := minuteOfDay(opens)
	to, alsoKnown := minuteOfDay(closes)
	if !known || !alsoKnown {
		return true
	}
	minute := local.Hour()*60 + local.Minute()
	return from <= minute && minute < to
}

var clockTime = regexp.MustCompile(`^(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?$`)

// minuteOfDay reads a time such as "8:00 AM", "5pm" or "17:30".
func minuteOfDay(text string) (minute int, ok bool) {
	parts := clockTime.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if parts == nil {
		return 0, false
	}
	hour, _ := strconv.Atoi(parts[1])
	minute, _ = strconv.Atoi(parts[2]) // 0 if it is left out
	switch {
	case parts[3] != "" && (hour < 1 || hour > 12), hour > 24, minute > 59:
		return 0, false
	case parts[3] == "a" && hour == 12:
		hour = 0
	case parts[3] == "p" && hour < 12:
		hour += 12
	}
	return hour*60 + minute, true
}
