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

func closedOn(date, label string) site.SpecialDayEdit {
	return site.SpecialDayEdit{Date: &date, Label: &label}
}

func TestSaveSpecialDay(t *testing.T) {
	f := newFixture(t)
	day := testkit.Must(f.SaveSpecialDay(t.Context(), closedOn(" 2026-11-26 ", " Thanksgiving Day ")))(t)
	want := site.SpecialDay{ID: day.ID, Date: "2026-11-26", EndDate: "2026-11-26", IsClosed: true, Label: "Thanksgiving Day", UpdatedAt: day.UpdatedAt}
	if diff := cmp.Diff(want, day); diff != "" {
		t.Errorf("a new day (-want +got):\n%s", diff)
	}
	for _, step := range []struct {
		edit site.SpecialDayEdit
		want func(*site.SpecialDay)
	}{
		{site.SpecialDayEdit{Date: new("2026-11-27")}, func(d *site.SpecialDay) { d.Date, d.EndDate = "2026-11-27", "2026-11-27" }},
		{site.SpecialDayEdit{EndDate: new("2026-11-29")}, func(d *site.SpecialDay) { d.EndDate = "2026-11-29" }},
		{
			site.SpecialDayEdit{IsClosed: new(false), OpenTime: new("10 AM"), CloseTime: new("when it is dark")},
			func(d *site.SpecialDay) { d.IsClosed, d.OpenTime, d.CloseTime = false, "10 AM", "when it is dark" },
		},
		{site.SpecialDayEdit{EndDate: new("")}, func(d *site.SpecialDay) { d.EndDate = "2026-11-27" }},
		{site.SpecialDayEdit{Label: new("")}, func(d *site.SpecialDay) { d.Label = "" }},
	} {
		step.edit.ID = &day.ID
		step.want(&want)
		if diff := cmp.Diff(want, testkit.Must(f.SaveSpecialDay(t.Context(), step.edit))(t)); diff != "" {
			t.Errorf("answered (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]site.SpecialDay{want}, testkit.Must(f.SpecialDays(t.Context()))(t)); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
	}
	testkit.Must(f.DeleteSpecialDay(t.Context(), day.ID))(t)
	_, err := f.DeleteSpecialDay(t.Context(), day.ID)
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestSaveSpecialDayValidates(t *testing.T) {
	f := newFixture(t)
	testkit.Must(f.SaveSpecialDay(t.Context(), closedOn("2026-12-25", "Christmas Day")))(t)
	for name, tt := range map[string]struct {
		edit site.SpecialDayEdit
		kind errs.Kind
		word string
	}{
		"no date":             {site.SpecialDayEdit{Label: new("x")}, errs.Invalid, `"date"`},
		"no such date":        {closedOn("2026-02-29", ""), errs.Invalid, `"date"`},
		"another format":      {closedOn("11/26/2026", ""), errs.Invalid, `"date"`},
		"an end before":       {site.SpecialDayEdit{Date: new("2026-11-26"), EndDate: new("2026-11-25")}, errs.Invalid, `"endDate"`},
		"no end":              {site.SpecialDayEdit{Date: new("2026-11-26"), EndDate: new("later")}, errs.Invalid, `"endDate"`},
		"a very long closure": {site.SpecialDayEdit{Date: new("2026-11-26"), EndDate: new("2027-11-27")}, errs.Invalid, `"endDate"`},
		"open without times":  {site.SpecialDayEdit{Date: new("2026-11-26"), IsClosed: new(false)}, errs.Invalid, `"openTime"`},
		"a long label":        {closedOn("2026-11-26", strings.Repeat("x", 301)), errs.Invalid, `"label"`},
		"the same day again":  {closedOn("2026-12-25", "Christmas"), errs.Conflict, "Christmas Day"},
		"an unknown id":       {site.SpecialDayEdit{ID: new(int64(99)), Label: new("x")}, errs.NotFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.SaveSpecialDay(t.Context(), tt.edit)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
	if days := testkit.Must(f.SpecialDays(t.Context()))(t); len(days) != 1 {
		t.Errorf("refused saves left %v", days)
	}
}

// A day ends at midnight in the company's time zone, on the days of both
// daylight-saving changes too.
func TestPagesListSpecialDaysUntilTheyAreOver(t *testing.T) {
	for name, tt := range map[string]struct {
		date     string
		midnight time.Time // after it
	}{
		"winter":                {"2026-01-15", time.Date(2026, 1, 16, 6, 0, 0, 0, time.UTC)},
		"summer":                {"2026-07-04", time.Date(2026, 7, 5, 5, 0, 0, 0, time.UTC)},
		"daylight saving comes": {"2026-03-08", time.Date(2026, 3, 9, 5, 0, 0, 0, time.UTC)},
		"daylight saving ends":  {"2026-11-01", time.Date(2026, 11, 2, 6, 0, 0, 0, time.UTC)},
		"new year":              {"2026-12-31", time.Date(2027, 1, 1, 6, 0, 0, 0, time.UTC)},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.now = tt.midnight.Add(-48 * time.Hour)
			testkit.Must(f.SaveSpecialDay(t.Context(), closedOn(tt.date, "")))(t)
			version := func() site.PageVersion { return testkit.Must(f.PageVersion(t.Context()))(t) }
			versions := []site.PageVersion{version()}
			for _, now := range []time.Time{tt.midnight.Add(-time.Second), tt.midnight} {
				f.now = now
				listed := len(page(t, f.Site, site.PageContact).SpecialDays) == 1
				if want := now.Before(tt.midnight); listed != want {
					t.Errorf("at %s it is listed: %v, want %v", now, listed, want)
				}
				versions = append(versions, version())
			}
			if versions[0] == versions[1] || versions[1] == versions[2] {
				t.Errorf("cached pages would stay: %v", versions)
			}
			f.now = f.now.Add(72 * time.Hour)
			if version() != versions[2] {
				t.Error("pages change at midnight although no special day is coming")
			}
		})
	}
}

func TestSecondIntervalAndCopiedHours(t *testing.T) {
	f := newFixture(t)
	lunch := site.DayHoursEdit{
		Day: "monday", OpenTime: new("8:00 AM"), CloseTime: new("12:00 PM"), SecondOpenTime: new(" 1:00 PM "), SecondCloseTime: new("5:00 PM"),
		CopyTo: []string{"tuesday", "friday"},
	}
	testkit.Must(f.SaveDayHours(t.Context(), lunch))(t)
	var want []site.DayHours
	for _, day := range []string{"monday", "tuesday", "friday"} {
		want = append(want, site.DayHours{
			Day: day, OpenTime: "8:00 AM", CloseTime: "12:00 PM", SecondOpenTime: "1:00 PM", SecondCloseTime: "5:00 PM",
		})
	}
	if diff := cmp.Diff(want, testkit.Must(f.PublicHours(t.Context()))(t)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	// A save that does not know the second interval keeps it.
	kept := testkit.Must(f.SaveDayHours(t.Context(), site.DayHoursEdit{Day: "monday", OpenTime: new("9:00 AM"), CloseTime: new("12:00 PM")}))(t)
	if kept.SecondOpenTime != "1:00 PM" {
		t.Errorf("kept %+v", kept)
	}
	gone := testkit.Must(f.SaveDayHours(t.Context(), site.DayHoursEdit{
		Day: "monday", OpenTime: new("9:00 AM"), CloseTime: new("5:00 PM"), SecondOpenTime: new(""), SecondCloseTime: new(""),
	}))(t)
	if gone.SecondOpenTime != "" || gone.SecondCloseTime != "" {
		t.Errorf("after removing it: %+v", gone)
	}
	for name, tt := range map[string]struct {
		change func(*site.DayHoursEdit)
		word   string
	}{
		"half an interval":  {func(e *site.DayHoursEdit) { e.SecondCloseTime = new("") }, `"secondCloseTime"`},
		"the other half":    {func(e *site.DayHoursEdit) { e.SecondOpenTime = new("") }, `"secondOpenTime"`},
		"an unknown target": {func(e *site.DayHoursEdit) { e.CopyTo = []string{"holiday"} }, `"copyTo"`},
	} {
		t.Run(name, func(t *testing.T) {
			edit := lunch
			tt.change(&edit)
			_, err := f.SaveDayHours(t.Context(), edit)
			testkit.WantError(t, err, errs.Invalid, tt.word)
		})
	}
}

func TestBlogTeaserOfASiteWithoutStarterContent(t *testing.T) {
	f := newFixture(t)
	savePost(t, f.Site, postNamed("one"))
	got := testkit.Must(f.BlogTeaser(t.Context()))(t)
	if got.Article != "termites-silent-destroyers" || len(got.Posts) != 1 {
		t.Errorf("the teaser is %+v", got)
	}
}

func TestBlogTeaser(t *testing.T) {
	f := newFixture(t)
	fillStarter(t, f.Site)
	teaser := func() (string, []string) {
		got := testkit.Must(f.BlogTeaser(t.Context()))(t)
		slugs := []string{}
		for _, post := range got.Posts {
			if post.Content != "" {
				t.Errorf("%s carries its content", post.Slug)
			}
			slugs = append(slugs, post.Slug)
		}
		return got.Article, slugs
	}
	want := func(article string, slugs ...string) {
		t.Helper()
		gotArticle, got := teaser()
		if diff := cmp.Diff(append([]string{}, slugs...), got); gotArticle != article || diff != "" {
			t.Errorf("article %q, want %q; posts (-want +got):\n%s", gotArticle, article, diff)
		}
	}
	want("termites-silent-destroyers")
	for _, slug := range []string{"one", "two", "three", "four"} {
		f.now = f.now.Add(time.Hour)
		savePost(t, f.Site, postNamed(slug))
	}
	want("termites-silent-destroyers", "four", "three", "two")
	starter := testkit.Must(f.Post(t.Context(), "termites-silent-destroyers"))(t)
	savePost(t, f.Site, site.PostEdit{ID: &starter.ID, Slug: new("termites")})
	want("termites", "four", "three", "two")
	testkit.Must(f.DeletePost(t.Context(), starter.ID))(t)
	want("", "four", "three", "two", "one")
	if got := page(t, f.Site, site.PageHome).Teaser; got == nil || len(got.Posts) != 4 {
		t.Errorf("the home page has %+v", got)
	}
	if got := page(t, f.Site, site.PageContact).Teaser; got != nil {
		t.Errorf("the contact page has %+v", got)
	}
}
