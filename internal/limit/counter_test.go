package limit

import (
	"errors"
	"net/netip"
	"testing"
)

func networks(ip string) []netip.Prefix { return Networks(netip.MustParseAddr(ip)) }

func TestCounterAllowsLargerNetworksTwiceAsMuch(t *testing.T) {
	c := NewCounter(Quota{Network: 2})
	acquire := func(ip string, want error) {
		t.Helper()
		if err := c.Acquire(networks(ip), 1); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", ip, err, want)
		}
	}
	for _, ip := range []string{"2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:2::1", "2001:db8:1:2::2"} {
		acquire(ip, nil)
	}
	acquire("2001:db8:1:1::3", ErrNetwork) // the third of a /64
	acquire("2001:db8:1:3::1", ErrNetwork) // the fifth of a /56
	for _, ip := range []string{"2001:db8:1:101::1", "2001:db8:1:102::1", "2001:db8:1:201::1", "2001:db8:1:202::1"} {
		acquire(ip, nil)
	}
	acquire("2001:db8:1:301::1", ErrNetwork) // the ninth of a /48
	acquire("2001:db8:2::1", nil)
	acquire("192.0.2.1", nil)
	acquire("192.0.2.1", nil)
	acquire("192.0.2.1", ErrNetwork)
	acquire("192.0.2.2", nil)
	c.Release(networks("192.0.2.1"), 1)
	acquire("192.0.2.1", nil)
}

func TestCounterGivesOneNetworkFewWhileItIsCrowded(t *testing.T) {
	c := NewCounter(Quota{Total: 10, Network: 5, Crowded: 1})
	for range 5 {
		if err := c.Acquire(networks("192.0.2.1"), 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Acquire(networks("192.0.2.2"), 2); !errors.Is(err, ErrFull) {
		t.Errorf("two of one network: %v", err)
	}
	for i := range 5 {
		if err := c.Acquire(networks(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}).String()), 1); err != nil {
			t.Errorf("one of another network: %v", err)
		}
	}
	if err := c.Acquire(networks("203.0.113.1"), 1); !errors.Is(err, ErrFull) {
		t.Errorf("one more than there are: %v", err)
	}
}

func TestCounterForgetsNetworksThatHoldNothing(t *testing.T) {
	c := NewCounter(Quota{Total: 10, Network: 5})
	ip := networks("2001:db8::1")
	if err := c.Acquire(ip, 3); err != nil || c.Total() != 3 || len(c.held) != 3 {
		t.Fatalf("%v, counted %v", err, c.held)
	}
	c.Release(ip, 3)
	if c.Total() != 0 || len(c.held) != 0 {
		t.Errorf("still counted: %d, %v", c.total, c.held)
	}
}
