// Package record owns what happens to a published record: saving, deleting,
// ordering, versions, restoring, and creates that are repeated. Each rule is
// written once, for all kinds. It must not know what the fields of a record mean,
// nor how records and versions are stored.
package record

import (
	"context"
	"slices"
	"strconv"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/safehtml"
)

// Edit is a save of a record of type T.
type Edit[T any] interface {
	// RecordID is the ID of the record in its Table, or nil for one that the edit
	// creates.
	RecordID() *int64
	// ApplyTo sets the fields that the edit has.
	ApplyTo(*T)
}

// Description is what differs between the kinds: the type T of their records, the
// type E of their edits, and their rules.
type Description[T any, E Edit[T]] struct {
	Kind   Kind
	Noun   string // for people, such as "social link"
	Plural string
	// New returns a record before its first edit, with the key of the edit if the
	// kind has Names.
	New func(edit E, now time.Time) T
	// Prepare checks a record, and cleans its HTML.
	Prepare func(*T) (safehtml.Removed, error)
	// Against checks a record against the stored one, or the one that an edit starts
	// from if none is stored. It is nil for most kinds.
	Against func(before, after T) error
	// ID and UpdatedAt return where a record has them. ID is nil for a kind with
	// Names.
	ID        func(*T) *int64
	UpdatedAt func(*T) *time.Time
	// Names are the records of a kind that cannot have others, such as the weekdays.
	// Name is the one of a record. In a Table their IDs are 1, 2, …
	Names []string
	Name  func(T) string
	// Slug is set for a kind whose former slugs lead to the record.
	Slug func(T) string
	// Ordered says that people put the records into an order.
	Ordered bool
	// Among checks a record against all stored ones, if the kind needs that.
	// Creates says that the record is not stored yet.
	Among func(record T, creates bool, change Change, all func() ([]T, error)) error
	// Copies returns what else the edit stores, if anything: other records that get
	// the values of this one.
	Copies func(edit E, record T) []T
	// Formats convert a version's document: the first one from format 1 to 2, and so
	// on. See Format.
	Formats []func(document map[string]any)
}

// Tx is what changes of records need of a publishing transaction.
type Tx interface {
	VersionTx
	// PutRedirect records that the slug belonged to the record with the ID.
	PutRedirect(ctx context.Context, kind Kind, slug string, id int64) error
	// DeleteRedirect deletes the redirect from the slug, if there is one.
	DeleteRedirect(ctx context.Context, kind Kind, slug string) error
	// CreateKey returns what the user's request with the key has created at since
	// or later, or NotFound.
	CreateKey(ctx context.Context, user int64, key [32]byte, since time.Time) (Created, error)
	// PutCreateKey inserts or replaces the key.
	PutCreateKey(ctx context.Context, key CreateKey, recordID int64, at time.Time) error
	// DeleteOldCreateKeys deletes all keys from before the time, and those of the
	// user that are older than the newest kept ones.
	DeleteOldCreateKeys(ctx context.Context, user int64, before time.Time, kept int) error
}

// VersionTx stores versions in a publishing transaction.
type VersionTx interface {
	// Keep stores a version when the transaction ends, and sets its ID then.
	Keep(v *Version)
	// NewestVersion returns the ID of the newest version of a record, or 0.
	NewestVersion(ctx context.Context, kind Kind, recordID string) (int64, error)
}

// Table is the stored records of one kind, in a transaction. Every method returns
// NotFound if the record with the ID does not exist.
type Table[T any] interface {
	// List returns all records in their order.
	List(ctx context.Context) ([]T, error)
	Get(ctx context.Context, id int64) (T, error)
	// Insert stores a new record and returns it as stored. Without an ID the record
	// gets one that was never used, and with position 0 it comes last. It returns
	// Conflict if another record has a key that must be unique.
	Insert(ctx context.Context, record T, position int64) (T, error)
	// Update replaces a record and returns it as stored, or Conflict like Insert.
	Update(ctx context.Context, record T) (T, error)
	// Delete returns the position that the record had, or 0 if the kind has no order.
	Delete(ctx context.Context, id int64) (position int64, err error)
	// Order makes List return the records with the IDs in their order.
	Order(ctx context.Context, ids []int64) error
}

// Saved is the result of a change.
type Saved[T any] struct {
	Record  T
	Removed safehtml.Removed // from its HTML
	// Versions are those that the change has stored.
	Versions []int64
	// Unknown are the fields of a restored version that this release does not have.
	Unknown []string
}

// number returns the ID of a record in its Table.
func (d *Description[T, E]) number(record *T) int64 {
	if d.Names != nil {
		return int64(slices.Index(d.Names, d.Name(*record)) + 1)
	}
	return *d.ID(record)
}

// recordID returns the ID of a record in its history.
func (d *Description[T, E]) recordID(record *T) string {
	if d.Names != nil {
		return d.Name(*record)
	}
	return strconv.FormatInt(*d.ID(record), 10)
}

// parseID is the reverse of recordID.
func (d *Description[T, E]) parseID(recordID string) (int64, error) {
	if i := slices.Index(d.Names, recordID); i >= 0 {
		return int64(i + 1), nil
	}
	id, err := strconv.ParseInt(recordID, 10, 64)
	if err != nil || d.Names != nil {
		return 0, errs.Errorf(errs.NotFound, "There is no such record.")
	}
	return id, nil
}

// Edited returns a record before and after an edit, checked and cleaned but not
// stored. A record that the edit creates has no ID.
func (d *Description[T, E]) Edited(
	edit E, now time.Time, get func(id int64) (T, error),
) (before, after T, removed safehtml.Removed, creates bool, err error) {
	id := edit.RecordID()
	creates = id == nil
	if id != nil {
		before, err = get(*id)
		creates = d.Names != nil && errs.KindOf(err) == errs.NotFound
		if err != nil && !creates {
			return before, after, nil, false, err
		}
	}
	if creates {
		before = d.New(edit, now)
	}
	after = before
	edit.ApplyTo(&after)
	if removed, err = d.Prepare(&after); err == nil && d.Against != nil {
		err = d.Against(before, after)
	}
	return before, after, removed, creates, err
}

// missing says that a record does not exist.
func (d *Description[T, E]) missing() error {
	return errs.Errorf(errs.NotFound, "There is no such %s.", d.Noun)
}

// Find returns the record of the list that has the ID, or NotFound.
func (d *Description[T, E]) Find(list []T, id int64) (T, error) {
	for _, record := range list {
		if d.number(&record) == id {
			return record, nil
		}
	}
	var none T
	return none, d.missing()
}

// With returns the list with the record in the place of the one that has its ID, or
// at the end if there is none.
func (d *Description[T, E]) With(list []T, record T) []T {
	for i := range list {
		if d.number(&list[i]) == d.number(&record) {
			list[i] = record
			return list
		}
	}
	return append(list, record)
}
