package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/errs"
)

const (
	// revisionLimit is how long a read of the revision may take. A page waits
	// for it even if an older one is at hand: a database that is slow has
	// answered, and may have acknowledged an edit that the older page lacks.
	revisionLimit = callTimeout

	// silentLimit is how long Revision waits while the database does not answer
	// at all, so that visitors get the last known pages soon.
	silentLimit = time.Second
)

type readRevision func(context.Context) (int64, error)

// changes knows the newest revision that this process has heard of, and
// signals when it hears of a newer one.
type changes struct {
	newest atomic.Int64
	silent atomic.Bool // whether the database left the last read unanswered
	signal chan struct{}
	chat   *chatSignals
}

func newChanges() *changes {
	return &changes{signal: make(chan struct{}, 1), chat: newChatSignals()}
}

// begin sets the revision to start from.
func (c *changes) begin(revision int64) { c.newest.Store(revision) }

// saw records a revision that the database has returned. Those who publish may
// report out of order, so an older one signals nothing.
func (c *changes) saw(revision int64) {
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
	default: // a signal that nobody has taken yet says the same
	}
}

// revisionBatches reads the revision for many callers at the price of few: a
// caller gets the result of a read that began after its call, and all who wait
// for a read to begin share it.
type revisionBatches struct {
	changes *changes
	read    readRevision

	mu      sync.Mutex
	running bool
	next    *revisionBatch // its read has not begun
}

type revisionBatch struct {
	done     chan struct{}
	revision int64
	err      error
}

func (b *revisionBatches) revision(ctx context.Context) (int64, error) {
	limit := 2 * revisionLimit // for the read that is running and the one after it
	if b.changes.silent.Load() {
		limit = silentLimit
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
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

// run reads batch after batch until nobody waits.
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
	ctx, cancel := context.WithTimeout(context.Background(), revisionLimit)
	defer cancel()
	for range 2 {
		if revision, err = b.read(ctx); err == nil {
			b.changes.saw(revision)
			return revision, nil
		}
	}
	if errs.KindOf(err) == errs.Unavailable {
		b.changes.silent.Store(true)
	}
	return 0, err
}
