package site_test

import (
	"strings"
	"testing"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// world is a site on an empty store, with a clock that a test can move.
type world struct {
	*site.Site
	store site.Store
	now   time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{store: testkit.NewStore(t), now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.UTC)}
	w.Site = site.New(site.Config{
		Store: w.store, Identity: site.SampleIdentity(), Clock: func() time.Time { return w.now },
	})
	return w
}

func (w *world) revision(t *testing.T) int64 {
	t.Helper()
	revision, err := w.store.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

// must returns the value of a call that succeeds, or fails the test.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// wantFailure fails the test unless err is of the kind and its message names
// the word.
func wantFailure(t *testing.T, err error, kind errs.Kind, word string) {
	t.Helper()
	if errs.KindOf(err) != kind {
		t.Fatalf("got %v (kind %d), want an error of kind %d", err, errs.KindOf(err), kind)
	}
	if !strings.Contains(err.Error(), word) {
		t.Errorf("the message %q does not name %q", err, word)
	}
}
