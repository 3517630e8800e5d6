package store

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// ErrDamaged says that the database has lost or changed data.
var ErrDamaged = errors.New("the database is damaged")

// undumpedTables are the tables that dumpedTables leaves out.
var undumpedTables = []string{
	"certificate_files", "certificate_leases",
	"sessions", "uploads", "image_uses", "scopes", "review_feed", "review_photos", "chat_state",
	"secrets", "rate_limits", "rate_limit_state", "challenges", "chat_notices", "chat_channels",
	"invitations", "password_resets", "audit_events", "create_keys", "push_subscriptions",
	"chat_links", "chat_visitors", "chat_away", "backups", "backup_state",
}

// Check proves that every table can be read and that the database can be written.
// If thorough, it also runs the engine's own check of the whole file. It returns
// ErrDamaged if data is lost.
func (s *Store) Check(ctx context.Context, thorough bool) error {
	tables := undumpedTables
	for _, table := range dumpedTables {
		tables = append(tables, table.name)
	}
	for _, table := range tables {
		var rows int
		err := s.read.QueryRowContext(ctx, "SELECT COUNT(*) FROM (SELECT * FROM "+table+" LIMIT 1) AS first").Scan(&rows)
		if err = s.failed(ctx, subject{}, err); err != nil {
			return fmt.Errorf("%w: the table %s cannot be read: %w", ErrDamaged, table, err)
		}
	}
	if err := s.checkWriting(ctx); err != nil {
		return fmt.Errorf("the database cannot be written: %w", s.failed(ctx, subject{}, err))
	}
	if !thorough {
		return nil
	}
	return s.dialect.checkIntegrity(ctx, s.read)
}

// checkWriting changes a row to what it is, and undoes even that.
func (s *Store) checkWriting(ctx context.Context) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE "+stateTable+" SET revision = revision")
	return errors.Join(err, tx.Rollback())
}

// WasServed reports whether a data folder was ever served with SQLite. The reserve
// is made after the database; the lock would be there before it.
func WasServed(dir string) bool {
	_, err := os.Stat(sqliteDialect{dir}.reserveFile())
	return err == nil
}

// HasSQLite reports whether there is a database in the data folder.
func HasSQLite(dir string) bool {
	info, err := os.Stat(sqliteDialect{dir}.file())
	return err == nil && info.Size() > 0
}
