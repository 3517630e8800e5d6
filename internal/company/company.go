package company

import (
	"context"
	"sync/atomic"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/scope"
	"perimeter/internal/validate"
)

// Record is what is stored about the company.
type Record struct {
	Document
	// UpdatedAt is when somebody last saved it, or zero if nobody ever has.
	UpdatedAt time.Time `json:"updatedAt"`
}

// Config is what a Company needs.
type Config struct {
	Store Store
	// File is the site file that the server was started with, or nil. It is in
	// charge as long as it is given: the record is neither read nor changed.
	File  *Document
	Clock clock.Clock
}

// Company is the current facts and texts of the company.
type Company struct {
	store Store
	file  *Document
	clock clock.Clock
	seed  Document // what is shown before there is a record
	// records has one record.
	records record.Collection[Tx, Record, Edit]
	cached  atomic.Pointer[cachedRecord]
	follow  follower
}

// cachedRecord is the record as it was at a revision or later.
type cachedRecord struct {
	revision int64
	record   Record
}

// New returns the company in the store.
func New(cfg Config) *Company {
	c := &Company{store: cfg.Store, file: cfg.File, clock: cfg.Clock}
	if c.file != nil {
		c.seed = *c.file
	} else {
		c.seed = Sample()
	}
	if c.store != nil {
		c.records = record.Collection[Tx, Record, Edit]{
			Description: c.description(), Publish: c.store.Publish, Table: Tx.Companies, Clock: c.clock, After: c.after,
		}
	}
	return c
}

// description describes the record. Until there is one, edits start from the seed.
func (c *Company) description() *record.Description[Record, Edit] {
	return &record.Description[Record, Edit]{
		Kind: record.Company, Noun: "company",
		New:       func(Edit, time.Time) Record { return Record{Document: c.seed} },
		Prepare:   func(r *Record) (safehtml.Removed, error) { return nil, r.prepare().first() },
		Against:   func(stored, r Record) error { return r.Chat.checkEdit(stored.Chat) },
		UpdatedAt: func(r *Record) *time.Time { return &r.UpdatedAt },
		Names:     []string{record.CompanyID},
		Name:      func(Record) string { return record.CompanyID },
	}
}

// Fixed returns a company that a site file describes and that is stored nowhere.
func Fixed(d Document) *Company { return New(Config{File: &d}) }

// FromFile reports whether a site file is in charge, so that nothing can be
// saved.
func (c *Company) FromFile() bool { return c.file != nil }

// Current returns the record as it is now.
func (c *Company) Current(ctx context.Context) (Record, error) {
	if c.file != nil {
		return Record{Document: *c.file}, nil
	}
	revision, err := c.store.Revision(ctx)
	if err != nil {
		return Record{}, err
	}
	return c.At(ctx, revision)
}

// At returns the record as it was at the revision or later. It reads the
// database only if the revision is newer than what was read last.
func (c *Company) At(ctx context.Context, revision int64) (Record, error) {
	if c.file != nil {
		return Record{Document: *c.file}, nil
	}
	scope.Read(ctx, scope.Company) // even if nothing is read below
	if known := c.cached.Load(); known != nil && known.revision >= revision {
		return known.record, nil
	}
	stored, err := c.store.CompanyRecord(ctx)
	if errs.KindOf(err) == errs.NotFound {
		stored, err = Record{Document: c.seed}, nil
	}
	if err != nil {
		return Record{}, err
	}
	c.remember(&cachedRecord{revision, stored})
	return stored, nil
}

// remember keeps what was read, unless something newer was read meanwhile.
func (c *Company) remember(read *cachedRecord) {
	for {
		known := c.cached.Load()
		if known != nil && known.revision > read.revision || c.cached.CompareAndSwap(known, read) {
			return
		}
	}
}

// Cached returns the identity that was read last, without asking the database.
// After a call of At it is at least as new as that revision.
func (c *Company) Cached() Identity {
	if known := c.cached.Load(); known != nil {
		return known.record.Identity
	}
	return c.seed.Identity
}

// Latest returns the current identity, or the one that was read last if the
// database cannot be reached.
func (c *Company) Latest(ctx context.Context) Identity {
	if current, err := c.Current(ctx); err == nil {
		return current.Identity
	}
	return c.Cached()
}

// Fill stores the first record: the site file's, or the sample company.
func (c *Company) Fill(ctx context.Context) error {
	if _, err := c.store.CompanyRecord(ctx); errs.KindOf(err) != errs.NotFound {
		return err
	}
	return c.store.Publish(ctx, func(tx Tx) error {
		if _, err := tx.Companies().Get(ctx, 1); errs.KindOf(err) != errs.NotFound {
			return err // another replica was faster
		}
		_, _, err := c.records.Put(ctx, tx, record.Change{}, Record{Document: c.seed})
		return err
	})
}

// Save changes the record. It returns Forbidden if a site file is in charge.
func (c *Company) Save(ctx context.Context, change record.Change, edit Edit) (record.Saved[Record], error) {
	if c.file != nil {
		return record.Saved[Record]{}, errFromFile
	}
	return c.records.Save(ctx, change, edit)
}

// Draft returns the document as the edit would leave it. Nothing is stored, and the
// edit's precondition does not matter.
func (c *Company) Draft(ctx context.Context, edit Edit) (Document, error) {
	if c.file != nil {
		return Document{}, errFromFile
	}
	current, err := c.Current(ctx)
	if err != nil {
		return Document{}, err
	}
	before := current.Chat
	edit.ApplyTo(&current)
	return current.Document, validate.First(current.prepare().first(), current.Chat.checkEdit(before))
}

// Import replaces the document with that of a site file.
func (c *Company) Import(ctx context.Context, change record.Change, d Document) error {
	if c.file != nil {
		return errFromFile
	}
	return c.store.Publish(ctx, func(tx Tx) error {
		_, _, err := c.records.Put(ctx, tx, change, Record{Document: d, UpdatedAt: c.clock.Stamp()})
		return err
	})
}

// DismissChecklist records that the owner does not want to see the list of first
// steps.
func (c *Company) DismissChecklist(ctx context.Context) error {
	if err := c.Fill(ctx); err != nil {
		return err
	}
	return c.store.Write(ctx, func(tx Tx) error { return tx.DismissChecklist(ctx) })
}

// ChecklistDismissed reports whether DismissChecklist was called. It is not part of
// the record, because no page depends on it.
func (c *Company) ChecklistDismissed(ctx context.Context) (bool, error) {
	return c.store.ChecklistDismissed(ctx)
}

var errFromFile = &errs.Error{
	Kind: errs.Forbidden,
	Message: "The facts about the company come from the site file that the server was started with. " +
		"Change them there and restart the server, or start it without --site (PERIMETER_SITE).",
}
