package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// revisionLimit is how long Revision waits for an answer. It is short, because
// a page that is already rendered waits with it.
const revisionLimit = time.Second

type readRevision func(context.Context) (int64, error)

// changes knows the newest revision that this process has heard of, and
// signals when it hears of a newer one.
type changes struct {
	newest atomic.Int64
	signal chan struct{}
	chat   *chatSignals
}

func newChanges() *changes {
	return &changes{signal: make(chan struct{}, 1), chat: newChatSignals()}
}

// begin sets the revision to start from.
func (c *changes) begin(revision int64) { c.newest.Store(revision) }

// saw takes note of a revision. Those who publish may report out of order, so
// an older one changes nothing.
func (c *changes) saw(revision int64) {
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
	read readRevision

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
	ctx, cancel := context.WithTimeout(ctx, revisionLimit)
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
		ctx, cancel := context.WithTimeout(context.Background(), revisionLimit)
		batch.revision, batch.err = b.read(ctx)
		cancel()
		close(batch.done)
	}
}
