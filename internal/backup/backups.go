package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
)

// ProofDue is how old the newest proof may be before the staff are told. It is more
// than a day, so that a night that takes longer than the one before is no failure.
const ProofDue = 26 * time.Hour

// Prove restores a backup somewhere else and compares every public page with the
// site. The difference is "" if there is none. Live says that the site is expected to
// have the backup's revision, or to know it from its history; otherwise the pages are
// only rendered. An error means that it could not be found out.
type Prove func(ctx context.Context, s *Snapshot, live bool) (difference string, err error)

// Config is what Backups needs.
type Config struct {
	Store   Store
	Source  Source
	Uploads Uploads
	// Target opens the storage that the backups are written to.
	Target func() (Storage, error)
	// Keys reads the keys of the repository.
	Keys func() (Keys, error)
	// Sheet returns the recovery sheet as it would be printed now.
	Sheet func(ctx context.Context) (Sheet, error)
	Prove Prove
	// At is the time of day of the nightly backup.
	At Time
	// Location returns the company's time zone.
	Location func(ctx context.Context) *time.Location
	// Warn tells the staff that Problem has changed; nil means that nobody is told.
	Warn    func(ctx context.Context) error
	Release string
	// Alone says that no other process can serve the site.
	Alone  bool
	Clock  clock.Clock
	Logger *slog.Logger
}

// Time is a time of day.
type Time struct{ Hour, Minute int }

// ParseTime reads a time such as 02:30.
func ParseTime(text string) (Time, error) {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return Time{}, errors.New("it must be a time of day such as 02:30")
	}
	return Time{t.Hour(), t.Minute()}, nil
}

// last returns the newest time of day that is not after now.
func (t Time) last(now time.Time) time.Time {
	today := time.Date(now.Year(), now.Month(), now.Day(), t.Hour, t.Minute, 0, 0, now.Location())
	if today.After(now) {
		today = time.Date(now.Year(), now.Month(), now.Day()-1, t.Hour, t.Minute, 0, 0, now.Location())
	}
	return today
}

// Backups makes and proves the backups of a site.
type Backups struct {
	Config
	process string // as it is called in claims
	wake    chan struct{}
	newest  atomic.Pointer[Condition]
}

// New returns the backups of a site.
func New(cfg Config) *Backups {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Keys == nil {
		cfg.Keys = func() (Keys, error) { return Keys{}, nil }
	}
	return &Backups{Config: cfg, process: rand.Text(), wake: make(chan struct{}, 1)}
}

// Entry is a backup as the API shows it.
type Entry struct {
	Name         string     `json:"name"`
	At           time.Time  `json:"at"`
	Bytes        int64      `json:"bytes" doc:"How much it has added to the backups before it"`
	Size         int64      `json:"size" doc:"How much it restores"`
	Seconds      float64    `json:"seconds" doc:"How long it took"`
	Proven       *bool      `json:"proven" doc:"Whether it was restored and every public page was identical; null if that is not known yet"`
	ProvenAt     *time.Time `json:"provenAt" doc:"When that was found out; null if it is not known yet"`
	ProofSeconds float64    `json:"proofSeconds" doc:"How long the proof took"`
	Difference   string     `json:"difference" doc:"What the proof has found first; empty if nothing"`
}

func entry(r Record) Entry {
	e := Entry{
		Name: r.Name, At: r.At, Bytes: r.Written, Size: r.Size, Seconds: r.Took.Seconds(),
		ProofSeconds: r.ProofTook.Seconds(), Difference: r.Difference,
	}
	if !r.CheckedAt.IsZero() {
		e.Proven, e.ProvenAt = &r.Proven, &r.CheckedAt
	}
	return e
}

// List returns the backups, newest first.
func (b *Backups) List(ctx context.Context) ([]Entry, error) {
	records, err := b.Store.Backups(ctx)
	entries := make([]Entry, len(records))
	for i, r := range records {
		entries[i] = entry(r)
	}
	return entries, err
}

// Start makes a backup soon, or returns Conflict if one is being made.
func (b *Backups) Start(ctx context.Context) error {
	state, err := b.Store.BackupState(ctx)
	if err != nil {
		return err
	}
	if state.ClaimedUntil.After(b.Clock.Now()) {
		return errs.Errorf(errs.Conflict, "A backup is being made already.")
	}
	select {
	case b.wake <- struct{}{}:
	default: // it was asked for already
	}
	return nil
}

// Condition says how the backups are as a whole.
type Condition struct {
	Newest  *Entry     `json:"newest" doc:"The newest backup; null if there is none"`
	Proven  *Entry     `json:"proven" doc:"The newest backup that was proven; null if there is none"`
	Running bool       `json:"running" doc:"Whether one is being made"`
	Problem string     `json:"problem" doc:"What needs attention; empty if nothing"`
	DueAt   *time.Time `json:"dueAt" doc:"When the next one is made; null if it is due"`
	// On says that the site can be brought back: there is a proven backup, and somebody
	// has the recovery sheet.
	On        bool  `json:"on" doc:"Whether a backup was proven and the recovery sheet is printed"`
	Printed   bool  `json:"printed" doc:"Whether somebody has shown to have the recovery sheet as it is now"`
	Positions []int `json:"positions" doc:"Which words of the sheet show that, counted from 1"`
	Locked    int   `json:"locked" doc:"How many backups none of the keys opens"`
}

// Condition returns how the backups are.
func (b *Backups) Condition(ctx context.Context) (Condition, error) {
	state, err := b.Store.BackupState(ctx)
	if err != nil {
		return Condition{}, err
	}
	records, err := b.Store.Backups(ctx)
	if err != nil {
		return Condition{}, err
	}
	now := b.Clock.Now()
	status := Condition{Running: state.ClaimedUntil.After(now), Problem: problem(state, records, now)}
	for _, r := range records {
		e := entry(r)
		if r.failedProof() && r.Difference == noKey {
			status.Locked++
		}
		if status.Newest == nil {
			status.Newest = &e
		}
		if r.Proven && status.Proven == nil {
			status.Proven = &e
		}
	}
	if last := b.At.last(now.In(b.Location(ctx))); !b.due(state, records, last) {
		next := b.At.last(last.Add(30 * time.Hour)).UTC() // also on a day of 25 hours
		status.DueAt = &next
	}
	return status, b.addSheet(ctx, state, &status)
}

// Known returns the newest status that this process has read, without waiting; nil
// if there is none.
func (b *Backups) Known() *Condition { return b.newest.Load() }

// due reports whether no backup was made since the time.
func (b *Backups) due(state State, records []Record, last time.Time) bool {
	return !state.Since.IsZero() && state.Since.Before(last) && (len(records) == 0 || records[0].At.Before(last))
}

// Problem returns what the staff have to know of the backups, or "".
func (b *Backups) Problem(ctx context.Context) (string, error) {
	status, err := b.Condition(ctx)
	return status.Problem, err
}

func problem(state State, records []Record, now time.Time) string {
	proven := state.Since
	for _, r := range records {
		if r.Proven && r.CheckedAt.After(proven) {
			proven = r.CheckedAt
		}
	}
	late := !state.Since.IsZero() && now.Sub(proven) >= ProofDue
	since := "There is no backup that was restored and compared with the site since " + proven.UTC().Format("2006-01-02 15:04 MST") + "."
	switch {
	case len(records) > 0 && records[0].failedProof():
		return "The newest backup was restored and is not like the site: " + records[0].Difference + "."
	case late && state.Failure != "":
		return since + " The last attempt failed: " + state.Failure + "."
	case late:
		return since
	}
	return ""
}
