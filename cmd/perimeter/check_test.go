package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStartIsRefusedWithoutTheDatabaseOfAUsedFolder(t *testing.T) {
	for name, lose := range map[string]func(string) error{
		"emptied": func(file string) error { return os.Truncate(file, 0) },
		"removed": os.Remove,
	} {
		for _, used := range []string{"reserve", "objects/images/x/1.png"} {
			t.Run(name+" with "+filepath.Base(used), func(t *testing.T) {
				dir := t.TempDir()
				addAdmin(t, dir)
				mark := filepath.Join(dir, used)
				if err := os.MkdirAll(filepath.Dir(mark), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(mark, nil, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := lose(filepath.Join(dir, "perimeter.db")); err != nil {
					t.Fatal(err)
				}
				for range 2 { // the first refusal must not make a new database
					status, stdout, stderr := command(t, "", "serve", "--data", dir, "--listen", "127.0.0.1:0")
					if status == 0 || strings.Contains(stdout, "password") || !strings.Contains(stderr, "missing or empty") || !strings.Contains(stderr, "perimeter restore") {
						t.Errorf("serve: status %d, %s%s", status, stdout, stderr)
					}
				}
				if status, stdout, _ := command(t, "", "check", "--data", dir); status == 0 || !strings.Contains(stdout, "missing or empty") {
					t.Errorf("check: status %d, %s", status, stdout)
				}
				if status, _, stderr := command(t, "", "user", "add", "--data", dir, "--username", "eve", "--full-name", "E", "--role", "admin"); status == 0 || !strings.Contains(stderr, "missing or empty") {
					t.Errorf("user add: status %d, %s", status, stderr)
				}
			})
		}
	}
}

func TestDestroyedTableIsFoundByCheckAndStart(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	if out := mustRun(t, "", "check", "--deep", "--data", dir); !strings.Contains(out, "0 images read") || !strings.Contains(out, "0 photos read") {
		t.Errorf("a sound folder:\n%s", out)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "perimeter.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "DROP TABLE posts"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"check", "serve"} {
		status, stdout, stderr := command(t, "", verb, "--data", dir, "--listen", "127.0.0.1:0")
		if status == 0 || !strings.Contains(stdout+stderr, "posts") || !strings.Contains(stdout+stderr, "perimeter restore") {
			t.Errorf("%s: status %d, %s%s", verb, status, stdout, stderr)
		}
	}
}
