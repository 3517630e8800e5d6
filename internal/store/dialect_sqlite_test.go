package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/site"
)

func openSQLite(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{DataDir: dir})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func putItem(ctx context.Context, s *Store, item site.ContentItem) error {
	return s.Site().Publish(ctx, func(tx site.Tx) error {
		_, err := tx.ContentItems().Insert(ctx, item, 0)
		return err
	})
}

func TestSQLiteCommitsToDiskAndChecksReferences(t *testing.T) {
	s := openSQLite(t, t.TempDir())
	for pragma, want := range map[string]string{
		"journal_mode": "wal",
		"synchronous":  "2", // FULL: the log is synced with every commit
		"foreign_keys": "1",
		"busy_timeout": "10000",
	} {
		var got string
		if err := s.write.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil {
			t.Fatalf("%s: %v", pragma, err)
		}
		if got != want {
			t.Errorf("%s is %s, want %s", pragma, got, want)
		}
	}
}

func TestSQLiteReadersCannotWrite(t *testing.T) {
	s := openSQLite(t, t.TempDir())
	if _, err := s.read.ExecContext(t.Context(), "DELETE FROM users"); err == nil {
		t.Error("a reader's connection took a write")
	}
}

func TestSQLiteDataFolderIsPrivateWhateverItsName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "a b?c#d%20é")
	s := openSQLite(t, dir)
	if err := putItem(t.Context(), s, site.ContentItem{Key: "k"}); err != nil {
		t.Fatalf("Publish: %v", err)
	}
	for name, want := range map[string]os.FileMode{".": 0o700, "perimeter.db": 0o600, "perimeter.db-wal": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has the permissions %o, want %o", name, got, want)
		}
	}
}

func TestSQLiteNeedsDataFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file} {
		if _, err := Open(t.Context(), Config{DataDir: dir}); err == nil {
			t.Errorf("the data folder %q was accepted", dir)
		}
	}
}

func TestFullDiskReturnsFullAndChangesNothing(t *testing.T) {
	s := openSQLite(t, t.TempDir())
	before := s.changes.newest.Load()
	if _, err := s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil {
		t.Fatal(err)
	}
	err := putItem(t.Context(), s, site.ContentItem{Key: "k", Value: strings.Repeat("x", 1<<20)})
	if errs.KindOf(err) != errs.Full {
		t.Errorf("Publish returned %v, want the kind Full", err)
	}
	if items, err := s.ContentItems(t.Context()); err != nil || len(items) != 0 {
		t.Errorf("there are the items %v (error %v), want none", items, err)
	}
	if after, _ := s.Revision(t.Context()); after != before {
		t.Errorf("the revision went from %d to %d", before, after)
	}
	if _, err := s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if err := putItem(t.Context(), s, site.ContentItem{Key: "k"}); err != nil {
		t.Errorf("with space again, Publish returned %v", err)
	}
}

func TestOpenFailsOnDamagedSQLiteFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "perimeter.db"), []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Config{DataDir: dir}); err == nil {
		t.Error("Open took a file that is no database")
	}
}

func TestOpenRefusesDatabaseOfNewerRelease(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir)
	if _, err := s.write.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE);
		UPDATE site_state SET works_with = 99990`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Config{DataDir: dir}); err == nil || !strings.Contains(err.Error(), "newer release") {
		t.Errorf("Open returned %v, want a word about a newer release", err)
	}
}

// The way back after an upgrade: the tables have more than this release knows, and say
// that it can use them. What it backs up then, it can restore.
func TestOpenTakesANewerDatabaseThatWorksWithThisRelease(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	s := openSQLite(t, dir)
	known, err := knownSchema()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.ExecContext(ctx, fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE);
		UPDATE site_state SET works_with = %d; ALTER TABLE content_items ADD COLUMN later TEXT NOT NULL DEFAULT 'x'`, known)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openSQLite(t, dir)
	if err := putItem(ctx, s, site.ContentItem{Key: "k", Section: "home", Type: "text"}); err != nil {
		t.Fatal(err)
	}
	var dump bytes.Buffer
	if _, err := s.Dump(ctx, &dump, nil); err != nil {
		t.Fatal(err)
	}
	restored := openSQLite(t, t.TempDir())
	if err := restored.Load(ctx, &dump); err != nil {
		t.Fatal(err)
	}
	if items, err := restored.ContentItems(ctx); err != nil || len(items) != 1 {
		t.Errorf("the restored site has %v, %v", items, err)
	}
}

func TestKeepSchemaCreatesTablesButChangesNone(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), Config{DataDir: dir, KeepSchema: true})
	if err != nil {
		t.Fatalf("in an empty folder: %v", err)
	}
	defer s.Close()
	if _, err := s.write.ExecContext(t.Context(), "DELETE FROM goose_db_version WHERE version_id > 1"); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), Config{DataDir: dir, KeepSchema: true})
	var schema *SchemaError
	if !errors.As(err, &schema) || schema.Version != 1 || schema.Known < 2 {
		t.Errorf("an older database: %v, want a SchemaError", err)
	}
}

func TestTheLockIsHeldUntilTheLastQueryHasEnded(t *testing.T) {
	cfg := Config{DataDir: t.TempDir(), Lock: LockServing}
	s, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	query, err := s.read.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	for s.read.PingContext(t.Context()) == nil {
		runtime.Gosched() // until Close has begun
	}
	if _, err := Open(t.Context(), cfg); !errors.Is(err, ErrInUse) {
		t.Errorf("another server during a query: %v, want ErrInUse", err)
	}
	if err := errors.Join(query.Close(), <-closed); err != nil {
		t.Fatal(err)
	}
	next, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatalf("another server afterwards: %v", err)
	}
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRevisionSurvivesReopening(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir)
	if err := putItem(t.Context(), s, site.ContentItem{Key: "k"}); err != nil {
		t.Fatal(err)
	}
	want, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := openSQLite(t, dir).Revision(t.Context())
	if err != nil || got != want {
		t.Errorf("after reopening the revision is %d (error %v), want %d", got, err, want)
	}
}
