package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/pressly/goose/v3"

	"perimeter/internal/store/db"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate runs the migrations, one process at a time. If keep is true, it creates
// the tables of an empty database and changes no others. Tables of a newer release are
// left alone if they say that this one can use them: that is the way back after an
// upgrade, and what replicas do while they are upgraded one after the other.
func migrate(ctx context.Context, d dialect, write *sql.DB, keep bool) (err error) {
	provider, err := migrations(d, write)
	if err != nil {
		return err
	}
	unlock, err := d.lockMigrations(ctx, write)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	current, newest, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > newest {
		return checkNewer(ctx, write, current, newest)
	}
	if keep && 0 < current && current < newest {
		return &SchemaError{Version: current, Known: newest}
	}
	_, err = provider.Up(ctx)
	return err
}

// checkNewer returns a SchemaError unless a release that knows the version can use the
// tables.
func checkNewer(ctx context.Context, from db.DBTX, current, known int64) error {
	oldest, err := worksWith(ctx, from)
	if err != nil {
		return err
	}
	if oldest > known {
		return &SchemaError{Version: current, Known: known}
	}
	return nil
}

// worksWith returns the newest migration of the oldest release that can use the tables.
func worksWith(ctx context.Context, from db.DBTX) (oldest int64, err error) {
	err = from.QueryRowContext(ctx, "SELECT works_with FROM site_state").Scan(&oldest)
	return oldest, err
}

// knownSchema returns the version of the newest migration that this release knows.
func knownSchema() (newest int64, err error) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return 0, err
	}
	return goose.NumericComponent(files[len(files)-1]) // they are in order
}

func migrations(d dialect, write *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(d.goose(), write, ddlFS{files, d.ddl},
		goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(fillImageUses))
}

// SchemaError says that the tables are those of another release.
type SchemaError struct {
	Version int64 // of the tables
	Known   int64 // the newest version that this release knows
}

func (e *SchemaError) Error() string {
	if e.Version > e.Known {
		return fmt.Sprintf("the database was written by a newer release: it is of version %d, and this release knows %d",
			e.Version, e.Known)
	}
	return fmt.Sprintf("the database was written by an older release: it is of version %d, and this release needs %d; "+
		"run perimeter migrate, or start the server of this release", e.Version, e.Known)
}

// ddlFS is the migrations translated for the engine.
type ddlFS struct {
	fs.FS
	ddl func(string) string
}

func (d ddlFS) Open(name string) (fs.File, error) {
	f, err := d.FS.Open(name)
	if err != nil || path.Ext(name) != ".sql" {
		return f, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return ddlFile{f, strings.NewReader(d.ddl(string(text)))}, nil
}

type ddlFile struct {
	fs.File
	text *strings.Reader
}

func (f ddlFile) Read(p []byte) (int, error) { return f.text.Read(p) }
