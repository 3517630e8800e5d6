package limit

import (
	"errors"
	"net/netip"
	"sync"
)

// Quota says how much clients may hold at the same time, such as connections or
// bytes. 0 means no limit.
type Quota struct {
	Total   int64 // of all clients together
	Network int64 // of one network; each larger one may hold twice as much
	// Crowded takes the place of Network while half of Total is held, so that some
	// networks cannot keep all others out.
	Crowded int64
}

// What Counter.Acquire returns.
var (
	ErrNetwork = errors.New("the network holds too much")
	ErrFull    = errors.New("all clients together hold too much")
)

// Counter counts what clients hold at the moment, in all and by network. Many
// goroutines may use one Counter.
type Counter struct {
	quota Quota
	mu    sync.Mutex
	total int64
	held  map[netip.Prefix]int64
}

// NewCounter returns a counter that allows no more than the quota.
func NewCounter(q Quota) *Counter { return &Counter{quota: q, held: map[netip.Prefix]int64{}} }

// Acquire counts n for a client until Release. The networks are those that Networks
// returns; without any, only the total is counted. It returns ErrNetwork or ErrFull,
// and counts nothing, if that is too much.
func (c *Counter) Acquire(networks []netip.Prefix, n int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.quota.Total > 0 && c.total+n > c.quota.Total {
		return ErrFull
	}
	crowded := c.quota.Crowded > 0 && c.total >= c.quota.Total/2
	for i, network := range networks {
		held := c.held[network] + n
		if most := c.quota.Network << i; most > 0 && held > most {
			return ErrNetwork
		}
		if most := c.quota.Crowded << i; crowded && held > most {
			return ErrFull
		}
	}
	c.total += n
	for _, network := range networks {
		c.held[network] += n
	}
	return nil
}

// Release ends the count of what Acquire has counted.
func (c *Counter) Release(networks []netip.Prefix, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total -= n
	for _, network := range networks {
		if c.held[network] -= n; c.held[network] == 0 {
			delete(c.held, network)
		}
	}
}

// Total returns how much all clients hold.
func (c *Counter) Total() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}

// Held returns how much a client's networks hold, each larger one counted half as
// much as the one before.
func (c *Counter) Held(networks []netip.Prefix) (most int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, network := range networks {
		most = max(most, c.held[network]>>i)
	}
	return most
}
