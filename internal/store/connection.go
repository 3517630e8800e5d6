package store

import (
	"context"
	"time"

	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/store/db"
)

var connectionSubject = subject{noun: "connection"}

// Connections returns the store of connections.
func (s *Store) Connections() connection.Store { return s }

// Connection implements connection.Store.
func (r reader) Connection(ctx context.Context, name string) (connection.Stored, error) {
	return one(ctx, r, connectionSubject, r.q.GetConnection, name, func(row db.Connection) connection.Stored {
		return connection.Stored{Name: row.Name, Settings: row.Settings, Sealed: row.Sealed, UpdatedAt: instant(row.UpdatedAt)}
	})
}

// PutConnection implements connection.Store.
func (s *Store) PutConnection(ctx context.Context, c connection.Stored, before time.Time) error {
	return s.transact(ctx, func(t tx) (err error) {
		var stored bool
		changed := func(n int64) bool { return n > 0 }
		if before.IsZero() {
			stored, err = one(ctx, t.reader, connectionSubject, t.q.InsertConnection,
				db.InsertConnectionParams{Name: c.Name, Settings: c.Settings, Sealed: c.Sealed, UpdatedAt: micros(c.UpdatedAt)}, changed)
		} else {
			stored, err = one(ctx, t.reader, connectionSubject, t.q.UpdateConnection, db.UpdateConnectionParams{
				Name: c.Name, Settings: c.Settings, Sealed: c.Sealed, UpdatedAt: micros(c.UpdatedAt), Before: micros(before),
			}, changed)
		}
		if err == nil && !stored {
			return errs.Errorf(errs.Conflict, "There is another connection of that name.")
		}
		return err
	})
}

// DeleteConnection implements connection.Store.
func (s *Store) DeleteConnection(ctx context.Context, name string) error {
	return s.transact(ctx, func(t tx) error { return exec(ctx, t, connectionSubject, t.q.DeleteConnection, name) })
}
