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
	days, err := s.store.SpecialDays(ctx)
	if err != nil {
		return false, err
	}
	saved, err := s.store.BusinessHours(ctx)
	if err != nil {
		return false, err
	}
	local := now.In(current.Location())
	minute := local.Hour()*60 + local.Minute()
	// The hours of the day before may run past midnight.
	for back := range 2 {
		for _, interval := range intervalsOn(local.AddDate(0, 0, -back), days, saved) {
			if at := minute + back*minutesPerDay; interval.from <= at && at < interval.to {
				return true, nil
			}
		}
	}
	return false, nil
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

var clockTime = regexp.MustCompile(`^(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?m\.?)?$`)

// minuteOfDay reads a time such as "8:00 AM", "5pm" or "17:30". A bare number can mean
// the morning or the evening, so it is not a time.
func minuteOfDay(text string) (minute int, ok bool) {
	parts := clockTime.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if parts == nil {
		return 0, false
	}
	hour, _ := strconv.Atoi(parts[1])
	minute, _ = strconv.Atoi(parts[2]) // 0 if it is left out
	half := parts[3]
	switch {
	case minute > 59, half != "" && (hour < 1 || hour > 12), half == "" && (parts[2] == "" || hour*60+minute > minutesPerDay):
		return 0, false
	case half == "a" && hour == 12:
		hour = 0
	case half == "p" && hour < 12:
		hour += 12
	}
	return hour*60 + minute, true
}
