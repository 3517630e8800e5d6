package health

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/backup"
	"perimeter/internal/certificate"
	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/stats"
)

var now = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// fakeSite answers for every part.
type fakeSite struct {
	condition    backup.Condition
	certificates []certificate.State
	deliveries   []chat.Deliveries
	reviews      reviews.Status
	claims       site.ClaimReport
	people       []auth.Person
	speed        stats.Speed
	inspection   Inspection
	inspections  int
	revision     int64
	err          error
}

func (f *fakeSite) Condition(context.Context) (backup.Condition, error)   { return f.condition, f.err }
func (f *fakeSite) States(context.Context) []certificate.State            { return f.certificates }
func (f *fakeSite) Deliveries(context.Context) ([]chat.Deliveries, error) { return f.deliveries, f.err }
func (f *fakeSite) Status(context.Context) (reviews.Status, error)        { return f.reviews, f.err }
func (f *fakeSite) ClaimReport(context.Context) (site.ClaimReport, error) { return f.claims, f.err }
func (f *fakeSite) People(context.Context) ([]auth.Person, error)         { return f.people, f.err }
func (f *fakeSite) Speed(context.Context) (stats.Speed, error)            { return f.speed, f.err }
func (f *fakeSite) ping(context.Context) (int64, error)                   { return f.revision, f.err }
func (f *fakeSite) inspect(context.Context) (Inspection, error) {
	f.inspections++
	return f.inspection, f.err
}

// wellSite is a site with which nothing is wrong.
func wellSite() *fakeSite {
	delivered := now.Add(-time.Hour)
	return &fakeSite{
		condition:  backup.Condition{Proven: &backup.Entry{At: now.Add(-9 * time.Hour), Size: 12e6}, Printed: true, On: true},
		deliveries: []chat.Deliveries{{Channel: "email", DeliveredAt: &delivered}},
		reviews:    reviews.Status{Configured: true, Count: 3, AsOf: &delivered},
		people:     []auth.Person{{Username: "ana", Role: auth.RoleAdmin, SecondFactor: true}, {Username: "bo", Role: auth.RoleStaff}},
		inspection: Inspection{Pages: 14, Slowest: "/blog", Took: 31 * time.Millisecond},
	}
}

func newHealth(t *testing.T, f *fakeSite) *Health {
	t.Helper()
	h := New(Config{
		Backups: f, Encrypted: true, Notices: f, Reviews: f, Wording: f, People: f, Visits: f, Ping: f.ping, Inspect: f.inspect,
		DataDir: t.TempDir(), Clock: func() time.Time { return now },
		Location: func(context.Context) *time.Location { return time.UTC },
	})
	h.disk.free = func(string) (int64, error) { return 50e9, nil }
	h.inspect(t.Context())
	return h
}

// line returns the line with the name.
func line(t *testing.T, h *Health, name string) Line {
	t.Helper()
	report := h.Report(t.Context())
	i := slices.IndexFunc(report.Lines, func(l Line) bool { return l.Name == name })
	if i < 0 {
		t.Fatalf("there is no line %s", name)
	}
	return report.Lines[i]
}

func TestASiteThatIsWellHasNoAdvice(t *testing.T) {
	report := newHealth(t, wellSite()).Report(t.Context())
	if report.Level != OK {
		t.Errorf("the level is %s", report.Level)
	}
	for _, l := range report.Lines {
		if l.Level != OK || l.Advice != "" || l.Text == "" || l.Title == "" || l.Details == nil {
			t.Errorf("%+v", l)
		}
	}
}

