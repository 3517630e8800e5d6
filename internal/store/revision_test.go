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
	"perimeter/internal/scope"
)

func TestRevisionIsReadAfterTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stored, reads atomic.Int64
		b := &revisionBatches{changes: newChanges(), read: func(context.Context) (int64, error) {
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

func TestSlowDatabaseIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stored atomic.Int64
		b := &revisionBatches{changes: newChanges(), read: func(context.Context) (int64, error) {
			revision := stored.Load()
			<-time.After(9 * time.Second)
			return revision, nil
		}}
		go func() { _, _ = b.revision(t.Context()) }()
		synctest.Wait() // a read has begun
		stored.Store(2)
		if got, err := b.revision(t.Context()); err != nil || got != 2 {
			t.Errorf("revision returned %d, %v, want 2 after two slow reads", got, err)
		}
	})
}

func TestSilentDatabaseIsWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var answers atomic.Bool
		b := &revisionBatches{changes: newChanges(), read: func(ctx context.Context) (int64, error) {
			if answers.Load() {
				<-time.After(2 * time.Second)
				return 5, nil
			}
			<-ctx.Done()
			return 0, unavailable(ctx.Err())
		}}
		for i, limit := range []time.Duration{revisionTimeout, silentTimeout, silentTimeout} {
			start := time.Now()
			_, err := b.revision(t.Context())
			var e *errs.Error
			if !errors.As(err, &e) || e.Kind != errs.Unavailable || e.RetryAfter <= 0 {
				t.Fatalf("revision returned %v, want Unavailable with a time to come back", err)
			}
			if waited := time.Since(start); waited > limit {
				t.Errorf("caller %d waited %v, want at most %v", i, waited, limit)
			}
		}
		<-time.After(2 * revisionTimeout) // the reads that nobody waits for have ended
		answers.Store(true)
		b.changes.observe(4) // as a publishing transaction does
		if got, err := b.revision(t.Context()); err != nil || got != 5 {
			t.Errorf("after the database has answered, revision returned %d, %v, want 5", got, err)
		}
	})
}

func TestLostConnectionIsReplacedBeforeTheDatabaseCountsAsSilent(t *testing.T) {
	reads := 0
	b := &revisionBatches{changes: newChanges(), read: func(context.Context) (int64, error) {
		if reads++; reads == 1 {
			return 0, unavailable(errors.New("connection reset"))
		}
		return 5, nil
	}}
	if got, err := b.revision(t.Context()); err != nil || got != 5 || b.changes.silent.Load() {
		t.Errorf("revision returned %d, %v, silent %v, want 5", got, err, b.changes.silent.Load())
	}
}

func TestCancelledCallerDoesNotAffectOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		b := &revisionBatches{changes: newChanges(), read: func(context.Context) (int64, error) {
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
	c.begin(publishedState{revision: 5})
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

func TestChangesAreCompleteInWhateverOrderTheyAreApplied(t *testing.T) {
	state := func(revision int64, changed map[scope.Scope]int64) publishedState {
		return publishedState{revision: revision, changed: changed}
	}
	c := newChanges()
	c.begin(state(5, nil))
	// Two publishing transactions, which both started from revision 5, report in the
	// wrong order. The later one has read the changes of the earlier one too.
	c.apply(state(7, map[scope.Scope]int64{scope.Posts: 6, scope.Hours: 7}))
	c.apply(state(6, map[scope.Scope]int64{scope.Posts: 6}))
	for _, tt := range []struct {
		since  int64
		scopes []scope.Scope
		want   bool
	}{
		{5, []scope.Scope{scope.Posts}, true},
		{6, []scope.Scope{scope.Posts}, false},
		{6, []scope.Scope{scope.Posts, scope.Hours}, true},
		{7, []scope.Scope{scope.Posts, scope.Hours}, false},
		{5, []scope.Scope{scope.Social}, false},
		{4, []scope.Scope{scope.Social}, true}, // from before the start, of which nothing is known
		{6, nil, true},
		{7, nil, false},
	} {
		if got := c.changedSince(tt.since, tt.scopes); got != tt.want {
			t.Errorf("%v changed since %d: %v, want %v", tt.scopes, tt.since, got, tt.want)
		}
	}
	if got := c.known.Load(); got != 7 {
		t.Errorf("the known revision is %d, want 7", got)
	}
	c.apply(publishedState{revision: 9, unscoped: 1, changed: map[scope.Scope]int64{scope.Posts: 9}})
	if !c.changedSince(7, []scope.Scope{scope.Social}) || c.changedSince(9, []scope.Scope{scope.Social}) {
		t.Error("a revision that names no scopes does not concern all of them")
	}
}
