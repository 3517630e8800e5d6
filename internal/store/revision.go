package store

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/scope"
)

const (
	// revisionTimeout is how long a read of the revision may take. A page waits
	// for it even if an older one is at hand: a database that is slow has
	// answered, and may have acknowledged an edit that the older page lacks.
	revisionTimeout = callTimeout

	// silentTimeout is how long Revision waits while the database does not answer
	// at all, so that visitors get the last known pages soon.
	silentTimeout = time.Second
)

type readRevision func(context.Context) (int64, error)

// changes holds what this process knows of the published state, and signals when
// there is a newer revision.
type changes struct {
	// known is the revision up to which changed is complete.
	known atomic.Int64

	mu       sync.RWMutex
	start    int64 // the revision at which changed was empty
	unscoped int64
	// changed is when a scope has changed since start. It grows with the number of
	// records that were edited since.
	changed map[scope.Scope]int64

	newest atomic.Int64 // the newest revision that was signalled; it may be above known
	silent atomic.Bool  // whether the database left the last read unanswered
	signal chan struct{}
	chat   *chatSignals
	typing *typingSigns
}

func newChanges() *changes {
	return &changes{signal: make(chan struct{}, 1), chat: newChatSignals(), typing: newTypingSigns(), changed: map[scope.Scope]int64{}}
}

// begin sets the first state.
func (c *changes) begin(state publishedState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start, c.unscoped = state.revision, state.unscoped
	c.known.Store(state.revision)
	c.newest.Store(state.revision)
}

// apply adds a state that holds all changes since a revision that was known. States
// may be applied in any order, because each holds everything up to its revision.
func (c *changes) apply(state publishedState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s, revision := range state.changed {
		c.changed[s] = max(c.changed[s], revision)
	}
	if state.unscoped > c.unscoped {
		c.unscoped = state.unscoped
		c.changed[scope.All] = max(c.changed[scope.All], state.revision)
	}
	c.known.Store(max(c.known.Load(), state.revision))
	c.observe(state.revision)
}

// readFrom returns a function that reads the newest state from the database.
func (c *changes) readFrom(r reader) readRevision {
	return func(ctx context.Context) (int64, error) {
		state, err := r.stateSince(ctx, c.known.Load())
		if err == nil {
			c.apply(state)
		}
		return state.revision, err
	}
}

// changedSince reports whether one of the scopes has changed after the revision.
// No scopes mean all of them.
func (c *changes) changedSince(revision int64, scopes []scope.Scope) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if revision < c.start || c.changed[scope.All] > revision {
		return true
	}
	if len(scopes) == 0 {
		return c.known.Load() > revision
	}
	return slices.ContainsFunc(scopes, func(s scope.Scope) bool { return c.changed[s] > revision })
}

// observe signals a revision that the database has returned. Concurrent publishers
// may report out of order, so an older revision signals nothing.
func (c *changes) observe(revision int64) {
	c.silent.Store(false)
	for {
		known := c.newest.Load()
		if revision <= known {
			return
		}
		if c.newest.CompareAndSwap(known, revision) {
			break
		}
	}
	select {
	case c.signal <- struct{}{}:
	default: // a signal that is still pending says the same
	}
}

// revisionBatches reads the revision for many callers with few queries. A caller
// gets the result of a query that started after its call, and all callers that
// wait for a query to start share it.
type revisionBatches struct {
	changes *changes
	read    readRevision

	mu      sync.Mutex
	running bool
	next    *revisionBatch // whose query has not started
}

type revisionBatch struct {
	done     chan struct{}
	revision int64
	err      error
}

func (b *revisionBatches) revision(ctx context.Context) (int64, error) {
	timeout := 2 * revisionTimeout // for the read that is running and the one after it
	if b.changes.silent.Load() {
		timeout = silentTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	batch := b.join()
	select {
	case <-batch.done:
		return batch.revision, batch.err
	case <-ctx.Done():
		if ctx.Err() == context.DeadlineExceeded {
			return 0, unavailable(ctx.Err())
		}
		return 0, ctx.Err()
	}
}

func (b *revisionBatches) join() *revisionBatch {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == nil {
		b.next = &revisionBatch{done: make(chan struct{})}
	}
	batch := b.next
	if !b.running {
		b.running = true
		go b.run()
	}
	return batch
}

// run reads one batch after another until nobody waits.
func (b *revisionBatches) run() {
	for {
		b.mu.Lock()
		batch := b.next
		b.next = nil
		b.running = batch != nil
		b.mu.Unlock()
		if batch == nil {
			return
		}
		batch.revision, batch.err = b.readTwice()
		close(batch.done)
	}
}

// readTwice reads again after a failure, because a connection that was lost says
// nothing about the database, which may well accept another one.
func (b *revisionBatches) readTwice() (revision int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), revisionTimeout)
	defer cancel()
	for range 2 {
		if revision, err = b.read(ctx); err == nil {
			b.changes.observe(revision)
			return revision, nil
		}
	}
	if errs.KindOf(err) == errs.Unavailable {
		b.changes.silent.Store(true)
	}
	return 0, err
}