func TestWhatIsWrongHasALevelAndAdvice(t *testing.T) {
	failed := now.Add(-time.Minute)
	nobody := 0
	slow, poor := 3000.0, 600.0
	for name, c := range map[string]struct {
		damage func(f *fakeSite, h *Health)
		line   string
		level  Level
		text   string
	}{
		"failed proof":       {func(f *fakeSite, _ *Health) { f.condition.Problem = "It is not like the site." }, "backup", Problem, "not like the site"},
		"no sheet yet":       {func(f *fakeSite, _ *Health) { f.condition.Printed = false }, "backup", Attention, "backups are not on yet"},
		"a lost key":         {func(f *fakeSite, _ *Health) { f.condition.Locked = 2 }, "backup", Attention, "2 older backups cannot be opened"},
		"no backup yet":      {func(f *fakeSite, _ *Health) { f.condition = backup.Condition{} }, "backup", Attention, "no backup yet"},
		"backups beside":     {func(_ *fakeSite, h *Health) { h.BackupsBeside = true }, "backup-place", Attention, "Backups beside the data do not survive the machine."},
		"not encrypted":      {func(_ *fakeSite, h *Health) { h.Encrypted = false }, "certificate", Problem, "not encrypted"},
		"notice lost":        {func(f *fakeSite, _ *Health) { f.deliveries[0].FailedAt = &failed }, "notices", Problem, "not delivered"},
		"nobody gets any":    {func(f *fakeSite, _ *Health) { f.deliveries = []chat.Deliveries{{Channel: "push", Receivers: &nobody}} }, "notices", Attention, "Nobody gets a notice"},
		"no reviews":         {func(f *fakeSite, _ *Health) { f.reviews = reviews.Status{} }, "reviews", Attention, "not connected"},
		"claims":             {func(f *fakeSite, _ *Health) { f.claims.Total = 2 }, "claims", Attention, "2 wordings"},
		"no second factor":   {func(f *fakeSite, _ *Health) { f.people[0].SecondFactor = false }, "people", Attention, "1 person edits"},
		"a page fails":       {func(_ *fakeSite, h *Health) { h.inspection.Failing = []string{"/about cannot be rendered"} }, "pages", Problem, "1 page does not answer"},
		"a page is slow":     {func(_ *fakeSite, h *Health) { h.inspection.Took = 3 * time.Second }, "pages", Attention, "/blog takes 3.0 s"},
		"broken link":        {func(_ *fakeSite, h *Health) { h.inspection.Broken = []Broken{{Page: "/", URL: "/gone"}} }, "links", Attention, "1 link or picture"},
		"slow for visitors":  {func(f *fakeSite, _ *Health) { f.speed = stats.Speed{Measured: 40, LCP: &slow} }, "speed", Attention, "at most 3.0 s"},
		"taps answered late": {func(f *fakeSite, _ *Health) { f.speed = stats.Speed{Measured: 40, LCP: &slow, INP: &poor} }, "speed", Problem, "600 ms"},
		"disk almost full":   {func(_ *fakeSite, h *Health) { h.disk.free = func(string) (int64, error) { return 100e6, nil } }, "disk", Problem, "100.0 MB are free"},
		"database away":      {func(f *fakeSite, _ *Health) { f.err = errs.Errorf(errs.Unavailable, "away") }, "database", Problem, "does not answer"},
		"away, other lines":  {func(f *fakeSite, _ *Health) { f.err = errs.Errorf(errs.Unavailable, "away") }, "people", Attention, "could not be found out"},
		"some failure":       {func(f *fakeSite, _ *Health) { f.err = errors.New("boom") }, "backup", Attention, "could not be found out"},
	} {
		t.Run(name, func(t *testing.T) {
			f := wellSite()
			h := newHealth(t, f)
			c.damage(f, h)
			found := line(t, h, c.line)
			if found.Level != c.level || !strings.Contains(found.Text, c.text) || found.Advice == "" {
				t.Errorf("%+v", found)
			}
			if report := h.Newest(); report == nil || report.Level == OK {
				t.Errorf("the report as a whole is well: %+v", report)
			}
		})
	}
}

// A search of very many texts must not keep the other lines waiting.
func TestLongSearchOfTheWordingGoesOnWithTheNextReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := wellSite()
		h := newHealth(t, f)
		h.Wording = slowSearch{}
		if found := line(t, h, "claims"); found.Level != OK || !strings.Contains(found.Text, "being searched") {
			t.Errorf("%+v", found)
		}
		if found := line(t, h, "people"); found.Level != OK {
			t.Errorf("the line after it: %+v", found)
		}
	})
}

