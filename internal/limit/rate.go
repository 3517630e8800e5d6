package limit

import (
	"fmt"
	"math"
	"strings"
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
	// Cost is how many uses one Allow counts as, such as the bytes of a message;
	// 0 means one. It must not exceed the burst.
	Cost int
}

// A key's clear time is when none of its uses count any more. Every use moves it
// by the rate's Every.

// cost is how far a use moves the clear time.
func (k Key) cost() time.Duration { return time.Duration(max(k.Cost, 1)) * k.Rate.Every }

// window is how far the clear time may be ahead.
func (k Key) window() time.Duration { return time.Duration(k.Rate.Burst) * k.Rate.Every }

// next returns the clear time after one more use, and how long to wait until
// that use is allowed. A clear time far beyond what the rate allows was counted
// by a clock that was wrong; it must not close the key until then.
func (k Key) next(clearAt, now time.Time) (next time.Time, wait time.Duration) {
	if clearAt.Before(now) || clearAt.Sub(now) > k.window()+maxClockSkew {
		clearAt = now
	}
	next = clearAt.Add(k.cost())
	return next, next.Sub(now) - k.window()
}

const (
	// sweepInterval is how often keys without recent uses are deleted.
	sweepInterval = time.Minute
	// maxClockSkew is how far the clocks of replicas may differ.
	maxClockSkew = time.Minute
	// maxKeys bounds the memory of one RateLimiter, and maxSharedKeys the table that
	// all replicas share.
	maxKeys       = 100_000
	maxSharedKeys = 50_000
)

// RateLimiter counts uses by key. Many goroutines may use one RateLimiter.
type RateLimiter struct {
	clock   clock.Clock
	message string

	mu      sync.Mutex
	clearAt map[string]time.Time // by the key's name
	sweptAt time.Time
}

// NewRateLimiter returns a RateLimiter. The message is what a person reads when a limit is hit;
// %s in it stands for the time to wait, such as "6 seconds".
func NewRateLimiter(now clock.Clock, message string) *RateLimiter {
	return &RateLimiter{clock: now, message: message, clearAt: map[string]time.Time{}}
}

// Use is a counted use. It counts from the moment of Allow, before its outcome
// is known, so that concurrent uses cannot pass the limit together.
type Use struct {
	limiter *RateLimiter
	keys    []Key
}

// Allow counts one use of every key in memory. If one of them is at its limit, it
// returns TooMany with the time to wait and counts nothing.
func (l *RateLimiter) Allow(keys ...Key) (Use, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	l.sweep(now)
	var longest time.Duration
	for _, k := range keys {
		_, wait := k.next(l.clearAt[k.Name], now)
		longest = max(longest, wait)
	}
	if longest > 0 {
		return Use{}, l.tooMany(longest)
	}
	for _, k := range keys {
		l.clearAt[k.Name], _ = k.next(l.clearAt[k.Name], now)
	}
	return Use{l, keys}, nil
}

// Refund takes the use back, as if it had never been counted.
func (u Use) Refund() {
	u.limiter.mu.Lock()
	defer u.limiter.mu.Unlock()
	for _, k := range u.keys {
		if clearAt, ok := u.limiter.clearAt[k.Name]; ok {
			u.limiter.clearAt[k.Name] = clearAt.Add(-k.cost())
		}
	}
}

// raise records what other replicas have counted.
func (l *RateLimiter) raise(key string, clearAt time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if clearAt.After(l.clearAt[key]) {
		l.clearAt[key] = clearAt
	}
}

func (l *RateLimiter) sweep(now time.Time) {
	full := len(l.clearAt) >= maxKeys
	if now.Sub(l.sweptAt) < sweepInterval && !full {
		return
	}
	l.sweptAt = now
	for name, clearAt := range l.clearAt {
		// When there are too many, any half of them goes: nobody is harmed by a
		// limit that allows more, and the next sweep is far off.
		if !clearAt.After(now) || full && len(l.clearAt) > maxKeys/2 {
			delete(l.clearAt, name)
		}
	}
}

func (l *RateLimiter) tooMany(wait time.Duration) error {
	return &errs.Error{
		Kind: errs.TooMany, RetryAfter: wait,
		Message: strings.ReplaceAll(l.message, "%s", timeToWait(wait)),
	}
}

// timeToWait says a duration as people do, rounded up.
func timeToWait(d time.Duration) string {
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"hour", time.Hour}, {"minute", time.Minute}} {
		if d > 2*unit.size {
			return fmt.Sprintf("%d %ss", int(math.Ceil(float64(d)/float64(unit.size))), unit.name)
		}
	}
	if n := int(math.Ceil(d.Seconds())); n != 1 {
		return fmt.Sprintf("%d seconds", n)
	}
	return "1 second"
}
