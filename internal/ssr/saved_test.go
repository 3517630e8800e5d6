package ssr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"perimeter/internal/wire"
)

// filledCache holds a page of size bytes for each path, the last one most
// recently used.
func filledCache(t *testing.T, size int, paths ...string) *Cache {
	t.Helper()
	c := NewCache(DefaultCacheSize, func(_ context.Context, path string, _ Version) (*Document, error) {
		o := wire.Options{Status: 404, ContentType: "text/html; charset=utf-8", CacheControl: "no-cache"}
		return &Document{Payload: wire.NewPayload(bytes.Repeat([]byte("a"), size), o), Path: path}, nil
	}, anyChange)
	for _, path := range paths {
		if _, err := c.Get(t.Context(), path, at(1)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestSavedDocumentsAreRestoredOutOfDate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages")
	for range 2 { // the second time replaces the file
		if err := WriteSaved(file, "build", filledCache(t, 100, "/a", "/b").Saved(1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := ReadSaved(file, "build")
	if err != nil || len(saved) != 2 {
		t.Fatalf("%d documents, %v", len(saved), err)
	}
	errAway := errors.New("away")
	c := NewCache(DefaultCacheSize, func(context.Context, string, Version) (*Document, error) { return nil, errAway }, anyChange)
	c.Restore(saved)
	if _, err := c.Get(t.Context(), "/a", at(1)); !errors.Is(err, errAway) {
		t.Errorf("Get returned %v: a saved document counts as current", err)
	}
	document := c.Stale("/a")
	if document == nil || document.Status() != 404 || len(document.Body()) != 100 || document.Options().CacheControl != "no-cache" {
		t.Errorf("restored %+v", document)
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("%d files in the folder, want 1", len(left))
	}
}

func TestSavedDocumentsOfAnotherBuildAreNotUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages")
	if err := WriteSaved(file, "old", filledCache(t, 100, "/a").Saved(1<<20)); err != nil {
		t.Fatal(err)
	}
	if saved, err := ReadSaved(file, "new"); err != nil || saved != nil {
		t.Errorf("%d documents, %v", len(saved), err)
	}
	if saved, err := ReadSaved(file+"-missing", "new"); err != nil || saved != nil {
		t.Errorf("without a file: %d documents, %v", len(saved), err)
	}
	if err := os.WriteFile(file, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSaved(file, "old"); err == nil {
		t.Error("a damaged file was read without an error")
	}
}

func TestOnlyTheMostRecentDocumentsAreSaved(t *testing.T) {
	var paths []string
	for i := range 5 {
		paths = append(paths, fmt.Sprintf("/%d", i))
	}
	saved := filledCache(t, 100, paths...).Saved(399)
	if len(saved) != 3 || saved[0].Path != "/4" {
		t.Errorf("%d documents, want the last 3", len(saved))
	}
}
