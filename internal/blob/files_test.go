package blob

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit/blobtest"
)

func newFiles(t *testing.T) (media.Storage, string) {
	t.Helper()
	dir := t.TempDir()
	storage, err := Open(Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return storage, filepath.Join(dir, "objects")
}

func TestFilesBehaveLikeEveryStorage(t *testing.T) {
	storage, _ := newFiles(t)
	blobtest.Run(t, storage)
}

func TestFilesHaveNoUploadAddresses(t *testing.T) {
	storage, _ := newFiles(t)
	address, err := storage.UploadURL(t.Context(), "uploads/a", media.UploadTerms{ExpiresIn: time.Minute})
	if err != nil || address != "" || storage.UploadOrigin() != "" {
		t.Errorf("got %q, %v, origin %q", address, err, storage.UploadOrigin())
	}
}

func TestFilesLeaveNothingAsideAfterAPut(t *testing.T) {
	storage, dir := newFiles(t)
	if err := storage.Put(t.Context(), "images/a/1.webp", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if got := names(t, filepath.Join(dir, asideDir)); len(got) > 0 {
		t.Errorf("left aside: %v", got)
	}
}

func TestFilesThatCannotBeMovedInPlaceAreNotSeenAndRemoved(t *testing.T) {
	storage, dir := newFiles(t)
	// A folder stands where the file should go.
	if err := os.MkdirAll(filepath.Join(dir, "images", "a", "in-the-way"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := storage.Put(t.Context(), "images/a", []byte("x")); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("put: %v, want an error of kind Unavailable", err)
	}
	if got := names(t, filepath.Join(dir, asideDir)); len(got) > 0 {
		t.Errorf("left aside: %v", got)
	}
}

func TestFilesClearLeftoversOfACrashWhenOpened(t *testing.T) {
	dir := t.TempDir()
	aside := filepath.Join(dir, "objects", asideDir)
	if err := os.MkdirAll(aside, 0o750); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"crashed": 2 * asideAge, "being-written": 0} {
		file := filepath.Join(aside, name)
		if err := os.WriteFile(file, []byte("half"), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(Config{DataDir: dir}); err != nil {
		t.Fatal(err)
	}
	if got := names(t, aside); !slices.Equal(got, []string{"being-written"}) {
		t.Errorf("aside after opening: %v", got)
	}
}

func TestFilesDoNotFollowLinksOutOfTheFolder(t *testing.T) {
	storage, dir := newFiles(t)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if file, err := storage.Open(t.Context(), "link"); err == nil {
		file.Close()
		t.Error("the link was followed")
	}
}

func TestFilesRemoveAFolderWithItsLastFile(t *testing.T) {
	storage, dir := newFiles(t)
	for _, key := range []string{"images/a/1.webp", "images/a/2.webp"} {
		if err := storage.Put(t.Context(), key, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"images/a/1.webp", "images/a/2.webp"} {
		if err := storage.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, filepath.Join(dir, "images")); len(got) > 0 {
		t.Errorf("still there: %v", got)
	}
}

func TestFilesAreUnavailableWhenTheFolderIsGone(t *testing.T) {
	storage, dir := newFiles(t)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := storage.Put(t.Context(), "images/a", []byte("x")); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("put: %v, want an error of kind Unavailable", err)
	}
	if err := storage.Check(t.Context()); err == nil {
		t.Error("the self-test passed")
	}
}

func TestAFullDiskIsToldApart(t *testing.T) {
	err := diskError("write", "images/a", &fs.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC})
	if errs.KindOf(err) != errs.Full {
		t.Errorf("got %v, want an error of kind Full", err)
	}
}

func TestAStorageURLThatCannotBeUsedIsExplained(t *testing.T) {
	for _, url := range []string{
		"http://bucket", "s3://", "s3://bucket/folder", "s3://key:secret@bucket", "s3://bucket?endpoint=localhost:9000",
		"s3://bucket?path_style=maybe", "s3://bucket?regoin=eu", "s3://%zz",
	} {
		if _, err := Open(Config{StorageURL: url, AccessKeyID: "a", SecretAccessKey: "b"}); err == nil {
			t.Errorf("%s was accepted", url)
		}
	}
	if _, err := Open(Config{StorageURL: "s3://bucket"}); err == nil {
		t.Error("a store without keys was accepted")
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}
