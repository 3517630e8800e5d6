package audit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/audit"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// memory keeps the events in memory.
type memory struct {
	mu     sync.Mutex
	events []audit.Event
	err    error
	limits []int // of the purges
}

func (m *memory) AppendAuditEvent(_ context.Context, e audit.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	e.ID = int64(len(m.events) + 1)
	m.events = append(m.events, e)
	return nil
}

func (m *memory) AuditEvents(context.Context, int64, int) ([]audit.Event, error) {
	return m.stored(), nil
}

// stored returns a copy of the events.
func (m *memory) stored() []audit.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.events)
}

func (m *memory) PurgeAuditEvents(_ context.Context, before time.Time, limit int) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.limits = append(m.limits, limit)
	n := 0
	for n < len(m.events) && n < limit && m.events[n].At.Before(before) {
		n++
	}
	m.events = m.events[n:]
	return n, nil
}

func TestRecordedEventsAreStoredAtOnce(t *testing.T) {
	m := &memory{}
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	log := audit.New(audit.Config{Store: m, Clock: func() time.Time { return now }})
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the client is gone; it has happened all the same
	log.Record(ctx, audit.Event{Kind: audit.PersonDisabled, Person: "anna", ClientIP: "192.0.2.1", Subject: "ben"})
	want := []audit.Event{{ID: 1, At: now, Kind: audit.PersonDisabled, Person: "anna", ClientIP: "192.0.2.1", Count: 1, Subject: "ben"}}
	if diff := cmp.Diff(want, m.events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestFloodBecomesOneEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		log := audit.New(audit.Config{Store: m})
		for range 5_000 {
			log.Record(t.Context(), audit.Event{Kind: audit.SignInFailed, ClientIP: "203.0.113.9"})
		}
		// A flood for unknown names hides no failure of an account, and nothing else.
		log.Record(t.Context(), audit.Event{Kind: audit.SignInFailed, Person: "anna"})
		log.Record(t.Context(), audit.Event{Kind: audit.SignedIn, Person: "anna"})
		synctest.Wait()
		if got := len(m.stored()); got != 22 {
			t.Errorf("%d events, want 20 and those of anna", got)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		events := m.stored()
		last := events[len(events)-1]
		if len(events) != 23 || last.Count != 4_980 || last.Kind != audit.SignInFailed || last.ClientIP != "" {
			t.Errorf("%d events, the last is %+v", len(events), last)
		}
	})
}

func TestAFloodHidesNoOtherAttacker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		log := audit.New(audit.Config{Store: m})
		fail := func(ip string) {
			log.Record(t.Context(), audit.Event{Kind: audit.SignInFailed, Person: "anna", ClientIP: ip})
		}
		for range 100 {
			fail("203.0.113.9")
		}
		for i := range 100 { // one customer of a provider
			fail(fmt.Sprintf("2001:db8:7:%x::1", i))
		}
		fail("198.51.100.7")
		synctest.Wait()
		from := map[string]int{}
		for _, e := range m.stored() {
			from[e.ClientIP]++
		}
		if from["203.0.113.9"] != 20 || from["198.51.100.7"] != 1 || len(m.stored()) != 41 {
			t.Errorf("%d events, from %v", len(m.stored()), from)
		}
		// Many networks together cannot fill the database either.
		for i := range 10_000 {
			fail(fmt.Sprintf("10.%d.%d.1", i/250, i%250))
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		count := 0
		for _, e := range m.stored() {
			count += e.Count
		}
		if got := len(m.stored()); got != 503 || count != 10_201 {
			t.Errorf("%d events stand for %d, want 500 and three sums for 10201", got, count)
		}
	})
}

func TestCloseRecordsWhatIsHeldBack(t *testing.T) {
	m := &memory{}
	log := audit.New(audit.Config{Store: m})
	for range 30 {
		log.Record(t.Context(), audit.Event{Kind: audit.Refused, Person: "sam", Subject: "GET /api/admin/people"})
	}
	log.Close()
	last := m.events[len(m.events)-1]
	for _, e := range m.events { // they are stored in the background, in any order
		if e.Count > last.Count {
			last = e
		}
	}
	if len(m.events) != 21 || last.Count != 10 || last.Person != "sam" {
		t.Errorf("%d events, the sum is %+v", len(m.events), last)
	}
}

func TestTextsOfClientsCanBeStored(t *testing.T) {
	m := &memory{}
	log := audit.New(audit.Config{Store: m})
	log.Record(t.Context(), audit.Event{Kind: audit.PersonChanged, Subject: "a\x00b\xff" + strings.Repeat("ü", 500)})
	subject := m.events[0].Subject
	if !utf8.ValidString(subject) || strings.ContainsRune(subject, 0) || len(subject) > 210 || !strings.HasPrefix(subject, "a\uFFFDb\uFFFDü") {
		t.Errorf("subject %q", subject)
	}
}

func TestEventsThatCannotBeStoredAreLogged(t *testing.T) {
	var out bytes.Buffer
	log := audit.New(audit.Config{Store: &memory{err: errors.New("full")}, Logger: slog.New(slog.NewJSONHandler(&out, nil))})
	log.Record(t.Context(), audit.Event{Kind: audit.PersonDisabled, Person: "anna", Subject: "ben"})
	for _, part := range []string{"person_disabled", "anna", "ben", "full"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in %s", part, &out)
		}
	}
}

func TestOldEventsAreDeletedInBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		start := time.Now()
		for i := range 1_200 {
			m.events = append(m.events, audit.Event{At: start.Add(-audit.Retention - time.Duration(1_200-i)*time.Minute)})
		}
		m.events = append(m.events, audit.Event{At: start.Add(-audit.Retention + 2*time.Hour)})
		ctx, cancel := context.WithCancel(t.Context())
		go audit.New(audit.Config{Store: m}).Run(ctx)
		time.Sleep(90 * time.Minute)
		synctest.Wait()
		if got := len(m.stored()); got != 1 {
			t.Errorf("%d events are left", got)
		}
		if diff := cmp.Diff([]int{500, 500, 500}, m.limits); diff != "" {
			t.Errorf("limits (-want +got):\n%s", diff)
		}
		cancel()
		synctest.Wait()
	})
}

func TestClockThatJumpsAheadDeletesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{events: []audit.Event{{At: time.Now()}}}
		var wrong atomic.Int64 // by how much
		log := audit.New(audit.Config{Store: m, Clock: func() time.Time { return time.Now().Add(time.Duration(wrong.Load())) }})
		ctx, cancel := context.WithCancel(t.Context())
		go log.Run(ctx)
		synctest.Wait()
		wrong.Store(int64(20 * 365 * 24 * time.Hour))
		time.Sleep(61 * time.Minute)
		synctest.Wait()
		wrong.Store(0)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(m.stored()) != 1 {
			t.Error("the event was deleted")
		}
		cancel()
		synctest.Wait()
	})
}

func TestEventsChecksItsLimits(t *testing.T) {
	log := audit.New(audit.Config{Store: &memory{}})
	for _, bad := range []struct {
		before int64
		limit  int
	}{{-1, 0}, {0, -1}, {0, audit.MaxLimit + 1}} {
		_, err := log.Events(t.Context(), bad.before, bad.limit)
		testkit.WantError(t, err, errs.Invalid, "limit")
	}
}
