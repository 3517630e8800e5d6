package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/errs"
)

func TestRevisionIsReadAfterTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stored, reads atomic.Int64
		b := &revisionBatches{read: func(context.Context) (int64, error) {
			reads.Add(1)
			revision := stored.Load()
			<-time.After(time.Millisecond) // the query is running
			return revision, nil
		}}
		stored.Store(1)
		go func() {
			if got, err := b.revision(t.Context()); err != nil || got != 1 {
				t.Errorf("the first caller got %d, %v, want 1", got, err)
			}
		}()
		synctest.Wait() // the first query has started

		stored.Store(2)
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				if got, err := b.revision(t.Context()); err != nil || got != 2 {
					t.Errorf("a later caller got %d, %v, want 2", got, err)
				}
			})
		}
		wg.Wait()
		if got := reads.Load(); got != 2 {
			t.Errorf("there were %d reads, want 2: one for the first caller, one for all others", got)
		}
	})
}

func TestRevisionTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := false
		b := &revisionBatches{read: func(ctx context.Context) (int64, error) {
			if answers {
				return 5, nil
			}
			<-ctx.Done()
			return 0, unavailable(ctx.Err())
		}}
		start := time.Now()
		for range 3 {
			_, err := b.revision(t.Context())
			var e *errs.Error
			if !errors.As(err, &e) || e.Kind != errs.Unavailable || e.RetryAfter <= 0 {
				t.Fatalf("revision returned %v, want Unavailable with a time to come back", err)
			}
		}
		if waited := time.Since(start); waited > 3*revisionTimeout {
			t.Errorf("three callers in turn waited %v", waited)
		}
		synctest.Wait()
		answers = true
		if got, err := b.revision(t.Context()); err != nil || got != 5 {
			t.Errorf("when the database is back, revision returned %d, %v", got, err)
		}
	})
}

func TestCancelledCallerDoesNotAffectOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		b := &revisionBatches{read: func(context.Context) (int64, error) {
			<-release
			return 5, nil
		}}
		leaving, leave := context.WithCancel(t.Context())
		go func() {
			if _, err := b.revision(leaving); !errors.Is(err, context.Canceled) || errs.KindOf(err) != 0 {
				t.Errorf("who left got %v, want context.Canceled", err)
			}
		}()
		go func() {
			if got, err := b.revision(t.Context()); err != nil || got != 5 {
				t.Errorf("who stayed got %d, %v, want 5", got, err)
			}
		}()
		synctest.Wait()
		leave()
		synctest.Wait()
		close(release)
		synctest.Wait()
	})
}

func TestChangesMergeSignalsAndIgnoreOlderRevisions(t *testing.T) {
	c := newChanges()
	c.start(5)
	signalled := func() bool {
		select {
		case <-c.signal:
			return true
		default:
			return false
		}
	}
	for _, revision := range []int64{4, 5} {
		if c.observe(revision); signalled() {
			t.Errorf("revision %d after 5 was signalled", revision)
		}
	}
	c.observe(7)
	c.observe(6)
	c.observe(8)
	if !signalled() || signalled() {
		t.Error("two changes that nobody took were not merged into one signal")
	}
	if got := c.newest.Load(); got != 8 {
		t.Errorf("the newest revision is %d, want 8", got)
	}
}
