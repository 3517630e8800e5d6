package certificate_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"perimeter/internal/certificate"
)

func TestNothingIsWrittenToAClosedFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "certificates")
	folder := certificate.NewFolder(path)
	if err := folder.Store(t.Context(), "www/key", []byte("a private key")); err != nil {
		t.Fatal(err)
	}
	if ok, err := folder.TryLock(t.Context(), "www"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	waited := make(chan error)
	go func() { waited <- folder.Lock(t.Context(), "www") }()
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Errorf("who waits for a lock: %v", err)
	}
	// The holder of the lock still gives it up.
	if err := folder.Unlock(t.Context(), "www"); err != nil {
		t.Error(err)
	}
	if content, err := folder.Load(t.Context(), "www/key"); err != nil || string(content) != "a private key" {
		t.Errorf("%q, %v", content, err)
	}
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := folder.Store(t.Context(), "www/key", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stored: %v", err)
	}
	if _, err := folder.TryLock(t.Context(), "www"); !errors.Is(err, context.Canceled) {
		t.Errorf("locked: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there again: %v", err)
	}
}
