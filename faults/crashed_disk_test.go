package main

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// states returns the different contents that cuts after the change with the number leave
// of a file; "-" means that it is not there.
func states(t *testing.T, d *disk, number int, name string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for seed := range uint64(300) {
		folder := t.TempDir()
		if err := d.leave(folder, number, rand.New(rand.NewPCG(seed, 1))); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			content = []byte("-")
		}
		found[string(content)] = true
	}
	return found
}

func wantStates(t *testing.T, got map[string]bool, want ...string) {
	t.Helper()
	for _, state := range want {
		if !got[state] {
			t.Errorf("%.20q is never left", state)
		}
		delete(got, state)
	}
	for state := range got {
		t.Errorf("%.20q is left", state)
	}
}

func TestOnlySyncedWritesAndEntriesAreSafe(t *testing.T) {
	d := newDisk()
	f := d.create("a")
	d.write(f, 0, []byte("old"))
	wantStates(t, states(t, d, d.changes, "a"), "-", "", "old")
	d.syncFile(f, d.changes)
	wantStates(t, states(t, d, d.changes, "a"), "-", "old") // the folder was not synced
	d.syncFolder(".", d.changes)
	wantStates(t, states(t, d, d.changes, "a"), "old")
	synced := d.changes

	n := d.create("a.new")
	d.write(n, 0, []byte("new"))
	d.rename("a.new", "a")
	wantStates(t, states(t, d, d.changes, "a"), "old", "", "new") // the bytes can come after the name
	d.syncFile(n, d.changes)
	d.syncFolder(".", d.changes)
	wantStates(t, states(t, d, d.changes, "a"), "new")
	wantStates(t, states(t, d, synced, "a"), "old")
	d.remove("a")
	wantStates(t, states(t, d, d.changes, "a"), "new", "-")
}

func TestWritesAreTornAtSectorsAndPages(t *testing.T) {
	d := newDisk()
	f := d.create("a")
	d.syncFolder(".", d.changes)
	d.write(f, 0, []byte(strings.Repeat("x", 1024)))
	wantStates(t, states(t, d, d.changes, "a"), "", strings.Repeat("x", 512), strings.Repeat("x", 1024))
}

func TestASyncDoesNotCoverWhatCameAfterItsBeginning(t *testing.T) {
	d := newDisk()
	f := d.create("a")
	d.syncFolder(".", d.changes)
	began := d.changes
	d.write(f, 0, []byte("late"))
	d.syncFile(f, began)
	wantStates(t, states(t, d, d.changes, "a"), "", "late")
}

func TestFilesOfAFolderThatWasNotSyncedCanBeMissing(t *testing.T) {
	d := newDisk()
	d.mkdir("b")
	f := d.create("b/a")
	d.write(f, 0, []byte("x"))
	d.syncFile(f, d.changes)
	d.syncFolder("b", d.changes)
	wantStates(t, states(t, d, d.changes, "b/a"), "-", "x")
	d.syncFolder(".", d.changes)
	wantStates(t, states(t, d, d.changes, "b/a"), "x")
}

func TestAFileThatWasMovedNeedsNoSyncOfTheFolderItComesFrom(t *testing.T) {
	d := newDisk()
	d.mkdir("temporary")
	d.syncFolder(".", d.changes)
	f := d.create("temporary/a")
	d.write(f, 0, []byte("x"))
	d.syncFile(f, d.changes)
	d.rename("temporary/a", "a")
	d.syncFolder(".", d.changes)
	wantStates(t, states(t, d, d.changes, "a"), "x")
}

func TestTapeReadsARecording(t *testing.T) {
	x := func(s string) string {
		out := ""
		for _, b := range []byte(s) {
			out += `\x` + hex.EncodeToString([]byte{b})
		}
		return out
	}
	recording := fmt.Sprintf(strings.Join([]string{
		`10 1.000001 openat(AT_FDCWD<%[1]s>, "%[2]s", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 5<%[2]s>`,
		`10 1.000002 write(5<%[2]s>, "%[4]s", 2) = 2`,
		`11 1.000003 fsync(5<%[2]s> <unfinished ...>`,
		`10 1.000004 pwrite64(5<%[2]s>, "%[5]s", 1, 1) = 1`,
		`11 1.000005 <... fsync resumed>) = 0`,
		`10 1.000006 openat(AT_FDCWD<%[1]s>, "%[6]s", O_RDONLY) = -1 ENOENT (No such file or directory)`,
		`10 1.000007 renameat(AT_FDCWD<%[1]s>, "%[2]s", AT_FDCWD<%[1]s>, "%[3]s") = 0`,
		`10 1.000008 fsync(6<%[1]s>) = 0`,
		`10 1.000009 write(1<pipe:[7]>, "%[5]s", 1) = 1`,
		`10 1.000010 +++ exited with 0 +++`,
	}, "\n")+"\n", x("/data"), x("/data/a"), x("/data/b"), x("12"), x("3"), x("/data/none"))
	file := filepath.Join(t.TempDir(), "recording")
	if err := os.WriteFile(file, []byte(recording), 0o600); err != nil {
		t.Fatal(err)
	}
	tape := newTape("/data")
	if err := tape.add(file); err != nil {
		t.Fatal(err)
	}
	// The second write began after the sync, and the name was synced.
	wantStates(t, states(t, tape.disk, tape.disk.changes, "b"), "12", "13")
	if len(tape.disk.syncs) != 4 {
		t.Errorf("%d moments around syncs, want 4", len(tape.disk.syncs))
	}
}
