package site

import (
	"fmt"
	"math"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// rate allows burst tries at once and one more each time every has passed.
type rate struct {
	burst int
	every time.Duration
}

// How often somebody may fail to sign in. One address is stopped soon, without
// locking out an account's owner elsewhere; an account is stopped only when many
// addresses attack it. Everything is open again within a minute.
var (
	addressRate = rate{burst: 9, every: 6 * time.Second}
	accountRate = rate{burst: 100, every: 600 * time.Millisecond}
)

// loginThrottle counts the tries to sign in, in the memory of this process.
type loginThrottle struct {
	clock func() time.Time

	mu sync.Mutex
	// settled holds for each key the time at which its tries are forgotten;
	// every try moves it further away.
	settled map[throttleKey]time.Time
	swept   time.Time
}

// throttleKey names an account or an address.
type throttleKey struct {
	account string
	network netip.Prefix
}

func (k throttleKey) rate() rate {
	if k.account == "" {
		return addressRate
	}
	return accountRate
}

func newLoginThrottle(clock func() time.Time) *loginThrottle {
	return &loginThrottle{clock: clock, settled: map[throttleKey]time.Time{}}
}

// try is one counted try. It was counted before its outcome is known, so that
// tries made at the same moment cannot slip past together.
type try struct {
	throttle *loginThrottle
	keys     [2]throttleKey
}

// take counts a try, or returns TooMany with the time to wait.
func (t *loginThrottle) take(account string, address netip.Addr) (try, error) {
	account, network := strings.ToLower(account), networkOf(address)
	if !usernamePattern.MatchString(account) {
		account = "?" // nobody has such a name; all of them count as one
	}
	keys := [2]throttleKey{{network: network}, {account: account}}

	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock()
	t.sweep(now)
	var wait time.Duration
	for _, k := range keys {
		r := k.rate()
		wait = max(wait, t.next(k, now).Sub(now)-time.Duration(r.burst)*r.every)
	}
	if wait > 0 {
		seconds := int(math.Ceil(wait.Seconds()))
		return try{}, &Error{
			Kind: TooMany, RetryAfter: wait,
			Message: fmt.Sprintf("Too many failed attempts to sign in. Please try again in %s.", plural(seconds, "second")),
		}
	}
	for _, k := range keys {
		t.settled[k] = t.next(k, now)
	}
	return try{t, keys}, nil
}

// next returns when the key's tries are forgotten if one is added now.
func (t *loginThrottle) next(k throttleKey, now time.Time) time.Time {
	settled := t.settled[k]
	if settled.Before(now) {
		settled = now
	}
	return settled.Add(k.rate().every)
}

// sweep forgets the keys that no longer matter.
func (t *loginThrottle) sweep(now time.Time) {
	if now.Sub(t.swept) < time.Minute {
		return
	}
	t.swept = now
	for k, settled := range t.settled {
		if !settled.After(now) {
			delete(t.settled, k)
		}
	}
}

// refund takes the try back, because it was no failure.
func (tr try) refund() {
	t := tr.throttle
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range tr.keys {
		if settled, ok := t.settled[k]; ok {
			t.settled[k] = settled.Add(-k.rate().every)
		}
	}
}

// networkOf is what counts as one address: of IPv6 the 64 bits that a
// subscriber is given as a whole.
func networkOf(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	if !address.IsValid() {
		// All unknown addresses count as one.
		address, bits = netip.IPv4Unspecified(), 32
	}
	return netip.PrefixFrom(address, bits).Masked()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
