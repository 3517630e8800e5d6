package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"perimeter/internal/testkit"
)

// openDatabase opens the database of a data folder, which is created if missing.
func openDatabase(t *testing.T, dir string) *sql.DB {
	t.Helper()
	// A server may be writing at the same time.
	db := testkit.Must(sql.Open("sqlite", "file:"+filepath.Join(dir, "perimeter.db")+"?_pragma=busy_timeout(10000)"))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func schemaVersion(t *testing.T, db *sql.DB) (version int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT MAX(version_id) FROM goose_db_version").Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

// Commands that may run while a server of another release is serving.
var harmlessCommands = map[string][]string{
	"backup":        {"backup", "-"},
	"check":         {"check"},
	"user list":     {"user", "list"},
	"user add":      {"user", "add", "--username", "ana", "--role", "admin"},
	"user password": {"user", "password", "--username", "ana"},
	"user remove":   {"user", "remove", "--username", "ana"},
}

func TestOnlyMigrateChangesAnOlderDatabase(t *testing.T) {
	dir := t.TempDir()
	db := openDatabase(t, dir)
	script := testkit.Must(os.ReadFile("testdata/first-release.sql"))(t)
	if _, err := db.ExecContext(t.Context(), string(script)); err != nil {
		t.Fatal(err)
	}
	for name, args := range harmlessCommands {
		status, stdout, stderr := command(t, "", append(args, "--data", dir)...)
		if status == 0 || !strings.Contains(stdout+stderr, "older release") || !strings.Contains(stdout+stderr, "perimeter migrate") {
			t.Errorf("%s: status %d\n%s%s", name, status, stdout, stderr)
		}
		if got := schemaVersion(t, db); got != 1 {
			t.Fatalf("%s has migrated the database to version %d", name, got)
		}
	}
	mustRun(t, "", "migrate", "--data", dir)
	if got := schemaVersion(t, db); got == 1 {
		t.Error("migrate has not migrated the database")
	}
	mustRun(t, "", "migrate", "--data", dir) // does no harm
	mustRun(t, "", "user", "list", "--data", dir)
}

func TestCommandsRefuseANewerDatabase(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	if _, err := openDatabase(t, dir).ExecContext(t.Context(),
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE); UPDATE site_state SET works_with = 99999"); err != nil {
		t.Fatal(err)
	}
	for name, args := range harmlessCommands {
		status, stdout, stderr := command(t, "", append(args, "--data", dir)...)
		if status == 0 || !strings.Contains(stdout+stderr, "newer release") {
			t.Errorf("%s: status %d\n%s%s", name, status, stdout, stderr)
		}
	}
}

func TestMigrateNeedsADatabase(t *testing.T) {
	wrong := filepath.Join(t.TempDir(), "tpyo")
	if status, _, stderr := command(t, "", "migrate", "--data", wrong); status == 0 || !strings.Contains(stderr, "no site") {
		t.Errorf("status %d and %q", status, stderr)
	}
}

// A server that is refused, and migrate, must not change the database under the
// server that runs.
func TestOlderDatabaseIsNotMigratedUnderARunningServer(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, "--starter=false")
	db := openDatabase(t, dir)
	if _, err := db.ExecContext(t.Context(), "DELETE FROM goose_db_version WHERE version_id > 1"); err != nil {
		t.Fatal(err)
	}
	// If they got as far as migrating, they would complain about tables that
	// exist already.
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}} {
		status, _, stderr := command(t, "", append(args, "--data", dir)...)
		if status == 0 || !strings.Contains(stderr, "another process is serving") {
			t.Errorf("%s: status %d and %q", args[0], status, stderr)
		}
	}
}
