package record

import (
	"context"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Collection is the stored records of one kind. X is the transaction that has their
// Table.
type Collection[X Tx, T any, E Edit[T]] struct {
	*Description[T, E]
	// Publish runs fn in one publishing transaction. These run one at a time.
	Publish func(ctx context.Context, fn func(X) error) error
	Table   func(X) Table[T]
	Clock   clock.Clock
	// After, if it is set, runs in every transaction that has stored a record, for what
	// follows from it.
	After func(ctx context.Context, tx X, change Change, stored T) error
}

// put stores one record in a transaction.
type put[T any] struct {
	record  T
	before  T // if it is stored already
	creates bool
	// position is where a record that comes back was in the order.
	position int64
	action   Action
}

// Save creates or updates a record.
func (c Collection[X, T, E]) Save(ctx context.Context, change Change, edit E) (saved Saved[T], err error) {
	var kept []*Version
	err = c.Publish(ctx, func(tx X) (err error) {
		saved, kept, err = c.save(ctx, tx, change, edit)
		return err
	})
	saved.Versions = IDs(kept...)
	return saved, err
}

func (c Collection[X, T, E]) save(ctx context.Context, tx X, change Change, edit E) (saved Saved[T], kept []*Version, err error) {
	table, now := c.Table(tx), c.Clock.Stamp()
	before, after, removed, creates, err := c.Edited(edit, now, func(id int64) (T, error) { return table.Get(ctx, id) })
	if err != nil {
		return saved, nil, err
	}
	saved.Removed = removed
	if creates {
		var repeated bool
		if saved.Record, repeated, err = c.createdBefore(ctx, tx, change.CreateKey, now); repeated || err != nil {
			return saved, nil, err
		}
	}
	if err := c.checkAmong(ctx, tx, after, creates, change); err != nil {
		return saved, nil, err
	}
	if err := validate.BasedOn(change.BasedOn, *c.UpdatedAt(&before), before, after); err != nil {
		return saved, nil, err
	}
	*c.UpdatedAt(&after) = now
	p := put[T]{record: after, before: before, creates: creates, action: Update}
	if creates {
		p.action = Create
	}
	var version *Version
	if saved.Record, version, err = c.put(ctx, tx, change, p); err != nil {
		return saved, kept, err
	}
	kept = append(kept, version)
	if creates && change.CreateKey != nil {
		if err := c.rememberCreate(ctx, tx, *change.CreateKey, c.number(&saved.Record), now); err != nil {
			return saved, kept, err
		}
	}
	if c.Copies == nil {
		return saved, kept, nil
	}
	for _, record := range c.Copies(edit, saved.Record) {
		_, version, err := c.Put(ctx, tx, change, record)
		if err != nil {
			return saved, kept, err
		}
		kept = append(kept, version)
	}
	return saved, kept, nil
}

// Put stores a record as it is, in place of the one with its ID if there is one, and
// keeps a version. Nothing is checked.
func (c Collection[X, T, E]) Put(ctx context.Context, tx X, change Change, record T) (T, *Version, error) {
	p := put[T]{record: record, action: Update}
	var err error
	if p.before, err = c.Table(tx).Get(ctx, c.number(&record)); errs.KindOf(err) == errs.NotFound {
		p.creates, p.action = true, Create
	} else if err != nil {
		return record, nil, err
	}
	return c.put(ctx, tx, change, p)
}

func (c Collection[X, T, E]) put(ctx context.Context, tx X, change Change, p put[T]) (stored T, kept *Version, err error) {
	former := ""
	if p.creates {
		stored, err = c.Table(tx).Insert(ctx, p.record, p.position)
	} else {
		stored, err = c.Table(tx).Update(ctx, p.record)
		if c.Slug != nil {
			former = c.Slug(p.before)
		}
	}
	if err != nil {
		return stored, nil, err
	}
	if kept, err = NewVersion(c.Kind, c.recordID(&stored), p.action, change.Actor, stored); err != nil {
		return stored, nil, err
	}
	kept.Format = c.format()
	tx.Keep(kept)
	if c.Slug != nil {
		err = moveSlug(ctx, tx, c.Kind, c.number(&stored), former, c.Slug(stored))
	}
	if err == nil && c.After != nil {
		err = c.After(ctx, tx, change, stored)
	}
	return stored, kept, err
}

// moveSlug records that the record with the ID has changed its slug. The record
// that gets a slug ends the redirect from it, so that a redirect never hides a page.
func moveSlug(ctx context.Context, tx Tx, kind Kind, id int64, former, slug string) error {
	if former == slug {
		return nil
	}
	if err := tx.DeleteRedirect(ctx, kind, slug); err != nil || former == "" {
		return err
	}
	return tx.PutRedirect(ctx, kind, former, id)
}

func (c Collection[X, T, E]) checkAmong(ctx context.Context, tx X, record T, creates bool, change Change) error {
	if c.Among == nil {
		return nil
	}
	return c.Among(record, creates, change, func() ([]T, error) { return c.Table(tx).List(ctx) })
}

// createdBefore returns the record that the same request has created before, and
// whether there is one.
func (c Collection[X, T, E]) createdBefore(ctx context.Context, tx X, key *CreateKey, now time.Time) (record T, repeated bool, err error) {
	if key == nil {
		return record, false, nil
	}
	created, err := tx.CreateKey(ctx, key.User, key.Key, now.Add(-createKeyAge))
	if errs.KindOf(err) == errs.NotFound {
		return record, false, nil
	}
	if err != nil {
		return record, false, err
	}
	if created.Body != key.Body {
		return record, false, &errs.Error{
			Kind: errs.Invalid, Code: "idempotency_key_reused",
			Message: "This Idempotency-Key was used for a request with another body. Nothing was created. Use a new key for each record.",
		}
	}
	record, err = c.Table(tx).Get(ctx, created.RecordID)
	if errs.KindOf(err) == errs.NotFound {
		return record, false, errs.Errorf(errs.NotFound, "What this request created has been deleted since.")
	}
	return record, true, err
}

func (c Collection[X, T, E]) rememberCreate(ctx context.Context, tx X, key CreateKey, id int64, now time.Time) error {
	if err := tx.PutCreateKey(ctx, key, id, now); err != nil {
		return err
	}
	return tx.DeleteOldCreateKeys(ctx, key.User, now.Add(-createKeyAge), maxCreateKeys)
}

// Delete deletes a record and returns it as it was.
func (c Collection[X, T, E]) Delete(ctx context.Context, change Change, id int64) (deleted Saved[T], err error) {
	var version *Version
	err = c.Publish(ctx, func(tx X) (err error) {
		table := c.Table(tx)
		if deleted.Record, err = table.Get(ctx, id); err != nil {
			return err
		}
		recordID := c.recordID(&deleted.Record)
		if err := CheckRestoring(ctx, tx, change, c.Kind, recordID); err != nil {
			return err
		}
		position, err := table.Delete(ctx, id)
		if err != nil {
			return err
		}
		if c.Slug != nil {
			// It may come back with another slug. Until then the redirect leads nowhere.
			if err := tx.PutRedirect(ctx, c.Kind, c.Slug(deleted.Record), id); err != nil {
				return err
			}
		}
		if version, err = NewVersion(c.Kind, recordID, Delete, change.Actor, deleted.Record); err != nil {
			return err
		}
		version.Format = c.format()
		if c.Ordered {
			version.addPosition(position)
		}
		tx.Keep(version)
		return nil
	})
	deleted.Versions = IDs(version)
	return deleted, err
}

// IDs returns the IDs of the versions that were stored.
func IDs(kept ...*Version) []int64 {
	var list []int64
	for _, v := range kept {
		if v != nil && v.ID != 0 {
			list = append(list, v.ID)
		}
	}
	return list
}
