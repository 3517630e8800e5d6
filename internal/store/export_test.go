package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
)

// FollowChat listens to the database until ctx ends, and delivers the signals of
// the conversation.
func FollowChat(ctx context.Context, config *pgx.ConnConfig, conversation string, poll time.Duration) <-chan struct{} {
	c := newChanges()
	signals, _ := c.chat.subscribe(conversation)
	go func() { _ = listenOnce(ctx, config, c, poll, slog.New(slog.DiscardHandler)) }()
	return signals
}

// HoldReaders takes every connection of the read pool until ctx ends.
func (s *Store) HoldReaders(ctx context.Context) error {
	for range s.read.Stats().MaxOpenConnections {
		conn, err := s.read.Conn(ctx)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = conn.Close() })
	}
	return nil
}

// FillAt makes an empty database one of an older version, and runs the statements
// there.
func FillAt(ctx context.Context, cfg Config, version int64, statements string) error {
	d, err := newDialect(cfg)
	if err != nil {
		return err
	}
	write, read, err := d.open()
	if err != nil {
		return err
	}
	provider, err := migrations(d, write)
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	if err == nil {
		_, err = write.ExecContext(ctx, statements)
	}
	return errors.Join(err, write.Close(), read.Close())
}

// MigrateWithKills interrupts every migration that the database lacks after each of
// its statements, and returns how often. The last migrations are left undone.
func MigrateWithKills(ctx context.Context, cfg Config) (kills int, err error) {
	d, err := newDialect(cfg)
	if err != nil {
		return 0, err
	}
	write, read, err := d.open()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, write.Close(), read.Close()) }()
	var current int64
	_ = write.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&current) // 0 in an empty database
	for name, text := range migrationTexts() {
		if version, err := goose.NumericComponent(name); err != nil || version <= current {
			continue
		}
		for n := range statementEnds(text) {
			err := migrate(ctx, killedDialect{d, text, n}, write, false)
			if err == nil || !strings.Contains(err.Error(), "killed_here") {
				return kills, fmt.Errorf("%s was not interrupted after statement %d: %w", name, n+1, err)
			}
			kills++
		}
	}
	return kills, nil
}

// migrationTexts returns the names and texts of all migrations, in their order.
func migrationTexts() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		names, _ := fs.Glob(migrationFiles, "migrations/*.sql") // the pattern is right
		for _, name := range names {
			text, err := migrationFiles.ReadFile(name)
			if err != nil || !yield(name, string(text)) {
				return
			}
		}
	}
}

// LongMigrations returns the statements of migrations after the version whose time
// depends on how much is stored.
func LongMigrations(after int64) (statements []string) {
	// The rows of these tables do not grow.
	long := regexp.MustCompile(`(?im)^\s*(UPDATE|DELETE FROM) (\w+)|^\s*INSERT INTO (\w+)[^;]*\bSELECT\b`)
	for name, text := range migrationTexts() {
		if version, err := goose.NumericComponent(name); err != nil || version <= after {
			continue
		}
		for _, m := range long.FindAllStringSubmatch(text, -1) {
			if !strings.HasSuffix(m[2]+m[3], "_state") {
				statements = append(statements, name+": "+m[0])
			}
		}
	}
	return statements
}

// killedDialect fails after the nth statement of one migration.
type killedDialect struct {
	dialect
	migration string
	n         int
}

func (d killedDialect) ddl(migration string) string {
	if migration != d.migration {
		return d.dialect.ddl(migration)
	}
	end := statementEnds(migration)[d.n]
	return d.dialect.ddl(migration[:end] + "\nSELECT * FROM killed_here;\n" + migration[end:])
}

var statementEnd = regexp.MustCompile(`(?m)^[^-\n]*;[ \t]*(--.*)?$|^[ \t]*\);.*$`)

// statementEnds returns where the statements of a migration end.
func statementEnds(migration string) (ends []int) {
	for _, at := range statementEnd.FindAllStringIndex(migration, -1) {
		ends = append(ends, at[1])
	}
	return ends
}

// Schema describes all tables, columns and indexes.
func (s *Store) Schema(ctx context.Context) (string, error) {
	query := "SELECT name || COALESCE(sql, '') FROM sqlite_master ORDER BY name"
	if _, ok := s.dialect.(postgresDialect); ok {
		query = `SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || COALESCE(column_default, '') AS line
			FROM information_schema.columns WHERE table_schema = current_schema()
			UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY line`
	}
	rows, err := s.read.QueryContext(ctx, query)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var schema strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return "", err
		}
		schema.WriteString(line + "\n")
	}
	return schema.String(), rows.Err()
}

// Prepare asks the database whether it understands a query.
func (s *Store) Prepare(ctx context.Context, query string) error {
	statement, err := s.write.PrepareContext(ctx, query)
	if err != nil {
		return err
	}
	defer statement.Close()
	return nil
}

// WorksWith returns the newest migration of the oldest release that can use the tables.
func (s *Store) WorksWith(ctx context.Context) (int64, error) { return worksWith(ctx, s.read) }

// RequiredColumns returns the names of all tables, as false, and of the columns that an
// insert has to give, as true.
func RequiredColumns(ctx context.Context, cfg Config) (columns map[string]bool, err error) {
	d, err := newDialect(cfg)
	if err != nil {
		return nil, err
	}
	write, read, err := d.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, write.Close(), read.Close()) }()
	query := `SELECT m.name, c.name, c."notnull" = 1 AND c.dflt_value IS NULL AND c.pk = 0
		FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'`
	if cfg.DatabaseURL != "" {
		query = `SELECT table_name, column_name, is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
			FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	rows, err := read.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns = map[string]bool{}
	for rows.Next() {
		var table, column string
		var required bool
		if err := rows.Scan(&table, &column, &required); err != nil {
			return nil, err
		}
		columns[table] = false
		if required {
			columns[table+"."+column] = true
		}
	}
	return columns, rows.Err()
}
