package history

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

// Config is what a History needs.
type Config struct {
	Store Store
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
	store     Store
	records   map[Kind]Records
	retention time.Duration
	clock     clock.Clock
	logger    *slog.Logger
}

// New returns the history in the store.
func New(cfg Config) *History {
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

// Restore saves the record as the version has it, and returns the version. If the
// record was deleted, it creates it again, with the same ID. BasedOn is the newest version that the
// editor has seen; 0 overwrites whatever is stored.
func (h *History) Restore(ctx context.Context, id, basedOn int64) (Version, error) {
	version, err := h.store.Version(ctx, id)
	if err != nil {
		return Version{}, err
	}
	newest, err := h.newest(ctx, version)
	if err != nil {
		return Version{}, err
	}
	if basedOn != 0 && newest.ID != basedOn {
		return Version{}, changed(newest)
	}
	return version, h.restore(ctx, version, newest)
}

// Undo takes back the change that has stored the version: what was created is
// deleted, what was deleted is created again, and everything else becomes what it
// was before. It returns Conflict if the record was changed since.
func (h *History) Undo(ctx context.Context, id int64) (Version, error) {
	undone, err := h.store.Version(ctx, id)
	if err != nil {
		return Version{}, err
	}
	newest, err := h.newest(ctx, undone)
	if err != nil {
		return Version{}, err
	}
	if newest.ID != undone.ID {
		return Version{}, changed(newest)
	}
	switch undone.Action {
	case Create:
		return undone, h.remove(ctx, newest)
	case Delete:
		return undone, h.restore(ctx, undone, newest)
	}
	before, err := h.store.Versions(ctx, Query{Kind: undone.Kind, RecordID: undone.RecordID, Before: undone.ID, Limit: 1})
	if err != nil {
		return Version{}, err
	}
	if len(before) == 0 {
		return Version{}, errs.Errorf(errs.Conflict, "There is no earlier version to go back to.")
	}
	if before[0].Action == Delete { // the change restored a deleted record
		return undone, h.remove(ctx, newest)
	}
	return undone, h.restore(ctx, before[0], newest)
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

// restore saves a version. The store checks once more, in the transaction, that
// the newest version still is.
func (h *History) restore(ctx context.Context, v, newest Version) error {
	recordID := v.RecordID
	if newest.Action == Delete {
		recordID = ""
	}
	return h.records[v.Kind].Restore(restoring(ctx, newest), recordID, v.Fields)
}

// remove deletes the record of its newest version, with the same check.
func (h *History) remove(ctx context.Context, newest Version) error {
	return h.records[newest.Kind].Delete(restoring(ctx, newest), newest.RecordID)
}

func restoring(ctx context.Context, newest Version) context.Context {
	return withRestoration(ctx, Restoration{Kind: newest.Kind, RecordID: newest.RecordID, BasedOn: newest.ID})
}
