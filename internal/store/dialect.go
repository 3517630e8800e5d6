package store

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/pressly/goose/v3"

	"perimeter/internal/store/db"
)

// dialect is every difference between the two engines; nothing else asks
// which one is in use.
type dialect interface {
	// open makes the two pools. Nothing is connected yet.
	open() (write, read *sql.DB, err error)

	// goose is the engine's name in goose, and ddl turns a migration, written
	// for PostgreSQL, into the engine's own words.
	goose() goose.Dialect
	ddl(migration string) string

	// lockMigrations waits until no other process migrates the database.
	lockMigrations(ctx context.Context, write *sql.DB) (unlock func() error, err error)

	// lockServing claims the database for this process, or fails at once.
	lockServing() (unlock func() error, err error)

	// reserve is the space that deletions may use when the disk is full.
	reserve() reserve

	// checkIntegrity runs the engine's own check of everything stored.
	checkIntegrity(ctx context.Context, read *sql.DB) error

	// announce tells other processes of the transaction when it commits.
	announce(ctx context.Context, tx db.DBTX) error

	// announceChat tells other processes of the conversation when the
	// transaction commits.
	announceChat(ctx context.Context, tx db.DBTX, conversation string) error

	// follow keeps c informed of other processes' changes until stop, and
	// returns the function behind Store.Revision.
	follow(c *changes, log *slog.Logger) (revision readRevision, stop func() error)

	// lastID returns the last number that the table gave to a row, 0 if it
	// gave none; setLastID makes it go on after the number.
	lastID(ctx context.Context, tx db.DBTX, table string) (int64, error)
	setLastID(ctx context.Context, tx db.DBTX, table string, id int64) error

	// failure says what an error of the engine's driver means.
	failure(err error) failure
}

func newDialect(cfg Config) (dialect, error) {
	if cfg.DatabaseURL == "" {
		return newSQLite(cfg.DataDir, cfg.Existing)
	}
	return newPostgres(cfg.DatabaseURL)
}
