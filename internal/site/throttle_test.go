package site

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"
)

var (
	here  = netip.MustParseAddr("192.0.2.1")
	there = netip.MustParseAddr("198.51.100.7")
)

type throttleTest struct {
	*testing.T
	*loginThrottle
	now time.Time
}

func newThrottleTest(t *testing.T) *throttleTest {
	t.Helper()
	tt := &throttleTest{T: t, now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	tt.loginThrottle = newLoginThrottle(func() time.Time { return tt.now })
	return tt
}

// failUntilStopped fails to sign in again and again and returns how many tries
// passed.
func (tt *throttleTest) failUntilStopped(account func(i int) string, address func(i int) netip.Addr) int {
	tt.Helper()
	for i := range 1000 {
		if _, err := tt.take(account(i), address(i)); err != nil {
			return i
		}
	}
	tt.Fatal("never stopped")
	return 0
}

func (tt *throttleTest) allows(account string, address netip.Addr) bool {
	try, err := tt.take(account, address)
	if err == nil {
		try.refund()
	}
	return err == nil
}

func always[T any](v T) func(int) T { return func(int) T { return v } }

func TestOneAddressIsStoppedWithinTenTries(t *testing.T) {
	t.Run("at one account", func(t *testing.T) {
		tt := newThrottleTest(t)
		if n := tt.failUntilStopped(always("anna"), always(here)); n >= 10 {
			t.Errorf("%d tries passed", n)
		}
		if !tt.allows("anna", there) {
			t.Error("anna is locked out elsewhere")
		}
	})
	t.Run("at account after account", func(t *testing.T) {
		tt := newThrottleTest(t)
		if n := tt.failUntilStopped(func(i int) string { return fmt.Sprint("user", i) }, always(here)); n >= 10 {
			t.Errorf("%d tries passed", n)
		}
		if !tt.allows("anna", there) {
			t.Error("anna is locked out elsewhere")
		}
	})
	t.Run("however the name is written", func(t *testing.T) {
		tt := newThrottleTest(t)
		names := []string{"anna", "Anna", "ANNA"}
		if n := tt.failUntilStopped(func(i int) string { return names[i%3] }, always(here)); n != addressRate.burst {
			t.Errorf("%d tries passed", n)
		}
	})
	t.Run("with names that nobody can have", func(t *testing.T) {
		tt := newThrottleTest(t)
		if n := tt.failUntilStopped(func(i int) string { return fmt.Sprint("\x00", i) }, always(here)); n != addressRate.burst {
			t.Errorf("%d tries passed", n)
		}
	})
	t.Run("from anywhere in one IPv6 network", func(t *testing.T) {
		tt := newThrottleTest(t)
		address := func(i int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("2001:db8:1:2::%x", i+1)) }
		if n := tt.failUntilStopped(always("anna"), address); n >= 10 {
			t.Errorf("%d tries passed", n)
		}
		if !tt.allows("anna", netip.MustParseAddr("2001:db8:1:3::1")) {
			t.Error("the next network is locked out")
		}
	})
	t.Run("over IPv4 written as IPv6", func(t *testing.T) {
		tt := newThrottleTest(t)
		tt.failUntilStopped(always("anna"), always(here))
		if tt.allows("anna", netip.MustParseAddr("::ffff:192.0.2.1")) {
			t.Error("the same address passes in another notation")
		}
	})
	t.Run("from addresses that are unknown", func(t *testing.T) {
		tt := newThrottleTest(t)
		if n := tt.failUntilStopped(always("anna"), always(netip.Addr{})); n >= 10 {
			t.Errorf("%d tries passed", n)
		}
	})
}

func TestAnAccountAttackedFromEverywhereIsStoppedAndOpensWithinAMinute(t *testing.T) {
	tt := newThrottleTest(t)
	address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, byte(i / 250), byte(i % 250)}) }
	if n := tt.failUntilStopped(always("anna"), address); n != accountRate.burst {
		t.Errorf("%d tries passed", n)
	}
	if tt.allows("anna", there) {
		t.Error("the account is open")
	}
	tt.now = tt.now.Add(time.Minute)
	if !tt.allows("anna", there) {
		t.Error("the account is closed a minute later")
	}
}

func TestThrottleSaysHowLongToWaitAndKeepsItsWord(t *testing.T) {
	tt := newThrottleTest(t)
	tt.failUntilStopped(always("anna"), always(here))
	_, err := tt.take("anna", here)
	var e *Error
	if !errors.As(err, &e) || e.Kind != TooMany || e.RetryAfter <= 0 || e.RetryAfter > time.Minute {
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
		t.Error("closed for longer than was said")
	}
}

func TestTriesWhileStoppedDoNotProlongTheWait(t *testing.T) {
	tt := newThrottleTest(t)
	tt.failUntilStopped(always("anna"), always(here))
	for range 100 {
		if tt.allows("anna", here) {
			t.Fatal("open")
		}
	}
	tt.now = tt.now.Add(addressRate.every)
	if !tt.allows("anna", here) {
		t.Error("still closed")
	}
}

func TestSigningInWellIsNeverThrottled(t *testing.T) {
	tt := newThrottleTest(t)
	for range 1000 {
		try, err := tt.take("anna", here)
		if err != nil {
			t.Fatal("signing in well was throttled")
		}
		try.refund()
	}
}

func TestThrottleForgetsWhatNoLongerMatters(t *testing.T) {
	tt := newThrottleTest(t)
	for i := range 200 {
		_, _ = tt.take(fmt.Sprint("user", i), netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}))
	}
	tt.now = tt.now.Add(2 * time.Minute)
	tt.allows("anna", here)
	if n := len(tt.settled); n > 3 {
		t.Errorf("%d keys are kept", n)
	}
}
