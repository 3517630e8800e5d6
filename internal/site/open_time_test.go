package site_test

import (
	"testing"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestOpenTimeCountsOpeningHours(t *testing.T) {
	f := newFixture(t)
	if _, err := f.SaveSpecialDay(t.Context(), site.SpecialDayEdit{Date: new("2026-03-04"), IsClosed: new(true)}); err != nil {
		t.Fatal(err)
	}
	chicago, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 3, day, hour, minute, 0, 0, chicago) }
	for name, tt := range map[string]struct {
		from, to time.Time
		want     time.Duration
	}{
		"within a day":                  {at(2, 9, 0), at(2, 9, 5), 5 * time.Minute},
		"written at night":              {at(2, 22, 0), at(3, 8, 10), 10 * time.Minute},
		"over a weekend":                {at(6, 16, 50), at(9, 8, 5), 10*time.Minute + 5*time.Hour + 5*time.Minute},
		"over a special day":            {at(3, 16, 0), at(5, 9, 0), 2 * time.Hour},
		"on a day that is closed":       {at(8, 10, 0), at(8, 11, 0), 0},
		"before the clocks go forward":  {at(7, 13, 0), at(9, 8, 0), time.Hour},
		"an answer before the question": {at(2, 10, 0), at(2, 9, 0), 0},
	} {
		if got := testkit.Must(f.OpenTime(t.Context(), tt.from, tt.to))(t); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}
