// Package audit owns the audit log: who signed in, who was refused, and what was
// done to people, credentials and the whole site. It must not know why these
// things were done, nor how the log is stored.
//
// The log can only be appended to; events are deleted when they are old.
package audit

import (
	"context"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/logs"
)

// Event is something that happened. It holds no secret.
type Event struct {
	ID       int64     `json:"id"`
	At       time.Time `json:"at"`
	Kind     Kind      `json:"action"`
	Person   string    `json:"person" doc:"The username of whoever did it; empty if nobody was signed in"`
	ClientIP string    `json:"clientIp" doc:"Empty on the command line, and where several events are one"`
	Count    int       `json:"count" doc:"How many events this one stands for"`
	Subject  string    `json:"subject" doc:"Whom or what it was done to"`
	Detail   string    `json:"detail"`
}

const (
	// Retention is how long an event is kept.
	Retention = 400 * 24 * time.Hour

	// maxText is how many bytes of a text are kept.
	maxText = 200

	// Of what anybody can cause, the first maxEvents of a kind, person and network
	// are recorded in each interval, and maxTotal of all networks together; the rest
	// is one event at its end. So nobody can fill the database, and one attacker
	// hides no other.
	maxEvents = 20
	maxTotal  = 500
	interval  = 30 * time.Minute

	writeTimeout = 30 * time.Second
)

// Store keeps the events.
type Store interface {
	// AppendAuditEvent stores an event under a new ID, which is higher than those
	// of events that were stored before.
	AppendAuditEvent(ctx context.Context, e Event) error
	// AuditEvents returns up to limit events with IDs below before, the newest
	// first. The list is never nil.
	AuditEvents(ctx context.Context, before int64, limit int) ([]Event, error)
	// PurgeAuditEvents deletes up to limit events from before a time, the oldest
	// first, and returns how many it has deleted.
	PurgeAuditEvents(ctx context.Context, before time.Time, limit int) (int, error)
}

// Config is what a Log needs.
type Config struct {
	Store Store
	Clock clock.Clock
	// Logger records events that cannot be stored; nil means that nothing is
	// logged.
	Logger *slog.Logger
}

// Log is the audit log.
type Log struct {
	store  Store
	clock  clock.Clock
	logger *slog.Logger
	floods *logs.Floods // by kind, person and network
	totals *logs.Floods // by kind and person
	writes sync.WaitGroup
}

// New returns the audit log in the store.
func New(cfg Config) *Log {
	l := &Log{
		store: cfg.Store, clock: cfg.Clock, logger: cfg.Logger,
		floods: logs.NewFloods(maxEvents, interval), totals: logs.NewFloods(maxTotal, interval),
	}
	if l.logger == nil {
		l.logger = slog.New(slog.DiscardHandler)
	}
	return l
}

// Record appends an event that happens now. What it reports has happened, so it
// does not fail: an event that cannot be stored is logged.
func (l *Log) Record(ctx context.Context, e Event) {
	e.At, e.Count = l.clock.Stamp(), 1
	e.Person, e.ClientIP, e.Subject, e.Detail = clean(e.Person), clean(e.ClientIP), clean(e.Subject), clean(e.Detail)
	// The event is stored even if the client disconnects.
	ctx = context.WithoutCancel(ctx)
	if !e.Kind.anybody() {
		l.append(ctx, e)
		return
	}
	if !l.admit(e) {
		return
	}
	// In the background: whoever was refused must not learn from the time of the
	// response whether the name is one that was refused often.
	l.writes.Go(func() { l.append(ctx, e) })
}

// admit reports whether to record an event that anybody can cause.
func (l *Log) admit(e Event) bool {
	key, network := string(e.Kind)+" "+e.Person, networkOf(e.ClientIP)
	// Once the total is reached, no more networks are remembered.
	if !l.totals.Full(key) && !l.floods.Admit(key+" "+network, func(more int) { l.summarise(e, "from "+network, more) }) {
		return false
	}
	return l.totals.Admit(key, func(more int) { l.summarise(e, "from several networks", more) })
}

// networkOf returns the largest network that one client may have for itself.
func networkOf(clientIP string) string {
	ip, err := netip.ParseAddr(clientIP)
	if err != nil {
		return "an unknown network"
	}
	networks := limit.Networks(ip)
	return networks[len(networks)-1].String()
}

// summarise appends one event for those of a flood that were not recorded.
func (l *Log) summarise(first Event, detail string, more int) {
	l.append(context.Background(), Event{At: l.clock.Stamp(), Kind: first.Kind, Person: first.Person, Detail: detail, Count: more})
}

func (l *Log) append(ctx context.Context, e Event) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	if err := l.store.AppendAuditEvent(ctx, e); err != nil {
		l.logger.WarnContext(ctx, "could not add to the audit log", "kind", e.Kind, "person", e.Person, "subject", e.Subject, "error", err.Error())
	}
}

// The number of events of one page.
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// Events returns up to limit events with IDs below before, the newest first. If
// before is 0, it begins with the newest, and if limit is 0, it is DefaultLimit.
func (l *Log) Events(ctx context.Context, before int64, limit int) ([]Event, error) {
	if before < 0 || limit < 0 || limit > MaxLimit {
		return nil, errs.Errorf(errs.Invalid, "The limit must be between 1 and %d, and before the ID of an event.", MaxLimit)
	}
	if limit == 0 {
		limit = DefaultLimit
	}
	if before == 0 {
		before = maxID
	}
	return l.store.AuditEvents(ctx, before, limit)
}

// Close records what is held back and returns when everything is stored. The
// store must not be closed before.
func (l *Log) Close() {
	l.floods.Flush()
	l.totals.Flush()
	l.writes.Wait()
}

// clean returns a text that every database can store, cut to maxText: some are
// made up by clients.
func clean(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) <= maxText {
		return text
	}
	cut := maxText
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
