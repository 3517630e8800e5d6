package limit

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

// Slots limit how many do something at the same time. The others wait.
type Slots struct {
	free *semaphore.Weighted
	wait time.Duration
	busy error
}

// NewSlots returns n slots. Whoever waits for one longer than wait gets the error
// busy; with a wait of 0 only the caller's context ends the wait.
func NewSlots(n int64, wait time.Duration, busy error) *Slots {
	return &Slots{semaphore.NewWeighted(n), wait, busy}
}

// Acquire waits for a slot, which is the caller's until release is called.
func (s *Slots) Acquire(ctx context.Context) (release func(), err error) {
	release = func() { s.free.Release(1) }
	// A free slot needs no wait, however late a busy machine asks for it.
	if ctx.Err() == nil && s.free.TryAcquire(1) {
		return release, nil
	}
	waiting := ctx
	if s.wait > 0 {
		var cancel context.CancelFunc
		waiting, cancel = context.WithTimeout(ctx, s.wait)
		defer cancel()
	}
	if err := s.free.Acquire(waiting, 1); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, s.busy
	}
	return release, nil
}
