package stats_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/stats"
	"perimeter/internal/testkit"
)

const browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"

// memory is a store whose writes can fail.
type memory struct {
	stats.Store
	mu     sync.Mutex
	counts map[stats.Count]int64 // by a count without its number
	starts []stats.ConversationStart
	purged string
	away   bool
}

func (m *memory) AddCounts(_ context.Context, counts []stats.Count) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away {
		return errors.New("away")
	}
	for _, count := range counts {
		n := count.N
		count.N = 0
		m.counts[count] += n
	}
	return nil
}

func (m *memory) Counts(_ context.Context, from, to string) ([]stats.Count, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []stats.Count
	for count, n := range m.counts {
		if count.N = n; from <= count.Day && count.Day <= to {
			found = append(found, count)
		}
	}
	return found, nil
}

func (m *memory) PurgeCounts(_ context.Context, before string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.purged = before
	return nil
}

func (m *memory) purgedBefore() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.purged
}

func (m *memory) ConversationStarts(context.Context, time.Time, time.Time) ([]stats.ConversationStart, error) {
	return m.starts, nil
}

func newStats(t *testing.T, now time.Time) (*stats.Stats, *memory) {
	t.Helper()
	chicago, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	store := &memory{counts: map[stats.Count]int64{}}
	return stats.New(stats.Config{
		Store: store, Clock: func() time.Time { return now }, Hosts: []string{"pest.example"},
		Location: func(context.Context) *time.Location { return chicago },
		OpenTime: func(_ context.Context, from, to time.Time) (time.Duration, error) { return to.Sub(from), nil },
	}), store
}

// evening is still March 2 in Texas.
var evening = time.Date(2026, 3, 3, 4, 0, 0, 0, time.UTC)

func TestOnlyPeopleAreCounted(t *testing.T) {
	s, _ := newStats(t, evening)
	visits := map[string]stats.Visit{
		"no user agent":  {},
		"a crawler":      {UserAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
		"a script":       {UserAgent: "curl/8.5.0"},
		"a test":         {UserAgent: "Mozilla/5.0 HeadlessChrome/140.0.0.0 Safari/537.36"},
		"do not track":   {UserAgent: browser, Private: true},
		"another script": {UserAgent: "python-requests/2.32"},
	}
	for range 2 { // the second time the user agents are known
		for _, visit := range visits {
			s.View("/", visit)
			s.TapPhone(visit)
		}
	}
	if report := testkit.Must(s.Report(t.Context(), ""))(t); report.Views != 0 || report.Taps != 0 {
		t.Errorf("counted: %+v", report)
	}
	s.View("/", stats.Visit{UserAgent: "Mozilla/5.0 (Linux; Android 13; CUBOT P60) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"})
	s.TapPhone(stats.Visit{UserAgent: browser})
	if report := testkit.Must(s.Report(t.Context(), ""))(t); report.Views != 1 || report.Taps != 1 {
		t.Errorf("counted: %+v", report)
	}
}

func TestReportOfAMonth(t *testing.T) {
	s, store := newStats(t, evening)
	for range 3 {
		s.View("/", stats.Visit{UserAgent: browser, Referer: "https://www.Search.example/?q=ants"})
	}
	s.View("/contact", stats.Visit{UserAgent: browser, Referer: "https://pest.example/"})
	s.View("/contact", stats.Visit{UserAgent: browser, Referer: "javascript:alert(1)"})
	s.TapPhone(stats.Visit{UserAgent: browser})
	noon := time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)
	store.starts = []stats.ConversationStart{
		{StartedAt: noon, AnsweredAt: noon.Add(2 * time.Minute), HasContact: true},
		{StartedAt: noon, AnsweredAt: noon.Add(4 * time.Minute)},
		{StartedAt: noon, AnsweredAt: noon.Add(time.Hour)},
		{StartedAt: noon.Add(24 * time.Hour)},
	}
	want := stats.Report{
		Month: "2026-03",
		Days:  []stats.Day{{Day: "2026-03-01", Conversations: 3}, {Day: "2026-03-02", Views: 5, Taps: 1, Conversations: 1}},

		Conversations: 4, Answered: 3, AnsweredInTime: 2, MedianReply: new(240), Contacts: 1,
		Taps: 1, Views: 5,
		Pages:     []stats.Named{{Name: "/", N: 3}, {Name: "/contact", N: 2}},
		Referrers: []stats.Named{{Name: "search.example", N: 3}},
	}
	if diff := cmp.Diff(want, testkit.Must(s.Report(t.Context(), ""))(t)); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	store.starts = nil
	if last := testkit.Must(s.Report(t.Context(), "2026-02"))(t); len(last.Days) != 28 || last.Views != 0 || last.MedianReply != nil {
		t.Errorf("last month: %+v", last)
	}
	for _, month := range []string{"2026-04", "2020-01", "March", "2026-3-1"} {
		if _, err := s.Report(t.Context(), month); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: %v", month, err)
		}
	}
}

