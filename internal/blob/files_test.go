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

func newFileStorage(t *testing.T) (media.Storage, string) {
	t.Helper()
	dir := t.TempDir()
	storage, err := Open(Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return storage, filepath.Join(dir, "objects")
}

func TestFileStorageConforms(t *testing.T) {
	storage, _ := newFileStorage(t)
	blobtest.Run(t, storage)
}

func TestFileStorageHasNoUploadURLs(t *testing.T) {
	storage, _ := newFileStorage(t)
	uploadURL, err := storage.UploadURL(t.Context(), "uploads/a", media.UploadTerms{ExpiresIn: time.Minute})
	if err != nil || uploadURL != "" || storage.UploadOrigin() != "" {
		t.Errorf("got %q, %v, origin %q", uploadURL, err, storage.UploadOrigin())
	}
}

func TestPutLeavesNoTemporaryFile(t *testing.T) {
	storage, dir := newFileStorage(t)
	if err := storage.Put(t.Context(), "images/a/1.webp", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if got := names(t, filepath.Join(dir, tempDir)); len(got) > 0 {
		t.Errorf("temporary files: %v", got)
	}
}

func TestAFailedPutLeavesNoTemporaryFile(t *testing.T) {
	storage, dir := newFileStorage(t)
	// A folder is where the file should go.
	if err := os.MkdirAll(filepath.Join(dir, "images", "a", "in-the-way"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := storage.Put(t.Context(), "images/a", []byte("x")); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("put: %v, want an error of kind Unavailable", err)
	}
	if got := names(t, filepath.Join(dir, tempDir)); len(got) > 0 {
		t.Errorf("temporary files: %v", got)
	}
}

func TestOpenRemovesTemporaryFilesOfACrash(t *testing.T) {
	dir := t.TempDir()
	temp := filepath.Join(dir, "objects", tempDir)
	if err := os.MkdirAll(temp, 0o750); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"crashed": 2 * tempAge, "being-written": 0} {
		file := filepath.Join(temp, name)
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
	if got := names(t, temp); !slices.Equal(got, []string{"being-written"}) {
		t.Errorf("temporary files after Open: %v", got)
	}
}

func TestFileStorageDoesNotFollowSymlinks(t *testing.T) {
	storage, dir := newFileStorage(t)
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

func TestDeleteRemovesEmptyFolders(t *testing.T) {
	storage, dir := newFileStorage(t)
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

func TestFileStorageIsUnavailableWithoutItsFolder(t *testing.T) {
	storage, dir := newFileStorage(t)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := storage.Put(t.Context(), "images/a", []byte("x")); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("put: %v, want an error of kind Unavailable", err)
	}
	if err := storage.Check(t.Context()); err == nil {
		t.Error("Check succeeded")
	}
}

func TestAFullDiskIsReportedAsFull(t *testing.T) {
	err := diskError("write", "images/a", &fs.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC})
	if errs.KindOf(err) != errs.Full {
		t.Errorf("got %v, want an error of kind Full", err)
	}
}

func TestOpenRefusesInvalidStorageURLs(t *testing.T) {
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
