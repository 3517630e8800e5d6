package record

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"slices"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
)

const (
	// DefaultRetention is how long a version is kept if nothing else is configured.
	DefaultRetention = 400 * 24 * time.Hour

	// KeptVersions is how many versions of a record are kept however old they are.
	KeptVersions = 20
)

// HistoryConfig is what a History needs.
type HistoryConfig struct {
	Store VersionStore
	// Records has every kind.
	Records map[Kind]Records
	// Retention is how long a version is kept; 0 means DefaultRetention.
	Retention time.Duration
	Clock     clock.Clock
	// Logger records what happens in the background; nil means that nothing is
	// logged.
	Logger *slog.Logger
}

// History is the versions of everything that is published.
type History struct {
	store     VersionStore
	records   map[Kind]Records
	retention time.Duration
	clock     clock.Clock
	logger    *slog.Logger
}

// NewHistory returns the history in the store.
func NewHistory(cfg HistoryConfig) *History {
	return &History{
		store:     cfg.Store,
		records:   cfg.Records,
		retention: cmp.Or(cfg.Retention, DefaultRetention),
		clock:     cfg.Clock,
		logger:    cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler)),
	}
}

// Start stores a version of every record that has none.
func (h *History) Start(ctx context.Context) error { return h.store.StartHistory(ctx) }

// The number of versions of one page.
const (
	DefaultLimit = 20
	MaxLimit     = 100
)

// Versions returns the versions that the query chooses, the newest first. A Limit
// of 0 means DefaultLimit, and a Before of 0 begins with the newest.
func (h *History) Versions(ctx context.Context, q Query) ([]Version, error) {
	switch {
	case q.Before < 0 || q.Limit < 0 || q.Limit > MaxLimit:
		return nil, errs.Errorf(errs.Invalid, "The limit must be between 1 and %d, and before the ID of a version.", MaxLimit)
	case q.Kind != "" && !slices.Contains(Kinds, q.Kind):
		return nil, errs.Errorf(errs.Invalid, "There is no history of the kind %q.", q.Kind)
	case q.Kind == "" && q.RecordID != "":
		return nil, errs.Errorf(errs.Invalid, "The history of one record needs its kind too.")
	}
	q.Limit, q.Before = cmp.Or(q.Limit, DefaultLimit), cmp.Or(q.Before, math.MaxInt64)
	return h.store.Versions(ctx, q)
}

// Restore saves the record as the version has it. If the record was deleted, it
// creates it again, with the same ID. BasedOn is the newest version that the actor
// has seen; 0 overwrites whatever is stored.
func (h *History) Restore(ctx context.Context, actor Actor, id, basedOn int64) (Restored, error) {
	version, err := h.store.Version(ctx, id)
	if err != nil {
		return Restored{}, err
	}
	newest, err := h.newest(ctx, version)
	if err != nil {
		return Restored{}, err
	}
	if basedOn != 0 && newest.ID != basedOn {
		return Restored{}, changed(newest)
	}
	return h.restore(ctx, actor, version, newest)
}

// Undo takes back the change that has stored the version: what was created is
// deleted, what was deleted is created again, and everything else becomes what it
// was before. It returns Conflict if the record was changed since.
func (h *History) Undo(ctx context.Context, actor Actor, id int64) (Restored, error) {
	undone, err := h.store.Version(ctx, id)
	if err != nil {
		return Restored{}, err
	}
	newest, err := h.newest(ctx, undone)
	if err != nil {
		return Restored{}, err
	}
	if newest.ID != undone.ID {
		return Restored{}, changed(newest)
	}
	switch undone.Action {
	case Create:
		return h.remove(ctx, actor, newest)
	case Delete:
		return h.restore(ctx, actor, undone, newest)
	}
	before, err := h.store.Versions(ctx, Query{Kind: undone.Kind, RecordID: undone.RecordID, Before: undone.ID, Limit: 1})
	if err != nil {
		return Restored{}, err
	}
	if len(before) == 0 {
		return Restored{}, errs.Errorf(errs.Conflict, "There is no earlier version to go back to.")
	}
	if before[0].Action == Delete { // the change restored a deleted record
		return h.remove(ctx, actor, newest)
	}
	restored, err := h.restore(ctx, actor, before[0], newest)
	restored.Version = undone
	return restored, err
}

// ErrChanged says that the record was changed since the editor looked at it.
var ErrChanged = &errs.Error{
	Kind: errs.Conflict,
	Message: "Somebody else has changed this since you looked at it, and nothing was overwritten. " +
		"Look at the newest version and decide again.",
}

// changed is ErrChanged with the stored record, which the newest version has.
func changed(newest Version) error {
	refused := *ErrChanged
	if newest.Action != Delete {
		refused.Stored = newest.Fields
	}
	return &refused
}

// newest returns the newest version of the same record.
func (h *History) newest(ctx context.Context, v Version) (Version, error) {
	versions, err := h.store.Versions(ctx, Query{Kind: v.Kind, RecordID: v.RecordID, Before: math.MaxInt64, Limit: 1})
	if err != nil {
		return Version{}, err
	}
	if len(versions) == 0 {
		return v, nil // it was deleted because of its age since it was read
	}
	return versions[0], nil
}

// restore saves a version. The records check once more, in the transaction, that
// the newest version still is.
func (h *History) restore(ctx context.Context, actor Actor, v, newest Version) (Restored, error) {
	return h.records[v.Kind].Restore(ctx, Change{Actor: actor, Restoring: newest.ID}, v)
}

// remove deletes the record of its newest version, with the same check.
func (h *History) remove(ctx context.Context, actor Actor, newest Version) (Restored, error) {
	stored, err := h.records[newest.Kind].Delete(ctx, Change{Actor: actor, Restoring: newest.ID}, newest.RecordID)
	return Restored{Version: newest, Stored: stored}, err
}
