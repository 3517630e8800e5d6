package main

import (
	"bytes"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"perimeter/internal/testkit"
)

func TestBackupAndRestore(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	picture := addImage(t, dir, "a picture")
	server := start(t, dir)
	client := signedIn(t, server.address, "sam", "a fine password")
	send(t, client, server.address+"/api/admin/content", map[string]any{"key": "hero_title", "section": "home", "type": "text", "value": "Kept"})
	mustRun(t, "", "backup", "--data", dir, file) // while the server runs
	server.stop()

	elsewhere := t.TempDir()
	mustRun(t, "", "restore", "--data", elsewhere, file)
	restored := start(t, elsewhere)
	if _, body := get(t, restored.address+"/"); !strings.Contains(body, "Kept") {
		t.Error("the edited headline is lost")
	}
	signedIn(t, restored.address, "sam", "a fine password")
	if content, err := os.ReadFile(filepath.Join(elsewhere, "objects", picture)); err != nil || string(content) != "a picture" {
		t.Errorf("the uploaded file came back as %q (%v)", content, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the backup, which holds password hashes, has mode %v (%v)", info.Mode(), err)
	}
}

func TestRestoreDeletesFilesNotInBackup(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	old := filepath.Join(dir, "objects", addImage(t, dir, "old"))
	mustRun(t, "", "backup", "--data", dir, file)
	newer := filepath.Join(dir, "objects", addImage(t, dir, "newer"))
	mustRun(t, "", "restore", "--data", dir, file)
	if _, err := os.Stat(old); err != nil {
		t.Errorf("the picture of the backup: %v", err)
	}
	if _, err := os.Stat(newer); !os.IsNotExist(err) {
		t.Errorf("the picture that came later is still there (%v)", err)
	}
}

func TestDamagedBackupChangesNothing(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	mustRun(t, "", "backup", "--data", dir, file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum, where nothing else would detect it
	for name, content := range map[string][]byte{
		"cut short":  whole[:len(whole)-20],
		"no trailer": whole[:len(whole)-8],
		"a flip":     flipped,
		"no archive": []byte("hello"),
		"empty":      nil,
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(file, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if status, _, stderr := command(t, "", "restore", "--data", dir, file); status == 0 || !strings.Contains(stderr, "nothing was restored") {
				t.Errorf("status %d and %q", status, stderr)
			}
			if list := mustRun(t, "", "user", "list", "--data", dir); !strings.Contains(list, "sam") {
				t.Errorf("the users are gone:\n%s", list)
			}
		})
	}
}

func TestBackupOfMissingSiteKeepsOldFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "site.tar.gz")
	if err := os.WriteFile(file, []byte("the good one"), 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := filepath.Join(t.TempDir(), "tpyo")
	if status, _, stderr := command(t, "", "backup", "--data", wrong, file); status == 0 || !strings.Contains(stderr, "no site") {
		t.Errorf("status %d and %q", status, stderr)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "the good one" {
		t.Errorf("the old backup holds %q (%v)", content, err)
	}
	if _, err := os.Stat(wrong); !os.IsNotExist(err) {
		t.Error("the wrong folder was made")
	}
}

func TestRestoreIsRefusedWhileTheServerRuns(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	mustRun(t, "", "backup", "--data", dir, file)
	start(t, dir)
	if status, _, stderr := command(t, "", "restore", "--data", dir, file); status == 0 || !strings.Contains(stderr, "nothing was restored") {
		t.Errorf("status %d and %q", status, stderr)
	}
}

func TestRestoreIsRefusedWhileAReplicaRunsOnPostgres(t *testing.T) {
	database, file := testkit.PostgresURL(t), filepath.Join(t.TempDir(), "site.tar.gz")
	replica := start(t, t.TempDir(), "--database-url", database)
	dir := t.TempDir()
	mustRun(t, "", "backup", "--data", dir, "--database-url", database, file)
	status, _, stderr := command(t, "", "restore", "--data", dir, "--database-url", database, file)
	if status == 0 || !strings.Contains(stderr, "nothing was restored") || !strings.Contains(stderr, "stop every replica") {
		t.Errorf("status %d and %q", status, stderr)
	}
	replica.stop()
	mustRun(t, "", "restore", "--data", dir, "--database-url", database, file)
}

// heapWatch is the most memory that is in use while something is written to it.
type heapWatch struct {
	written, checked int
	most             uint64
}

func (w *heapWatch) Write(p []byte) (int, error) {
	if w.written += len(p); w.written-w.checked > 1<<20 {
		w.checked, w.most = w.written, max(w.most, heapInUse())
	}
	return len(p), nil
}

func heapInUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func TestBackupDoesNotHoldTheDatabaseInMemory(t *testing.T) {
	// In a process of its own: what other tests have left would be counted too.
	if os.Getenv("TEST_ALONE") == "" {
		command := exec.CommandContext(t.Context(), testkit.Must(os.Executable())(t), "-test.run=^"+t.Name()+"$")
		command.Env = append(os.Environ(), "TEST_ALONE=1")
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	dir := t.TempDir()
	db, storage := openFolder(t, dir)
	direct, err := sql.Open("sqlite", filepath.Join(dir, "perimeter.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	for _, statement := range []string{
		`INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page) VALUES ('c', 1, 1, 0, 0, '', '', '')`,
		`INSERT INTO chat_photos (id, conversation_id, jpeg)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT i, 'c', randomblob(300000) FROM n`,
	} {
		if _, err := direct.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	before, watch := heapInUse(), &heapWatch{}
	if err := newFileBackup(watch, db, storage, nil).write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if watch.written < 25<<20 || watch.most > before+10<<20 {
		t.Errorf("%d MB were written with %d MB in memory, %d MB before", watch.written>>20, watch.most>>20, before>>20)
	}
}
