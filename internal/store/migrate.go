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
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate runs the migrations, one process at a time.
func migrate(ctx context.Context, d dialect, write *sql.DB) (err error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(d.goose(), write, ddlFS{files, d.ddl}, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	unlock, err := d.lockMigrations(ctx, write)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	if _, err := provider.Up(ctx); err != nil {
		return err
	}
	current, newest, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > newest {
		return fmt.Errorf("the database is of version %d, written by a newer release; this one knows %d", current, newest)
	}
	return nil
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
