package auth

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

var (
	here  = netip.MustParseAddr("192.0.2.1")
	there = netip.MustParseAddr("198.51.100.7")
)

// limitTest is accounts without a store, of which only the limits are used.
type limitTest struct {
	*testing.T
	*Accounts
	now time.Time
}

func newLimitTest(t *testing.T) *limitTest {
	t.Helper()
	tt := &limitTest{T: t, now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	tt.Accounts = New(Config{Clock: func() time.Time { return tt.now }})
	return tt
}

// take counts an attempt in the memory of this process.
func (tt *limitTest) allow(username string, client netip.Addr) (limit.Use, error) {
	tt.Helper()
	attempt, err := tt.newAttempt(tt.Context(), Credentials{Username: username, ClientIP: client}, true)
	if err != nil {
		tt.Fatal(err)
	}
	return tt.limits.Allow(attempt.keys...)
}

// failUntilStopped makes failing attempts until one is refused, and returns how
// many were allowed.
func (tt *limitTest) failUntilStopped(account func(i int) string, client func(i int) netip.Addr) int {
	tt.Helper()
	for i := range 1000 {
		if _, err := tt.allow(account(i), client(i)); err != nil {
			return i
		}
	}
	tt.Fatal("never stopped")
	return 0
}

func (tt *limitTest) allows(account string, client netip.Addr) bool {
	attempt, err := tt.allow(account, client)
	if err == nil {
		attempt.Refund()
	}
	return err == nil
}

func always[T any](v T) func(int) T { return func(int) T { return v } }

func TestClientIsStoppedWithinTenAttempts(t *testing.T) {
	t.Run("one account", func(t *testing.T) {
		tt := newLimitTest(t)
		if n := tt.failUntilStopped(always("anna"), always(here)); n >= 10 {
			t.Errorf("%d attempts were allowed", n)
		}
		if !tt.allows("anna", there) {
			t.Error("anna is locked out elsewhere")
		}
	})
	t.Run("many accounts", func(t *testing.T) {
		tt := newLimitTest(t)
		if n := tt.failUntilStopped(func(i int) string { return fmt.Sprint("user", i) }, always(here)); n >= 10 {
			t.Errorf("%d attempts were allowed", n)
		}
		if !tt.allows("anna", there) {
			t.Error("anna is locked out elsewhere")
		}
	})
	t.Run("one account in different case", func(t *testing.T) {
		tt := newLimitTest(t)
		names := []string{"anna", "Anna", "ANNA"}
		if n := tt.failUntilStopped(func(i int) string { return names[i%3] }, always(here)); n != clientRate.Burst {
			t.Errorf("%d attempts were allowed", n)
		}
	})
	t.Run("impossible usernames", func(t *testing.T) {
		tt := newLimitTest(t)
		if n := tt.failUntilStopped(func(i int) string { return fmt.Sprint("\x00", i) }, always(here)); n != clientRate.Burst {
			t.Errorf("%d attempts were allowed", n)
		}
	})
	t.Run("one IPv6 network", func(t *testing.T) {
		tt := newLimitTest(t)
		address := func(i int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("2001:db8:1:2::%x", i+1)) }
		if n := tt.failUntilStopped(always("anna"), address); n >= 10 {
			t.Errorf("%d attempts were allowed", n)
		}
		if !tt.allows("anna", netip.MustParseAddr("2001:db8:1:3::1")) {
			t.Error("the next network is locked out")
		}
	})
	t.Run("many IPv6 networks of one customer", func(t *testing.T) {
		for size, c := range map[string]struct {
			address string
			allowed int
		}{
			"/56": {"2001:db8:1:2%02x::1", 18},
			"/48": {"2001:db8:1:%x00::1", 36},
		} {
			tt := newLimitTest(t)
			address := func(i int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf(c.address, i)) }
			if n := tt.failUntilStopped(always("anna"), address); n != c.allowed {
				t.Errorf("one %s: %d attempts were allowed", size, n)
			}
			if !tt.allows("anna", netip.MustParseAddr("2001:db8:2::1")) {
				t.Errorf("one %s: the next customer is locked out", size)
			}
		}
	})
	t.Run("IPv4 written as IPv6", func(t *testing.T) {
		tt := newLimitTest(t)
		tt.failUntilStopped(always("anna"), always(here))
		if tt.allows("anna", netip.MustParseAddr("::ffff:192.0.2.1")) {
			t.Error("the same client is allowed in another notation")
		}
	})
	t.Run("unknown client IPs", func(t *testing.T) {
		tt := newLimitTest(t)
		if n := tt.failUntilStopped(always("anna"), always(netip.Addr{})); n >= 10 {
			t.Errorf("%d attempts were allowed", n)
		}
	})
}

func TestAccountUnderDistributedAttackIsStoppedForAtMostAMinute(t *testing.T) {
	tt := newLimitTest(t)
	address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, byte(i / 250), byte(i % 250)}) }
	if n := tt.failUntilStopped(always("anna"), address); n != accountRate.Burst {
		t.Errorf("%d attempts were allowed", n)
	}
	if tt.allows("anna", there) {
		t.Error("the account is open")
	}
	tt.now = tt.now.Add(time.Minute)
	if !tt.allows("anna", there) {
		t.Error("the account is closed a minute later")
	}
}

func TestLimitSaysHowLongToWait(t *testing.T) {
	tt := newLimitTest(t)
	tt.failUntilStopped(always("anna"), always(here))
	_, err := tt.allow("anna", here)
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != errs.TooMany || e.RetryAfter <= 0 || e.RetryAfter > time.Minute {
		t.Fatalf("got %#v", err)
	}
	if want := "Too many failed attempts to sign in. Please try again in 6 seconds."; e.Message != want {
		t.Errorf("message %q", e.Message)
	}
	tt.now = tt.now.Add(e.RetryAfter - time.Millisecond)
	if tt.allows("anna", here) {
		t.Error("open too early")
	}
	tt.now = tt.now.Add(time.Millisecond)
	if !tt.allows("anna", here) {
		t.Error("closed for longer than the error said")
	}
}

func TestAttemptsWhileStoppedDoNotProlongTheWait(t *testing.T) {
	tt := newLimitTest(t)
	tt.failUntilStopped(always("anna"), always(here))
	for range 100 {
		if tt.allows("anna", here) {
			t.Fatal("open")
		}
	}
	tt.now = tt.now.Add(clientRate.Every)
	if !tt.allows("anna", here) {
		t.Error("still closed")
	}
}

func TestSuccessfulSignInsAreNotLimited(t *testing.T) {
	tt := newLimitTest(t)
	for range 1000 {
		attempt, err := tt.allow("anna", here)
		if err != nil {
			t.Fatal("a successful sign-in was refused")
		}
		attempt.Refund()
	}
}
