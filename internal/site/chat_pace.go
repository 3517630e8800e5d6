package site

import (
	"fmt"
	"math"
	"sync"
	"time"
)

// How fast a visitor, and all visitors of one address together, may write, and
// how often somebody new may begin there. A person in a hurry stays below it.
var (
	visitorPace   = rate{burst: 10, every: 3 * time.Second}
	networkPace   = rate{burst: 40, every: time.Second}
	beginningPace = rate{burst: 20, every: 30 * time.Second}
)

// demand is one use of what is rationed under a name.
type demand struct {
	name string
	rate rate
}

// pace counts messages in the memory of this process.
type pace struct {
	clock func() time.Time

	mu      sync.Mutex
	settled map[string]time.Time // when the uses of each name are forgotten
	swept   time.Time
}

// take counts one use of everything demanded, or returns TooMany with the time to
// wait and counts nothing.
func (p *pace) take(demands ...demand) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock()
	p.sweep(now)
	var wait time.Duration
	for _, d := range demands {
		wait = max(wait, p.next(d, now).Sub(now)-time.Duration(d.rate.burst)*d.rate.every)
	}
	if wait > 0 {
		return &Error{
			Kind: TooMany, RetryAfter: wait,
			Message: fmt.Sprintf("That is a lot of messages at once. Please wait %s.", plural(int(math.Ceil(wait.Seconds())), "second")),
		}
	}
	for _, d := range demands {
		p.settled[d.name] = p.next(d, now)
	}
	return nil
}

func (p *pace) next(d demand, now time.Time) time.Time {
	settled := p.settled[d.name]
	if settled.Before(now) {
		settled = now
	}
	return settled.Add(d.rate.every)
}

func (p *pace) sweep(now time.Time) {
	if now.Sub(p.swept) < time.Minute {
		return
	}
	p.swept = now
	for name, settled := range p.settled {
		if !settled.After(now) {
			delete(p.settled, name)
		}
	}
}
