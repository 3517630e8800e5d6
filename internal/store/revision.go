package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/errs"
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

// changes holds the newest revision that this process knows of, and signals when
// it rises.
type changes struct {
	newest atomic.Int64
	silent atomic.Bool // whether the database left the last read unanswered
	signal chan struct{}
	chat   *chatSignals
}

func newChanges() *changes {
	return &changes{signal: make(chan struct{}, 1), chat: newChatSignals()}
}

// start sets the first revision.
func (c *changes) start(revision int64) { c.newest.Store(revision) }

// observe records a revision that the database has returned. Concurrent publishers
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
