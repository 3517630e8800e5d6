package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"perimeter/internal/store/db"
)

const (
	// migrationLock is an arbitrary number for the advisory lock of migrations.
	migrationLock = 7_664_502_021

	connectTimeout = 5 * time.Second
)

// postgresDialect is PostgreSQL.
type postgresDialect struct {
	config *pgx.ConnConfig
	// lost is when a connection was last found to be lost, in Unix nanoseconds.
	lost *atomic.Int64
}

func newPostgres(databaseURL string) (dialect, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "perimeter"
	}
	return postgresDialect{config, new(atomic.Int64)}, nil
}

func (d postgresDialect) open() (write, read *sql.DB, err error) {
	// Publishing transactions wait for one row and hold their connections
	// meanwhile, so readers have their own pool.
	return d.pool(4), d.pool(8), nil
}

func (d postgresDialect) pool(size int) *sql.DB {
	pool := stdlib.OpenDB(*d.config, stdlib.OptionShouldPing(d.mayBeLost))
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

// mayBeLost reports whether a connection of a pool must be tried before it is used: after a
// second, or if another one was lost since. All are lost together if the network or the
// server fails. Whoever tries again after an error would otherwise meet one after the other,
// and take the database for unavailable.
func (d postgresDialect) mayBeLost(_ context.Context, unused stdlib.ShouldPingParams) bool {
	return unused.IdleDuration > time.Second || time.Now().Add(-unused.IdleDuration).UnixNano() <= d.lost.Load()
}

func (postgresDialect) goose() goose.Dialect { return goose.DialectPostgres }

func (postgresDialect) ddl(migration string) string { return migration }

// lockMigrations waits inside PostgreSQL. Goose's own lock polls once a second and
// does not cover the creation of its version table.
func (postgresDialect) lockMigrations(ctx context.Context, write *sql.DB) (func() error, error) {
	conn, err := write.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
		defer cancel()
		_, err := conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, migrationLock)
		return errors.Join(err, conn.Close())
	}, nil
}

func (postgresDialect) reserve() reserve { return noReserve{} }

// checkIntegrity does nothing: PostgreSQL's checks are run on its server.
func (postgresDialect) checkIntegrity(context.Context, *sql.DB) error { return nil }

func (postgresDialect) notify(ctx context.Context, tx db.DBTX, channel, text string) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, text)
	return err
}

// follow reads the revision on a connection of its own: a page must not wait for
// a connection that is busy with something slower.
func (d postgresDialect) follow(c *changes, _ readRevision, log *slog.Logger) (readRevision, func() error) {
	pool := d.pool(1)
	own := reader{q: db.New(pool), dialect: d}
	batches := &revisionBatches{changes: c, read: c.readFrom(own)}
	stop := listen(d.config, c, log)
	return batches.revision, func() error { return errors.Join(stop(), pool.Close()) }
}

func (postgresDialect) lastID(ctx context.Context, tx db.DBTX, table string) (int64, error) {
	var id int64
	err := tx.QueryRowContext(ctx,
		`SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence($1, 'id') AS regclass)), 0)`, table).Scan(&id)
	return id, err
}

func (postgresDialect) setLastID(ctx context.Context, tx db.DBTX, table string, id int64) error {
	// The value of an unused sequence is 1 with is_called false.
	_, err := tx.ExecContext(ctx,
		`SELECT setval(pg_get_serial_sequence($1, 'id'), $2, $3)`, table, max(id, 1), id > 0)
	return err
}

func (d postgresDialect) failure(err error) failure {
	if errors.As(err, new(*pgconn.ConnectError)) {
		return unreachable
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		if disconnected(err) {
			d.lost.Store(time.Now().UnixNano())
			return unreachable
		}
		return unknown
	}
	switch e.Code {
	case "23505": // unique_violation
		return duplicate
	case "23503": // foreign_key_violation
		return missingParent
	case "22021": // character_not_in_repertoire
		return unstorable
	case "53100": // disk_full
		return full
	case "25006", // read_only_sql_transaction: a standby during a failover
		"40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
		return unreachable
	}
	switch e.Code[:2] {
	case "08", "53", "57": // connection, resources, operator intervention
		d.lost.Store(time.Now().UnixNano())
		return unreachable
	default:
		return unknown
	}
}

// disconnected reports whether err, which does not come from the server, is a
// connection error.
func disconnected(err error) bool {
	return pgconn.SafeToRetry(err) || errors.As(err, new(net.Error)) ||
		slices.ContainsFunc([]error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone},
			func(target error) bool { return errors.Is(err, target) })
}
