package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// revisionTimeout is how long Revision waits for the database. It is short,
// because cached pages wait for it too.
const revisionTimeout = time.Second

type readRevision func(context.Context) (int64, error)

// changes holds the newest revision that this process knows of, and signals when
// it rises.
type changes struct {
	newest atomic.Int64
	signal chan struct{}
	chat   *chatSignals
}

func newChanges() *changes {
	return &changes{signal: make(chan struct{}, 1), chat: newChatSignals()}
}

// start sets the first revision.
func (c *changes) start(revision int64) { c.newest.Store(revision) }

// observe records a revision. Concurrent publishers may report out of order, so an
// older revision is ignored.
func (c *changes) observe(revision int64) {
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
	read readRevision

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
	ctx, cancel := context.WithTimeout(ctx, revisionTimeout)
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
		ctx, cancel := context.WithTimeout(context.Background(), revisionTimeout)
		batch.revision, batch.err = b.read(ctx)
		cancel()
		close(batch.done)
	}
}
