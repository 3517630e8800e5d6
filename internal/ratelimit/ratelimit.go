// Package ratelimit owns the limits on how often something may be done. It
// counts in the memory of this process, and must not know what is counted.
package ratelimit

import (
	"fmt"
	"math"
	"net/netip"
	"sync"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
)

// Rate allows a burst of uses at once and one more each time Every has passed.
type Rate struct {
	Burst int
	Every time.Duration
}

// Key is something whose uses are counted, such as an account or a network.
type Key struct {
	Name string
	Rate Rate
}

// sweepInterval is how often keys without recent uses are deleted.
const sweepInterval = time.Minute

// Limiter counts uses by key. Many goroutines may use one Limiter.
type Limiter struct {
	clock   clock.Clock
	message string

	mu sync.Mutex
	// clearAt holds, for each key, the time at which none of its uses count any
	// more; every use moves it by the rate's Every.
	clearAt map[string]time.Time
	sweptAt time.Time
}

// New returns a Limiter. The message is what a person reads when a limit is hit;
// its %s stands for the time to wait, such as "6 seconds".
func New(now clock.Clock, message string) *Limiter {
	return &Limiter{clock: now, message: message, clearAt: map[string]time.Time{}}
}

// Use is a counted use. It counts from the moment of Take, before its outcome
// is known, so that concurrent uses cannot pass the limit together.
type Use struct {
	limiter *Limiter
	keys    []Key
}

// Take counts one use of every key. If one of them is at its limit, it returns
// TooMany with the time to wait and counts nothing.
func (l *Limiter) Take(keys ...Key) (Use, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	l.sweep(now)
	var wait time.Duration
	for _, k := range keys {
		wait = max(wait, l.next(k, now).Sub(now)-time.Duration(k.Rate.Burst)*k.Rate.Every)
	}
	if wait > 0 {
		return Use{}, &errs.Error{
			Kind: errs.TooMany, RetryAfter: wait,
			Message: fmt.Sprintf(l.message, seconds(wait)),
		}
	}
	for _, k := range keys {
		l.clearAt[k.Name] = l.next(k, now)
	}
	return Use{l, keys}, nil
}

// Refund takes the use back, as if it had never been counted.
func (u Use) Refund() {
	u.limiter.mu.Lock()
	defer u.limiter.mu.Unlock()
	for _, k := range u.keys {
		if clearAt, ok := u.limiter.clearAt[k.Name]; ok {
			u.limiter.clearAt[k.Name] = clearAt.Add(-k.Rate.Every)
		}
	}
}

// next returns the key's new clearAt if one use is added now.
func (l *Limiter) next(k Key, now time.Time) time.Time {
	clearAt := l.clearAt[k.Name]
	if clearAt.Before(now) {
		clearAt = now
	}
	return clearAt.Add(k.Rate.Every)
}

func (l *Limiter) sweep(now time.Time) {
	if now.Sub(l.sweptAt) < sweepInterval {
		return
	}
	l.sweptAt = now
	for name, clearAt := range l.clearAt {
		if !clearAt.After(now) {
			delete(l.clearAt, name)
		}
	}
}

func seconds(d time.Duration) string {
	if n := int(math.Ceil(d.Seconds())); n != 1 {
		return fmt.Sprintf("%d seconds", n)
	}
	return "1 second"
}

// Network returns what counts as one client: an IPv4 address, or the 64-bit
// prefix that an IPv6 subscriber is given as a whole. All invalid addresses
// count as one client.
func Network(ip netip.Addr) netip.Prefix {
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	if !ip.IsValid() {
		ip, bits = netip.IPv4Unspecified(), 32
	}
	return netip.PrefixFrom(ip, bits).Masked()
}
