package limit

import (
	"container/list"
	"context"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// stalledAfter is how long a share may stay the same before it gives way.
	stalledAfter = 500 * time.Millisecond
	// roomWait is how long a share waits for room, and roomCheck how often it looks
	// for shares that have stalled meanwhile.
	roomWait  = 2 * time.Second
	roomCheck = 100 * time.Millisecond
)

// Budget bounds the bytes that clients have sent and the server still holds. When
// it is used up, clients that have stalled give way to those that send.
type Budget struct {
	room      *semaphore.Weighted
	byNetwork *Counter
	busy      error

	mu sync.Mutex
	// arriving has the shares that may give way: those that hold something and
	// have not arrived. The one that has not grown for longest is first.
	arriving list.List
	// leaving is what the shares hold that give way and are not closed yet.
	leaving int64
}

// NewBudget returns a budget. Whoever finds no room in it gets the error busy.
func NewBudget(q Quota, busy error) *Budget {
	return &Budget{room: semaphore.NewWeighted(q.Total), byNetwork: NewCounter(Quota{Network: q.Network}), busy: busy}
}

// Held returns how many bytes all shares hold.
func (b *Budget) Held() int64 { return b.byNetwork.Total() }

// Share is what one client holds of a budget. One goroutine may use it.
type Share struct {
	budget   *Budget
	networks []netip.Prefix
	held     int64
	ctx      context.Context
	cancel   context.CancelFunc

	// The budget's lock guards these.
	grownAt time.Time
	element *list.Element // of arriving
	gaveWay bool
}

// Open returns a share that holds nothing yet. The networks are those of the client.
// The returned context ends when the share must give way, or is closed: whoever
// waits for the client then stops and closes the share.
func (b *Budget) Open(ctx context.Context, networks []netip.Prefix) (*Share, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Share{budget: b, networks: networks, ctx: ctx, cancel: cancel}, ctx
}

// Grow adds n bytes to the share. If there is no room, it waits a little for shares
// that have stalled to give way.
func (s *Share) Grow(n int64) error {
	b := s.budget
	if err := b.byNetwork.Acquire(s.networks, n); err != nil {
		return b.busy
	}
	if !b.room.TryAcquire(n) {
		s.leave() // it has not stalled while it waits for others
		if err := b.waitForRoom(s.ctx, n); err != nil {
			b.byNetwork.Release(s.networks, n)
			return b.busy
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.gaveWay { // while it waited
		b.room.Release(n)
		b.byNetwork.Release(s.networks, n)
		return b.busy
	}
	s.held += n
	s.grownAt = time.Now()
	if s.element == nil {
		s.element = b.arriving.PushBack(s)
	} else {
		b.arriving.MoveToBack(s.element)
	}
	return nil
}

func (b *Budget) waitForRoom(ctx context.Context, n int64) error {
	ctx, cancel := context.WithTimeout(ctx, roomWait)
	defer cancel()
	for {
		b.makeRoom(n)
		turn, done := context.WithTimeout(ctx, roomCheck)
		err := b.room.Acquire(turn, n)
		done()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
}

// makeRoom makes shares that have stalled give way, until those that do hold n bytes.
func (b *Budget) makeRoom(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for first := b.arriving.Front(); first != nil && b.leaving < n; first = b.arriving.Front() {
		s := first.Value.(*Share)
		if time.Since(s.grownAt) < stalledAfter {
			return
		}
		b.arriving.Remove(first)
		s.element, s.gaveWay = nil, true
		b.leaving += s.held
		s.cancel()
	}
}

// Arrived says that the client has sent everything, so that the share does not give
// way any more. It returns an error if it already has.
func (s *Share) Arrived() error {
	s.leave()
	if s.ctx.Err() != nil {
		return s.budget.busy
	}
	return nil
}

// leave takes the share out of those that may give way.
func (s *Share) leave() {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	if s.element != nil {
		s.budget.arriving.Remove(s.element)
		s.element = nil
	}
}

// Close returns what the share holds. It may be called again, also at the same time.
func (s *Share) Close() {
	s.leave()
	s.cancel()
	b := s.budget
	b.mu.Lock()
	held := s.held
	s.held = 0
	if s.gaveWay {
		b.leaving -= held
	}
	b.mu.Unlock()
	b.room.Release(held)
	b.byNetwork.Release(s.networks, held)
}
