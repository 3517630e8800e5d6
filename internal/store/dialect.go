package store

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/pressly/goose/v3"

	"perimeter/internal/store/db"
)

// dialect is every difference between the two engines. No other code depends on
// which one is used.
type dialect interface {
	// open makes the two pools without connecting yet.
	open() (write, read *sql.DB, err error)

	// goose is the engine's name in goose, and ddl translates a migration, which
	// is written for PostgreSQL, for the engine.
	goose() goose.Dialect
	ddl(migration string) string

	// lockMigrations waits until no other process migrates the database.
	lockMigrations(ctx context.Context, write *sql.DB) (unlock func() error, err error)

	// lock claims the database for this process, or fails with ErrInUse within
	// seconds.
	lock(ctx context.Context, l Lock, log *slog.Logger) (unlock func() error, err error)

	// reserve is the space that deletions may use when the disk is full.
	reserve() reserve

	// checkIntegrity runs the engine's own check of everything stored.
	checkIntegrity(ctx context.Context, read *sql.DB) error

	// notify sends a text to all replicas that listen to the channel, when the
	// transaction commits.
	notify(ctx context.Context, tx db.DBTX, channel, text string) error

	// follow reports other processes' changes to c until stop, and returns the
	// function behind Store.Revision. read reads the stored revision.
	follow(c *changes, read readRevision, log *slog.Logger) (revision readRevision, stop func() error)

	// lastID returns the last ID that the table has assigned, or 0; setLastID
	// makes the table continue after an ID.
	lastID(ctx context.Context, tx db.DBTX, table string) (int64, error)
	setLastID(ctx context.Context, tx db.DBTX, table string, id int64) error

	// failure classifies an error of the engine's driver.
	failure(err error) failure
}

func newDialect(cfg Config) (dialect, error) {
	if cfg.DatabaseURL == "" {
		return newSQLite(cfg.DataDir, cfg.Existing)
	}
	return newPostgres(cfg.DatabaseURL)
}
