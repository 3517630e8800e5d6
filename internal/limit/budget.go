package limit

import (
	"container/list"
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// stalledAfter is how long a share may stay the same before it gives way.
	stalledAfter = 500 * time.Millisecond
	// roomWait is how long a share waits for room, and holderWait how long one that
	// already holds something, so that those who hold room and wait for more end
	// before those who wait for them.
	roomWait   = 5 * time.Second
	holderWait = 2 * time.Second
	// roomCheck is how often a share that waits looks for others that have stalled.
	roomCheck = 100 * time.Millisecond
)

// Budget bounds the bytes that clients have sent and the server still holds. When
// it is used up, clients that have stalled give way to those that send.
type Budget struct {
	total     int64
	byNetwork *Counter // with what is waited for
	busy      error

	mu   sync.Mutex
	held int64
	// waiting has those whose networks hold least first, so that a client with many
	// bodies does not keep one with a single body waiting.
	waiting []*claim
	// arriving has the shares that may give way: those that hold something and
	// have not arrived. The one that has not grown for longest is first.
	arriving list.List
	// leaving is what the shares hold that give way and are not closed yet.
	leaving int64
}

// NewBudget returns a budget. Whoever finds no room in it gets the error busy.
func NewBudget(q Quota, busy error) *Budget {
	return &Budget{total: q.Total, byNetwork: NewCounter(Quota{Network: q.Network}), busy: busy}
}

// Held returns how many bytes all shares hold or wait for.
func (b *Budget) Held() int64 { return b.byNetwork.Total() }

// Share is what one client holds of a budget. One goroutine may use it.
type Share struct {
	budget   *Budget
	networks []netip.Prefix
	ctx      context.Context
	cancel   context.CancelFunc

	// The budget's lock guards these.
	held    int64
	grownAt time.Time
	element *list.Element // of arriving
	gaveWay bool
}

// claim is a share that asks for room.
type claim struct {
	share   *Share
	size    int64
	before  int64         // what its networks already hold and wait for
	most    time.Duration // how long it waits
	granted chan struct{}
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
	c := &claim{share: s, size: n, before: b.byNetwork.Held(s.networks), most: roomWait, granted: make(chan struct{})}
	if err := b.byNetwork.Acquire(s.networks, n); err != nil {
		return b.busy
	}
	if !b.claim(c) || !b.wait(c) {
		b.byNetwork.Release(s.networks, n)
		return b.busy
	}
	return nil
}

// claim grants a claim, or lets it wait. It returns whether the share may have it.
func (b *Budget) claim(c *claim) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c.share.gaveWay {
		return false
	}
	if c.share.held > 0 {
		c.most = holderWait
	}
	b.remove(c.share) // it has not stalled while it waits for others
	after := slices.IndexFunc(b.waiting, func(other *claim) bool { return other.before > c.before })
	if after < 0 {
		after = len(b.waiting)
	}
	b.waiting = slices.Insert(b.waiting, after, c)
	b.grant()
	return true
}

// grant gives the first claims what they wait for, as long as there is room. The
// caller has the lock.
func (b *Budget) grant() {
	for len(b.waiting) > 0 && b.held+b.waiting[0].size <= b.total {
		c := b.waiting[0]
		b.waiting = slices.Delete(b.waiting, 0, 1)
		b.held += c.size
		s := c.share
		s.held += c.size
		s.grownAt = time.Now()
		s.element = b.arriving.PushBack(s)
		close(c.granted)
	}
}

// wait returns whether a claim is granted in time.
func (b *Budget) wait(c *claim) bool {
	select {
	case <-c.granted:
		return true
	default:
	}
	check := time.NewTicker(roomCheck)
	defer check.Stop()
	// Counts checks instead of time, so that a pause of the process counts as one check.
	for range c.most / roomCheck {
		b.makeRoom()
		select {
		case <-c.granted:
			return true
		case <-check.C:
		case <-c.share.ctx.Done():
			return b.giveUp(c)
		}
	}
	return b.giveUp(c)
}

// giveUp ends the wait of a claim and returns whether it was granted nevertheless.
func (b *Budget) giveUp(c *claim) (granted bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.waiting, c)
	if i < 0 {
		return true
	}
	b.waiting = slices.Delete(b.waiting, i, i+1)
	b.grant() // the next one may be smaller
	return false
}

// makeRoom makes shares that have stalled give way, until there is room for all that
// wait.
func (b *Budget) makeRoom() {
	b.mu.Lock()
	defer b.mu.Unlock()
	wanted := b.held - b.total
	for _, c := range b.waiting {
		wanted += c.size
	}
	for first := b.arriving.Front(); first != nil && b.leaving < wanted; first = b.arriving.Front() {
		s := first.Value.(*Share)
		if time.Since(s.grownAt) < stalledAfter {
			return
		}
		b.remove(s)
		s.gaveWay = true
		b.leaving += s.held
		s.cancel()
	}
}

// Arrived says that the client has sent everything, so that the share does not give
// way any more. It returns an error if it already has.
func (s *Share) Arrived() error {
	s.budget.mu.Lock()
	s.budget.remove(s)
	s.budget.mu.Unlock()
	if s.ctx.Err() != nil {
		return s.budget.busy
	}
	return nil
}

// remove takes a share out of those that may give way. The caller has the lock.
func (b *Budget) remove(s *Share) {
	if s.element != nil {
		b.arriving.Remove(s.element)
		s.element = nil
	}
}

// Close returns what the share holds. It may be called again, also at the same time.
func (s *Share) Close() {
	s.cancel()
	b := s.budget
	b.mu.Lock()
	b.remove(s)
	held := s.held
	s.held = 0
	b.held -= held
	if s.gaveWay {
		b.leaving -= held
	}
	b.grant()
	b.mu.Unlock()
	b.byNetwork.Release(s.networks, held)
}