func TestReferringSitesAreBounded(t *testing.T) {
	s, store := newStats(t, evening)
	const sites = 1000
	for i := range sites {
		s.View("/", stats.Visit{UserAgent: browser, Referer: fmt.Sprintf("https://site-%d.example/", i)})
	}
	s.View("/", stats.Visit{UserAgent: browser, Referer: "https://" + strings.Repeat("a", 1000) + ".example/"})
	if err := s.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(store.counts); n > 102 {
		t.Errorf("%d rows", n)
	}
	if others := store.counts[stats.Count{Day: "2026-03-02", Kind: stats.Referrer}]; others != sites-100 {
		t.Errorf("%d views from other sites", others)
	}
}

func TestViewsOfTooManyPagesAreCountedTogether(t *testing.T) {
	s, store := newStats(t, evening)
	visit := stats.Visit{UserAgent: browser, Referer: "https://search.example/"}
	const pages = 6000
	for i := range pages {
		s.View(fmt.Sprintf("/blog/%d", i), visit)
	}
	s.TapPhone(visit)
	report := testkit.Must(s.Report(t.Context(), ""))(t)
	if report.Views != pages || report.Taps != 1 || report.Referrers[0].N != pages {
		t.Errorf("%d views, %d taps, referring sites %v", report.Views, report.Taps, report.Referrers)
	}
	if want := (stats.Named{N: pages - 5000}); report.Pages[0] != want {
		t.Errorf("the most frequent is %v, want %v", report.Pages[0], want)
	}
	if n := len(store.counts); n != 5003 {
		t.Errorf("%d rows", n)
	}
}

func TestCountsSurviveAnOutage(t *testing.T) {
	s, store := newStats(t, evening)
	s.View("/", stats.Visit{UserAgent: browser})
	store.away = true
	if err := s.Write(t.Context()); err == nil {
		t.Error("the write has not failed")
	}
	s.View("/", stats.Visit{UserAgent: browser})
	store.away = false
	if report := testkit.Must(s.Report(t.Context(), ""))(t); report.Views != 2 {
		t.Errorf("%d views", report.Views)
	}
}

func TestRunWritesAndStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, store := newStats(t, evening)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.Run(ctx, slog.New(slog.DiscardHandler)) })
		views := func() int64 {
			store.mu.Lock()
			defer store.mu.Unlock()
			return store.counts[stats.Count{Day: "2026-03-02", Kind: stats.View, Name: "/"}]
		}
		s.View("/", stats.Visit{UserAgent: browser})
		time.Sleep(31 * time.Second)
		if n := views(); n != 1 {
			t.Errorf("%d views are stored after half a minute", n)
		}
		s.View("/", stats.Visit{UserAgent: browser})
		cancel()
		running.Wait()
		if n := views(); n != 2 {
			t.Errorf("%d views are stored after the end", n)
		}
	})
}

func TestCountsAreDeletedWhenTwoReadingsOfTheClockSayTheyAreOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const wrong = 900 * 24 * time.Hour
		const day = 24 * time.Hour
		readings := []time.Duration{wrong, 0, wrong, 0, day, day, day} // hour by hour
		store, began := &memory{}, time.Now()
		s := stats.New(stats.Config{
			Store: store, Location: func(context.Context) *time.Location { return time.UTC },
			Clock: func() time.Time { return evening.Add(readings[time.Since(began)/time.Hour]) },
		})
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.Run(ctx, slog.New(slog.DiscardHandler)) })
		for _, want := range []string{"", "2025-01-27", "2025-01-27", "2025-01-27", "2025-01-27", "2025-01-28"} {
			synctest.Wait()
			if got := store.purgedBefore(); got != want {
				t.Errorf("purged before %q, want %q", got, want)
			}
			time.Sleep(time.Hour)
		}
		cancel()
		running.Wait()
	})
}

func BenchmarkView(b *testing.B) {
	s := stats.New(stats.Config{Hosts: []string{"pest.example"}})
	visit := stats.Visit{UserAgent: browser, Referer: ""}
	for b.Loop() {
		s.View("/services/termites", visit)
	}
}
