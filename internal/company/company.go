package company

import (
	"context"
	"sync/atomic"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/scope"
	"perimeter/internal/validate"
)

// Record is what is stored about the company.
type Record struct {
	Document
	// UpdatedAt is when somebody last saved it, or zero if nobody ever has.
	UpdatedAt time.Time `json:"updatedAt"`
	// ChecklistDismissed says that the owner does not want to see the list of
	// first steps.
	ChecklistDismissed bool `json:"-"`
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
	known atomic.Pointer[knownRecord]
}

// knownRecord is the record as it was at a revision or later.
type knownRecord struct {
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
	return c
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
	if known := c.known.Load(); known != nil && known.revision >= revision {
		return known.record, nil
	}
	record, err := c.store.CompanyRecord(ctx)
	if errs.KindOf(err) == errs.NotFound {
		record, err = Record{Document: c.seed}, nil
	}
	if err != nil {
		return Record{}, err
	}
	c.remember(&knownRecord{revision, record})
	return record, nil
}

// remember keeps what was read, unless something newer was read meanwhile.
func (c *Company) remember(read *knownRecord) {
	for {
		known := c.known.Load()
		if known != nil && known.revision > read.revision || c.known.CompareAndSwap(known, read) {
			return
		}
	}
}

// Known returns the identity that was read last, without asking the database.
// After a call of At it is at least as new as that revision.
func (c *Company) Known() Identity {
	if known := c.known.Load(); known != nil {
		return known.record.Identity
	}
	return c.seed.Identity
}

// Latest returns the current identity, or the one that was read last if the
// database cannot be reached.
func (c *Company) Latest(ctx context.Context) Identity {
	if record, err := c.Current(ctx); err == nil {
		return record.Identity
	}
	return c.Known()
}

// Fill stores the first record: the site file's, or the sample company.
func (c *Company) Fill(ctx context.Context) error {
	if _, err := c.store.CompanyRecord(ctx); errs.KindOf(err) != errs.NotFound {
		return err
	}
	return c.store.Publish(ctx, func(tx Tx) error {
		if _, err := tx.CompanyRecord(ctx); errs.KindOf(err) != errs.NotFound {
			return err // another replica was faster
		}
		return tx.PutCompany(ctx, Record{Document: c.seed})
	})
}

// Save changes the record. It returns Forbidden if a site file is in charge.
func (c *Company) Save(ctx context.Context, edit Edit) (Record, error) {
	return c.change(ctx, func(stored Record) (Record, error) {
		record := stored
		edit.applyTo(&record.Document)
		if err := record.prepare().first(); err != nil {
			return Record{}, err
		}
		return record, validate.BasedOn(edit.BasedOn, stored.UpdatedAt, stored, record)
	})
}

// Draft returns the document as the edit would leave it. Nothing is stored, and the
// edit's precondition does not matter.
func (c *Company) Draft(ctx context.Context, edit Edit) (Document, error) {
	if c.file != nil {
		return Document{}, errFromFile
	}
	record, err := c.Current(ctx)
	if err != nil {
		return Document{}, err
	}
	edit.applyTo(&record.Document)
	return record.Document, record.prepare().first()
}

// Import replaces the document with that of a site file.
func (c *Company) Import(ctx context.Context, d Document) (Record, error) {
	return c.change(ctx, func(stored Record) (Record, error) {
		stored.Document = d
		return stored, nil
	})
}

// DismissChecklist records that the owner does not want to see the list of first
// steps.
func (c *Company) DismissChecklist(ctx context.Context) error {
	return c.store.Publish(ctx, func(tx Tx) error {
		record, err := c.stored(ctx, tx)
		if err != nil {
			return err
		}
		record.ChecklistDismissed = true
		return tx.PutCompany(ctx, record)
	})
}

var errFromFile = &errs.Error{
	Kind: errs.Forbidden,
	Message: "The facts about the company come from the site file that the server was started with. " +
		"Change them there and restart the server, or start it without --site (PERIMETER_SITE).",
}

func (c *Company) change(ctx context.Context, fn func(stored Record) (Record, error)) (Record, error) {
	if c.file != nil {
		return Record{}, errFromFile
	}
	var record Record
	err := c.store.Publish(ctx, func(tx Tx) error {
		stored, err := c.stored(ctx, tx)
		if err != nil {
			return err
		}
		if record, err = fn(stored); err != nil {
			return err
		}
		record.UpdatedAt = c.clock.Stamp()
		return tx.PutCompany(ctx, record)
	})
	return record, err
}

func (c *Company) stored(ctx context.Context, tx Tx) (Record, error) {
	record, err := tx.CompanyRecord(ctx)
	if errs.KindOf(err) == errs.NotFound {
		return Record{Document: c.seed}, nil
	}
	return record, err
}
