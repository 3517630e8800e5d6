package limit

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
func newTestLimiter() (*RateLimiter, *time.Time) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	return NewRateLimiter(func() time.Time { return now }, "Please wait %s."), &now
}

func allowAll(t *testing.T, l *RateLimiter, n int, keys ...Key) {
	t.Helper()
	for i := range n {
		if _, err := l.Allow(keys...); err != nil {
			t.Fatalf("use %d: %v", i+1, err)
		}
	}
}

func TestAllowAllowsBurstThenOnePerInterval(t *testing.T) {
	l, now := newTestLimiter()
	key := Key{Name: "a", Rate: perKey}
	allowAll(t, l, 3, key)
	_, err := l.Allow(key)
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != errs.TooMany || e.RetryAfter != 10*time.Second || e.Message != "Please wait 10 seconds." {
		t.Fatalf("the fourth use: %#v", err)
	}
	*now = now.Add(e.RetryAfter - time.Second)
	if _, err := l.Allow(key); err == nil || err.Error() != "Please wait 1 second." {
		t.Errorf("a second too early: %v", err)
	}
	*now = now.Add(time.Second)
	allowAll(t, l, 1, key)
}

func TestRefusedUseCountsNothing(t *testing.T) {
	l, _ := newTestLimiter()
	a, b := Key{Name: "a", Rate: perKey}, Key{Name: "b", Rate: perKey}
	allowAll(t, l, 3, a)
	for range 10 {
		if _, err := l.Allow(b, a); err == nil {
			t.Fatal("a use beyond the limit was allowed")
		}
	}
	allowAll(t, l, 3, b)
}

func TestRefundedUsesNeverReachTheLimit(t *testing.T) {
	l, _ := newTestLimiter()
	for range 100 {
		use, err := l.Allow(Key{Name: "a", Rate: perKey}, Key{Name: "b", Rate: perKey})
		if err != nil {
			t.Fatal(err)
		}
		use.Refund()
	}
}

func TestKeysWithoutRecentUsesAreDeleted(t *testing.T) {
	l, now := newTestLimiter()
	for i := range 200 {
		allowAll(t, l, 1, Key{Name: fmt.Sprint(i), Rate: perKey})
	}
	*now = now.Add(2 * sweepInterval)
	allowAll(t, l, 1, Key{Name: "last", Rate: perKey})
	if n := len(l.clearAt); n != 1 {
		t.Errorf("%d keys are kept", n)
	}
}

func TestLargeUsesCountForMore(t *testing.T) {
	l, now := newTestLimiter()
	bytes := func(n int) Key { return Key{Name: "bytes", Rate: Rate{Burst: 1000, Every: time.Minute}, Cost: n} }
	allowAll(t, l, 2, bytes(450))
	_, err := l.Allow(bytes(200))
	var e *errs.Error
	if !errors.As(err, &e) || e.RetryAfter != 100*time.Minute || e.Message != "Please wait 100 minutes." {
		t.Fatalf("over the limit: %#v", err)
	}
	allowAll(t, l, 1, bytes(100))
	*now = now.Add(200 * time.Minute)
	allowAll(t, l, 1, bytes(200))
}

func TestTimeToWaitIsSaidAsPeopleDo(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Millisecond: "1 second", 61 * time.Second: "61 seconds", 121 * time.Second: "3 minutes",
		2 * time.Hour: "120 minutes", 2*time.Hour + 1: "3 hours",
	} {
		if got := timeToWait(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}

func TestClockThatWasWrongClosesNothingForLong(t *testing.T) {
	l, now := newTestLimiter()
	key := Key{Name: "a", Rate: perKey}
	*now = now.Add(365 * 24 * time.Hour)
	allowAll(t, l, 3, key)
	*now = now.Add(-365 * 24 * time.Hour)
	allowAll(t, l, 1, key)
}

func TestMemoryIsBounded(t *testing.T) {
	l, _ := newTestLimiter()
	for i := range maxKeys + 1000 {
		if _, err := l.Allow(Key{Name: fmt.Sprint(i), Rate: perKey}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(l.clearAt); n > maxKeys {
		t.Errorf("%d keys are kept", n)
	}
}

func TestNetworks(t *testing.T) {
	for ip, want := range map[string]string{
		"192.0.2.1":              "[192.0.2.1/32]",
		"::ffff:192.0.2.1":       "[192.0.2.1/32]",
		"2001:db8:1:234:a:b:c:d": "[2001:db8:1:234::/64 2001:db8:1:200::/56 2001:db8:1::/48]",
		"fe80::1%eth0":           "[fe80::/64 fe80::/56 fe80::/48]",
	} {
		addr := netip.MustParseAddr(ip)
		if got := fmt.Sprint(Networks(addr)); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
		if Network(addr) != Networks(addr)[0] {
			t.Errorf("%s: one client is %s", ip, Network(addr))
		}
	}
	if got := fmt.Sprint(Networks(netip.Addr{})); got != "[0.0.0.0/32]" {
		t.Errorf("an invalid address: %s", got)
	}
}
