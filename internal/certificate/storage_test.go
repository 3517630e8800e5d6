package certificate_test

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"testing"
	"time"

	"perimeter/internal/certificate"
	"perimeter/internal/testkit"
)

func newStorage(t *testing.T) (*certificate.Storage, certificate.Store) {
	t.Helper()
	db := testkit.NewStore(t).Certificates()
	s := certificate.NewStorage(db)
	s.SetBeat(20 * time.Millisecond)
	return s, db
}

func TestStorageHasFoldersLikeADisk(t *testing.T) {
	ctx := t.Context()
	s, _ := newStorage(t)
	for _, key := range []string{"a/b/c.crt", "a/b/c.key", "a/d", "ab"} {
		if err := s.Store(ctx, key, []byte(key)); err != nil {
			t.Fatal(err)
		}
	}
	if content, err := s.Load(ctx, "a/b/c.key"); err != nil || string(content) != "a/b/c.key" {
		t.Errorf("%q, %v", content, err)
	}
	if keys, err := s.List(ctx, "a", false); err != nil || !slices.Equal(keys, []string{"a/b", "a/d"}) {
		t.Errorf("%v, %v", keys, err)
	}
	if keys, err := s.List(ctx, "a", true); err != nil || !slices.Equal(keys, []string{"a/b/c.crt", "a/b/c.key", "a/d"}) {
		t.Errorf("%v, %v", keys, err)
	}
	if info, err := s.Stat(ctx, "a/d"); err != nil || !info.IsTerminal || info.Size != 3 || info.Modified.IsZero() {
		t.Errorf("%+v, %v", info, err)
	}
	if info, err := s.Stat(ctx, "a/b"); err != nil || info.IsTerminal {
		t.Errorf("%+v, %v", info, err)
	}
	if err := s.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	_, loading := s.Load(ctx, "a/d")
	_, listing := s.List(ctx, "a", true)
	_, stating := s.Stat(ctx, "a/b")
	for _, err := range []error{loading, listing, stating} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("after the deletion: %v", err)
		}
	}
	if s.Exists(ctx, "a") || !s.Exists(ctx, "ab") {
		t.Error("the wrong files were deleted")
	}
	if err := s.Delete(ctx, "a"); err != nil {
		t.Errorf("deleted again: %v", err)
	}
}

func TestALockHasOneHolderForAsLongAsItLives(t *testing.T) {
	s, db := newStorage(t)
	other := certificate.NewStorage(db)
	for _, one := range []*certificate.Storage{s, other} {
		one.SetBeat(300 * time.Millisecond)
	}
	if err := s.Lock(t.Context(), "www"); err != nil {
		t.Fatal(err)
	}
	// Longer than a dead holder would be waited for. The beat leaves room for a busy machine.
	waiting, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := other.Lock(waiting, "www"); err == nil {
		t.Error("two have the lock")
	}
	taken := make(chan error, 1)
	go func() { taken <- other.Lock(t.Context(), "www") }()
	if err := s.Unlock(t.Context(), "www"); err != nil {
		t.Error(err)
	}
	if err := <-taken; err != nil {
		t.Error(err)
	}
	if err := s.Unlock(t.Context(), "www"); err == nil {
		t.Error("what is not held was released")
	}
	if err := other.Unlock(t.Context(), "www"); err != nil {
		t.Error(err)
	}
}

func TestAPauseOfTheProcessIsNotTheDeathOfAHolder(t *testing.T) {
	s, db := newStorage(t)
	if taken, err := db.TakeCertificateLease(t.Context(), "www", "a process that stood still too", certificate.Lease{}); err != nil || !taken {
		t.Fatal(err)
	}
	s.SetBeat(time.Nanosecond) // so that the time between two looks is above that of a dead holder
	for look := 1; ; look++ {
		taken, err := s.TryLock(t.Context(), "www")
		if err != nil {
			t.Fatal(err)
		}
		if want := look == 4; taken != want {
			t.Fatalf("look %d: taken %v, want %v", look, taken, want)
		}
		if taken {
			break
		}
	}
	if err := s.Unlock(t.Context(), "www"); err != nil {
		t.Error(err)
	}
}

func TestADeadHolderOfALockIsNotWaitedFor(t *testing.T) {
	s, db := newStorage(t)
	if taken, err := db.TakeCertificateLease(t.Context(), "www", "a process that was killed", certificate.Lease{}); err != nil || !taken {
		t.Fatal(err)
	}
	began := time.Now()
	if err := s.Lock(t.Context(), "www"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 100*time.Millisecond {
		t.Errorf("the holder was given only %s", took)
	}
	if err := s.Unlock(t.Context(), "www"); err != nil {
		t.Error(err)
	}
}
