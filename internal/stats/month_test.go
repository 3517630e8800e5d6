package stats

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestMonthInWords(t *testing.T) {
	reply := 340
	report := Report{
		Month: "2026-03", Conversations: 4, Taps: 1, Views: 90, MedianReply: &reply,
		Days: []Day{{Day: "2026-03-02", Taps: 1}, {Day: "2026-03-10", Conversations: 3}, {Day: "2026-03-11", Conversations: 1}},
	}
	want := "Your website in March: 4 people wrote in the chat, and the phone number was tapped 1 time.\n" +
		"Half of them had an answer within 6 minutes.\n" +
		"The best day was Tuesday, March 10, with 3 messages and taps.\n" +
		"All numbers, and the switch that ends these messages: https://pest.example/admin"
	if got := report.inWords("https://pest.example/admin"); got != want {
		t.Errorf("got %s", got)
	}
	if got := (Report{Month: "2026-03"}).inWords("x"); got != "" {
		t.Errorf("a month without anything is told: %s", got)
	}
	if got := wait(3660); got != "1 hour and 1 minute" {
		t.Errorf("got %s", got)
	}
}

func TestMonthlyMessageIsSentOnceInTheMorning(t *testing.T) {
	now := time.Date(2026, 4, 1, 7, 59, 0, 0, time.UTC)
	s := New(Config{Location: func(context.Context) *time.Location { return time.UTC }, Clock: func() time.Time { return now }})
	var taken []string
	sent := 0
	monthly := Monthly{
		Stats: s,
		Take: func(_ context.Context, month string) (bool, error) {
			first := !strings.Contains(strings.Join(taken, ","), month)
			taken = append(taken, month)
			return first, nil
		},
		Send: func(context.Context) error { sent++; return nil },
	}
	for _, hours := range []int{0, 1, 1, 24 * 28} {
		now = now.Add(time.Duration(hours) * time.Hour)
		if err := monthly.SendDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if sent != 1 || strings.Join(taken, ",") != "2026-03,2026-03,2026-03" {
		t.Errorf("%d messages were sent; asked for %v", sent, taken)
	}
}
