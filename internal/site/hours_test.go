package site_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestSaveDayHoursKeepsOneRecordPerDay(t *testing.T) {
	f := newFixture(t)
	steps := []struct {
		edit site.DayHoursEdit
		want site.DayHours
	}{
		{site.DayHoursEdit{Day: "monday", OpenTime: new(" 8:00 AM "), CloseTime: new("5:00 PM")}, site.DayHours{Day: "monday", OpenTime: "8:00 AM", CloseTime: "5:00 PM"}},
		{site.DayHoursEdit{Day: "monday", IsClosed: new(true)}, site.DayHours{Day: "monday", OpenTime: "8:00 AM", CloseTime: "5:00 PM", IsClosed: true}},
		{site.DayHoursEdit{Day: "monday", IsClosed: new(false), OpenTime: new("by appointment"), CloseTime: new("5:00 PM")}, site.DayHours{Day: "monday", OpenTime: "by appointment", CloseTime: "5:00 PM"}},
		{site.DayHoursEdit{Day: "monday", IsClosed: new(true), OpenTime: new(""), CloseTime: new("")}, site.DayHours{Day: "monday", IsClosed: true}},
	}
	for _, step := range steps {
		got := testkit.Must(f.SaveDayHours(t.Context(), step.edit))(t)
		got.UpdatedAt = time.Time{}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("answered (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]site.DayHours{step.want}, testkit.Must(f.PublicHours(t.Context()))(t)); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
	}
}

// Section 5 of the specification, hours.
func TestSection5OpenDayNeedsBothTimesWhateverWasStored(t *testing.T) {
	f := newFixture(t)
	stored := site.DayHours{Day: "monday", OpenTime: "8:00 AM", CloseTime: "5:00 PM"}
	testkit.Must(f.SaveDayHours(t.Context(), site.DayHoursEdit{Day: "monday", OpenTime: new("8:00 AM"), CloseTime: new("5:00 PM")}))(t)
	for name, tt := range map[string]struct {
		edit site.DayHoursEdit
		word string
	}{
		"no opening time": {site.DayHoursEdit{CloseTime: new("6:00 PM")}, `"openTime"`},
		"no closing time": {site.DayHoursEdit{OpenTime: new("9:00 AM")}, `"closeTime"`},
		"no times":        {site.DayHoursEdit{IsClosed: new(false)}, `"openTime"`},
	} {
		t.Run(name, func(t *testing.T) {
			tt.edit.Day = "monday"
			_, err := f.SaveDayHours(t.Context(), tt.edit)
			testkit.WantError(t, err, errs.Invalid, tt.word)
			if diff := cmp.Diff([]site.DayHours{stored}, testkit.Must(f.PublicHours(t.Context()))(t)); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSaveDayHoursValidates(t *testing.T) {
	f := newFixture(t)
	for name, tt := range map[string]struct {
		edit site.DayHoursEdit
		word string
	}{
		"no day":             {site.DayHoursEdit{IsClosed: new(true)}, `"day"`},
		"a capital letter":   {site.DayHoursEdit{Day: "Monday", IsClosed: new(true)}, `"day"`},
		"a day that is none": {site.DayHoursEdit{Day: "holiday", IsClosed: new(true)}, `"day"`},
		"open without times": {site.DayHoursEdit{Day: "monday"}, `"openTime"`},
		"no closing time":    {site.DayHoursEdit{Day: "monday", OpenTime: new("9")}, `"closeTime"`},
		"a blank time":       {site.DayHoursEdit{Day: "monday", OpenTime: new(" "), CloseTime: new("5")}, `"openTime"`},
		"an essay":           {site.DayHoursEdit{Day: "monday", IsClosed: new(true), OpenTime: new(strings.Repeat("x", 41))}, `"openTime"`},
		"a NUL":              {site.DayHoursEdit{Day: "monday", OpenTime: new("9\x00"), CloseTime: new("5")}, `"openTime"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.SaveDayHours(t.Context(), tt.edit)
			testkit.WantError(t, err, errs.Invalid, tt.word)
		})
	}
	if saved := testkit.Must(f.PublicHours(t.Context()))(t); len(saved) > 0 {
		t.Errorf("a refused save left %v", saved)
	}
}