// slowSearch searches until it is interrupted.
type slowSearch struct{}

func (slowSearch) ClaimReport(ctx context.Context) (site.ClaimReport, error) {
	<-ctx.Done()
	return site.ClaimReport{}, errs.Errorf(errs.Unavailable, "interrupted")
}

func TestCertificates(t *testing.T) {
	for name, c := range map[string]struct {
		state certificate.State
		want  Level
	}{
		"valid":        {certificate.State{NotAfter: now.Add(30 * 24 * time.Hour)}, OK},
		"late":         {certificate.State{NotAfter: now.Add(24 * time.Hour), Overdue: true, Failure: "429"}, Attention},
		"expired":      {certificate.State{NotAfter: now.Add(-time.Hour), Overdue: true}, Problem},
		"ordering":     {certificate.State{}, Attention},
		"never gotten": {certificate.State{Overdue: true}, Problem},
	} {
		t.Run(name, func(t *testing.T) {
			f := wellSite()
			c.state.Name = "www.pest.example"
			f.certificates = []certificate.State{{Name: "pest.example", NotAfter: now.Add(60 * 24 * time.Hour)}, c.state}
			h := newHealth(t, f)
			h.Certificates = f
			if found := line(t, h, "certificate"); found.Level != c.want || found.Level != OK && !strings.Contains(found.Details[0], "www.pest.example") {
				t.Errorf("%+v", found)
			}
		})
	}
}

func TestPagesAreInspectedWhenTheSiteHasChanged(t *testing.T) {
	f := wellSite()
	h := newHealth(t, f)
	h.inspect(t.Context())
	if f.inspections != 1 {
		t.Errorf("%d inspections of the same revision", f.inspections)
	}
	f.revision++
	h.inspect(t.Context())
	h.inspection.At = h.inspection.At.Add(-inspectInterval)
	h.inspect(t.Context())
	if f.inspections != 3 {
		t.Errorf("%d inspections after a change and six hours", f.inspections)
	}
}

func TestDaysLeftAtTodaysGrowth(t *testing.T) {
	h := newHealth(t, wellSite())
	free, at := int64(50e9), now
	h.Clock = func() time.Time { return at }
	h.disk.free = func(string) (int64, error) { return free, nil }
	sample := func() {
		t.Helper()
		if err := h.disk.sample(at); err != nil {
			t.Fatal(err)
		}
	}
	sample()
	if found := line(t, h, "disk"); found.Level != OK || !strings.Contains(found.Text, "not filling up") {
		t.Errorf("at first: %+v", found)
	}
	at, free = at.Add(24*time.Hour), 40e9 // 10 GB a day
	// Another process goes on with what the first has stored.
	h.disk = disk{dir: h.disk.dir, free: h.disk.free}
	sample()
	if found := line(t, h, "disk"); found.Level != Attention || !strings.Contains(found.Text, "full in 4 days") {
		t.Errorf("after a day: %+v", found)
	}
	free = 20e9
	if found := line(t, h, "disk"); found.Level != Problem {
		t.Errorf("with less than a day: %+v", found)
	}
	// A file that was damaged is begun anew.
	if err := os.WriteFile(h.disk.file(), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.disk = disk{dir: h.disk.dir, free: h.disk.free}
	sample()
	if found := line(t, h, "disk"); found.Level != OK {
		t.Errorf("after the loss of the samples: %+v", found)
	}
}

func TestTheRealDiskIsMeasured(t *testing.T) {
	if free, err := freeSpace(t.TempDir()); err != nil || free <= 0 {
		t.Errorf("%d bytes are free, error %v", free, err)
	}
}

func TestMachinesDoNotLearnWhoHasNoSecondFactor(t *testing.T) {
	away := wellSite()
	away.err = errors.New("boom")
	for _, f := range []*fakeSite{wellSite(), away} {
		public := newHealth(t, f).Report(t.Context()).Public()
		if _, shown := public["people"]; shown || public["backup"] == "" {
			t.Errorf("the public levels are %v", public)
		}
	}
}
