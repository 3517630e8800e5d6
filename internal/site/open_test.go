package site_test

import (
	"testing"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestOpenAtFollowsHoursAndSpecialDays(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	testkit.Must(f.SaveDayHours(ctx, site.DayHoursEdit{
		Day: "tuesday", OpenTime: new("8am"), CloseTime: new("12:00 PM"), SecondOpenTime: new("13:00"), SecondCloseTime: new("5:30 pm"),
	}))(t)
	testkit.Must(f.SaveDayHours(ctx, site.DayHoursEdit{Day: "wednesday", OpenTime: new("dawn"), CloseTime: new("dusk")}))(t)
	testkit.Must(f.SaveDayHours(ctx, site.DayHoursEdit{Day: "saturday", OpenTime: new("6 PM"), CloseTime: new("2 AM")}))(t)
	testkit.Must(f.SaveSpecialDay(ctx, closedOn("2026-11-26", "2026-11-27")))(t)
	testkit.Must(f.SaveSpecialDay(ctx, site.SpecialDayEdit{Date: new("2026-11-27"), IsClosed: new(false), OpenTime: new("10:00 AM"), CloseTime: new("noon")}))(t)
	zone := testkit.Must(time.LoadLocation("America/Chicago"))(t)
	for local, want := range map[string]bool{
		"2026-11-23 07:59": false, "2026-11-23 08:00": true, "2026-11-23 16:59": true, "2026-11-23 17:00": false, // Monday, never saved
		"2026-11-24 11:59": true, "2026-11-24 12:30": false, "2026-11-24 13:00": true, "2026-11-24 17:29": true, "2026-11-24 17:30": false,
		"2026-11-25 03:00": true,                                                                                 // hours that nobody can read
		"2026-11-26 10:00": false,                                                                                // Thanksgiving
		"2026-11-27 09:00": true,                                                                                 // the shorter special day counts, with a time that nobody can read
		"2026-11-28 17:59": false, "2026-11-28 18:00": true, "2026-11-29 01:59": true, "2026-11-29 02:00": false, // Saturday night
		"2026-11-29 12:00": false, // Sunday
		// Both changes of the clock are on Sundays; the Mondays after them are as usual.
		"2026-03-09 08:00": true, "2026-11-02 07:59": false,
	} {
		now := testkit.Must(time.ParseInLocation("2006-01-02 15:04", local, zone))(t)
		if got := testkit.Must(f.OpenAt(ctx, now.UTC()))(t); got != want {
			t.Errorf("at %s it is open: %v, want %v", local, got, want)
		}
	}
}
