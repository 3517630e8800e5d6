// Package stats owns what the owner wants to know: how often pages are seen, where
// visitors come from, how often the phone number is tapped and how fast
// conversations are answered. It must not know who a visitor is: it keeps sums per
// day, no cookies and no client IPs.
package stats

import (
	"context"
	"time"

	"perimeter/internal/clock"
)

// Retention is how long counts are kept.
const Retention = 400 * 24 * time.Hour

// Kind is what is counted.
type Kind string

// The kinds of counts.
const (
	View     Kind = "view"     // by the path of the page
	Referrer Kind = "referrer" // views that began on another site, by its host
	Tap      Kind = "tap"      // taps on the phone number; they have no name
)

// Count is how often something happened on a day.
type Count struct {
	Day  string // such as 2026-03-02, in the company's time zone
	Kind Kind
	Name string
	N    int64
}

// ConversationStart is what the report needs to know of a conversation.
type ConversationStart struct {
	StartedAt  time.Time
	AnsweredAt time.Time // of the first answer of the staff; zero if there is none
	HasContact bool
}

// Store keeps the counts. Every method returns Unavailable when the database cannot
// be reached; lists are never nil.
type Store interface {
	// AddCounts adds to the counts of their day, kind and name, all of them or
	// none.
	AddCounts(ctx context.Context, counts []Count) error
	// Counts returns the counts from one day to another, both included, ordered by
	// day, kind and name.
	Counts(ctx context.Context, from, to string) ([]Count, error)
	// PurgeCounts deletes the counts of the days before a day, and the starts of
	// conversations that are no longer kept themselves.
	PurgeCounts(ctx context.Context, before string) error
	// ConversationStarts returns the conversations that began in the period, in
	// their order. Those that were deleted because of their age are among them;
	// those that somebody deleted are not.
	ConversationStarts(ctx context.Context, from, before time.Time) ([]ConversationStart, error)
}

// Config is what Stats needs.
type Config struct {
	Store Store
	// Location returns the company's time zone.
	Location func(ctx context.Context) *time.Location
	// OpenTime returns how much of a period the company is open.
	OpenTime func(ctx context.Context, from, to time.Time) (time.Duration, error)
	// Hosts are those of the site itself, which are not counted as referring.
	Hosts []string
	Clock clock.Clock
}

// Stats counts and reports.
type Stats struct {
	store    Store
	location func(ctx context.Context) *time.Location
	openTime func(ctx context.Context, from, to time.Time) (time.Duration, error)
	hosts    []string
	clock    clock.Clock
	counters counters
	agents   agents
}

// New returns the statistics in the store.
func New(cfg Config) *Stats {
	return &Stats{
		store: cfg.Store, location: cfg.Location, openTime: cfg.OpenTime, hosts: cfg.Hosts, clock: cfg.Clock,
	}
}

// today returns the current day in the company's time zone.
func (s *Stats) today(ctx context.Context) string {
	return s.clock.Now().In(s.location(ctx)).Format(time.DateOnly)
}
