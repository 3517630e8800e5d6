package temporary

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

func TestFilesLeaveNothingBehind(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file, err := NewFile("dump-")
	if err != nil {
		t.Fatal(err)
	}
	if names := left(t); runtime.GOOS != "windows" && len(names) > 0 {
		t.Errorf("a process that is killed would leave %v", names)
	}
	if _, err := file.WriteString("everything"); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(file); err != nil || string(content) != "everything" {
		t.Errorf("read %q, %v", content, err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if names := left(t); len(names) > 0 {
		t.Errorf("%v is left", names)
	}
}

func TestFoldersOfKilledProcessesAreDeleted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for name, age := range map[string]time.Duration{"proof-old": 25 * time.Hour, "proof-new": time.Hour, "other-old": 25 * time.Hour} {
		folder := filepath.Join(os.TempDir(), name)
		if err := os.MkdirAll(filepath.Join(folder, "objects"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(folder, time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := NewFolder("proof-")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"other-old", filepath.Base(folder), "proof-new"}
	slices.Sort(want)
	if names := left(t); !slices.Equal(names, want) {
		t.Errorf("left: %v, want %v", names, want)
	}
}

// left returns the names in the folder for temporary files.
func left(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
