package ratelimit

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"perimeter/internal/errs"
)

var perKey = Rate{Burst: 3, Every: 10 * time.Second}

// newTestLimiter returns a limiter whose clock the test moves.
func newTestLimiter() (*Limiter, *time.Time) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	return New(func() time.Time { return now }, "Please wait %s."), &now
}

func takeAll(t *testing.T, l *Limiter, n int, keys ...Key) {
	t.Helper()
	for i := range n {
		if _, err := l.Take(keys...); err != nil {
			t.Fatalf("use %d: %v", i+1, err)
		}
	}
}

func TestTakeAllowsBurstThenOnePerInterval(t *testing.T) {
	l, now := newTestLimiter()
	key := Key{"a", perKey}
	takeAll(t, l, 3, key)
	_, err := l.Take(key)
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != errs.TooMany || e.RetryAfter != 10*time.Second || e.Message != "Please wait 10 seconds." {
		t.Fatalf("the fourth use: %#v", err)
	}
	*now = now.Add(e.RetryAfter - time.Second)
	if _, err := l.Take(key); err == nil || err.Error() != "Please wait 1 second." {
		t.Errorf("a second too early: %v", err)
	}
	*now = now.Add(time.Second)
	takeAll(t, l, 1, key)
}

func TestRefusedTakeCountsNothing(t *testing.T) {
	l, _ := newTestLimiter()
	a, b := Key{"a", perKey}, Key{"b", perKey}
	takeAll(t, l, 3, a)
	for range 10 {
		if _, err := l.Take(b, a); err == nil {
			t.Fatal("a use beyond the limit was allowed")
		}
	}
	takeAll(t, l, 3, b)
}

func TestRefundedUsesNeverReachTheLimit(t *testing.T) {
	l, _ := newTestLimiter()
	for range 100 {
		use, err := l.Take(Key{"a", perKey}, Key{"b", perKey})
		if err != nil {
			t.Fatal(err)
		}
		use.Refund()
	}
}

func TestKeysWithoutRecentUsesAreDeleted(t *testing.T) {
	l, now := newTestLimiter()
	for i := range 200 {
		takeAll(t, l, 1, Key{fmt.Sprint(i), perKey})
	}
	*now = now.Add(2 * sweepInterval)
	takeAll(t, l, 1, Key{"last", perKey})
	if n := len(l.clearAt); n != 1 {
		t.Errorf("%d keys are kept", n)
	}
}

func TestNetwork(t *testing.T) {
	for ip, want := range map[string]string{
		"192.0.2.1":            "192.0.2.1/32",
		"::ffff:192.0.2.1":     "192.0.2.1/32",
		"2001:db8:1:2:a:b:c:d": "2001:db8:1:2::/64",
		"fe80::1%eth0":         "fe80::/64",
	} {
		if got := Network(netip.MustParseAddr(ip)).String(); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
	}
	if got := Network(netip.Addr{}).String(); got != "0.0.0.0/32" {
		t.Errorf("an invalid address: %s", got)
	}
}
