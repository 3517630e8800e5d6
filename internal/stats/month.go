package stats

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

const (
	// monthPoll is how often a replica looks whether a month has ended.
	monthPoll = 10 * time.Minute
	// monthHour is from when on the first of a month the message about the last one is
	// sent, so that nobody is woken.
	monthHour = 8
)

// Monthly sends a message about each month that has ended.
type Monthly struct {
	Stats *Stats
	// Take reports whether the message about a month is to be sent now. Of several
	// replicas one gets true, once.
	Take func(ctx context.Context, month string) (bool, error)
	Send func(ctx context.Context) error
}

// Run sends the messages until ctx ends.
func (m Monthly) Run(ctx context.Context, logger *slog.Logger) {
	poll := time.NewTicker(monthPoll)
	defer poll.Stop()
	for {
		if err := m.SendDue(ctx); err != nil && ctx.Err() == nil {
			logger.Warn("could not send the message about the month", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
		}
	}
}

// SendDue sends the message about last month, unless it was sent.
func (m Monthly) SendDue(ctx context.Context) error {
	now := m.Stats.clock.Now().In(m.Stats.location(ctx))
	if now.Day() == 1 && now.Hour() < monthHour {
		return nil
	}
	if due, err := m.Take(ctx, m.Stats.lastMonth(ctx)); err != nil || !due {
		return err
	}
	return m.Send(ctx)
}

// lastMonth returns the month before the current one, such as 2026-03.
func (s *Stats) lastMonth(ctx context.Context) string {
	now := s.clock.Now().In(s.location(ctx))
	return time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location()).AddDate(0, -1, 0).Format("2006-01")
}

// MonthMessage says in words what happened last month, or "" if nothing did. Page
// returns where all numbers of a month are, and the switch that ends these messages.
func (s *Stats) MonthMessage(ctx context.Context, page func(month string) string) (string, error) {
	report, err := s.Report(ctx, s.lastMonth(ctx))
	if err != nil {
		return "", err
	}
	return report.inWords(page(report.Month)), nil
}

func (r Report) inWords(page string) string {
	if r.Views == 0 && r.Taps == 0 && r.Conversations == 0 {
		return ""
	}
	month, _ := time.Parse("2006-01", r.Month)
	lines := []string{
		fmt.Sprintf("Your website in %s: %s in the chat, and the phone number was tapped %s.",
			month.Format("January"), counted(int64(r.Conversations), "person wrote", "people wrote"), counted(r.Taps, "time", "times")),
	}
	if r.MedianReply != nil {
		lines = append(lines, fmt.Sprintf("Half of them had an answer within %s.", wait(*r.MedianReply)))
	}
	if best, leads := r.bestDay(); leads > 0 {
		lines = append(lines, fmt.Sprintf("The best day was %s, with %s.", best.Format("Monday, January 2"), counted(leads, "message or tap", "messages and taps")))
	}
	return strings.Join(append(lines, "All numbers, and the switch that ends these messages: "+page), "\n")
}

// bestDay returns the day with the most conversations and taps.
func (r Report) bestDay() (day time.Time, leads int64) {
	for _, d := range r.Days {
		if n := int64(d.Conversations) + d.Taps; n > leads {
			leads = n
			day, _ = time.Parse(time.DateOnly, d.Day)
		}
	}
	return day, leads
}

func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// wait says how long something took, to the minute.
func wait(seconds int) string {
	minutes := int64(max(1, (seconds+59)/60))
	if minutes < 60 {
		return counted(minutes, "minute", "minutes")
	}
	hours := counted(minutes/60, "hour", "hours")
	if minutes%60 == 0 {
		return hours
	}
	return hours + " and " + counted(minutes%60, "minute", "minutes")
}
