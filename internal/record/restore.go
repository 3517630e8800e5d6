package record

import (
	"context"

	"perimeter/internal/errs"
)

// Restored is what restoring or undoing a version has done.
type Restored struct {
	Version Version // the one that was restored or undone
	// Stored are the versions that the restore has stored.
	Stored []int64
	// Unknown are the fields of the version that this release does not have.
	Unknown []string
}

// Versioned returns the records as the history restores and deletes them.
func (c Collection[X, T, E]) Versioned() Records { return versioned[X, T, E]{c} }

type versioned[X Tx, T any, E Edit[T]] struct{ Collection[X, T, E] }

// Restore implements Records.
func (v versioned[X, T, E]) Restore(ctx context.Context, change Change, version Version) (Restored, error) {
	if version.RecordID == OrderID && v.Ordered {
		former, err := version.Order()
		if err != nil {
			return Restored{}, err
		}
		stored, err := v.reorder(ctx, change, Restore, func(stored []T) []int64 { return v.orderAgain(former, stored) })
		return Restored{Version: version, Stored: stored}, err
	}
	saved, err := v.RestoreRecord(ctx, change, version)
	return Restored{Version: version, Stored: saved.Versions, Unknown: saved.Unknown}, err
}

// Delete implements Records.
func (v versioned[X, T, E]) Delete(ctx context.Context, change Change, recordID string) ([]int64, error) {
	id, err := v.parseID(recordID)
	if err != nil {
		return nil, err
	}
	deleted, err := v.Collection.Delete(ctx, change, id)
	return deleted.Versions, err
}

// RestoreRecord saves a record as a version has it, by the rules of every save. A
// deleted one is created again, with the ID and the position that it had.
func (c Collection[X, T, E]) RestoreRecord(ctx context.Context, change Change, version Version) (saved Saved[T], err error) {
	record, unknown, err := c.decode(version)
	if err != nil {
		return saved, err
	}
	id, err := c.parseID(version.RecordID)
	if err != nil {
		return saved, err
	}
	if c.ID != nil {
		*c.ID(&record) = id
	}
	removed, err := c.Prepare(&record)
	if err != nil {
		return saved, err
	}
	*c.UpdatedAt(&record) = c.Clock.Stamp()
	var kept *Version
	err = c.Publish(ctx, func(tx X) (err error) {
		p := put[T]{record: record, position: version.position(), action: Restore}
		p.before, err = c.Table(tx).Get(ctx, id)
		if p.creates = errs.KindOf(err) == errs.NotFound; err != nil && !p.creates {
			return err
		}
		if err := c.checkAgainst(p); err != nil {
			return err
		}
		if err := CheckRestoring(ctx, tx, change, c.Kind, version.RecordID); err != nil {
			return err
		}
		if err := c.checkAmong(ctx, tx, record, p.creates, Change{}); err != nil {
			return err
		}
		saved.Record, kept, err = c.put(ctx, tx, change, p)
		return err
	})
	saved.Removed, saved.Unknown, saved.Versions = removed, unknown, IDs(kept)
	return saved, err
}

func (c Collection[X, T, E]) checkAgainst(p put[T]) error {
	if c.Against == nil {
		return nil
	}
	if p.creates {
		var none E
		p.before = c.New(none, c.Clock.Stamp())
	}
	return c.Against(p.before, p.record)
}

// CheckRestoring returns Conflict if the change restores or deletes a record of which
// there is a newer version than the one that whoever does it has seen.
func CheckRestoring(ctx context.Context, tx VersionTx, change Change, kind Kind, recordID string) error {
	if change.Restoring == 0 {
		return nil
	}
	newest, err := tx.NewestVersion(ctx, kind, recordID)
	if err == nil && newest != change.Restoring {
		return ErrChanged
	}
	return err
}
