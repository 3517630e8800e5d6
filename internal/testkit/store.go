package testkit

import (
	"testing"

	"perimeter/internal/store"
)

// NewStore opens an empty SQLite store in a temporary folder, until the test ends.
func NewStore(tb testing.TB) *store.Store {
	tb.Helper()
	return OpenStore(tb, store.Config{DataDir: tb.TempDir()})
}

// OpenStore opens a store until the test ends.
func OpenStore(tb testing.TB, cfg store.Config) *store.Store {
	tb.Helper()
	s, err := store.Open(tb.Context(), cfg)
	if err != nil {
		tb.Fatalf("open the store: %v", err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("close the store: %v", err)
		}
	})
	return s
}
