package transport

import (
	"errors"
	"net"
	"net/netip"
	"syscall"
	"testing"
)

// oneAddress counts every address as a client of its own.
func oneAddress(ip netip.Addr) netip.Prefix { return netip.PrefixFrom(ip, ip.BitLen()) }

// dialFrom opens a connection from an address of the loopback network.
func dialFrom(t *testing.T, from string, to net.Addr) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := dialer.DialContext(t.Context(), "tcp", to.String())
	if errors.Is(err, syscall.ECONNRESET) {
		return nil // refused before the dialer looked
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// closedByServer reports whether the server has closed the connection; if it has
// not, it must send a byte.
func closedByServer(c net.Conn) bool {
	if c == nil {
		return true
	}
	n, err := c.Read(make([]byte, 1))
	return n == 0 && err != nil
}

// acceptAll greets every accepted connection with a byte and delivers it.
func acceptAll(t *testing.T, l net.Listener) <-chan net.Conn {
	t.Helper()
	t.Cleanup(func() { _ = l.Close() })
	accepted := make(chan net.Conn, 100)
	go func() {
		defer close(accepted)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte("a"))
			accepted <- c
		}
	}()
	return accepted
}

func TestAClientWithTooManyConnectionsIsRefusedAndNobodyElse(t *testing.T) {
	refused := make(chan netip.Addr, 100)
	l := Listener(listen(t), ClientLimit{
		Max: 3, Network: oneAddress, Refused: func(ip netip.Addr) { refused <- ip },
		Exempt: []netip.Prefix{netip.MustParsePrefix("127.0.9.0/24")},
	})
	accepted := acceptAll(t, l)
	for i := range 5 {
		if got, want := closedByServer(dialFrom(t, "127.0.0.7", l.Addr())), i >= 3; got != want {
			t.Errorf("connection %d of one client: refused %v, want %v", i, got, want)
		}
	}
	if closedByServer(dialFrom(t, "127.0.0.8", l.Addr())) {
		t.Error("another client was refused")
	}
	for range 5 {
		if closedByServer(dialFrom(t, "127.0.9.1", l.Addr())) {
			t.Error("a proxy was refused")
		}
	}
	if n := len(refused); n != 2 {
		t.Errorf("%d refusals were told, want 2", n)
	}
	if ip := <-refused; ip.String() != "127.0.0.7" {
		t.Errorf("the refused client is %v", ip)
	}

	// Closing a connection twice makes room for one other, not two.
	first := <-accepted
	_, _ = first.Close(), first.Close()
	for i, want := range []bool{false, true} {
		if got := closedByServer(dialFrom(t, "127.0.0.7", l.Addr())); got != want {
			t.Errorf("connection %d after one has ended: refused %v, want %v", i, got, want)
		}
	}
}

func TestCountsOfClientsWithoutConnectionsAreForgotten(t *testing.T) {
	counter := &clientCounter{ClientLimit: ClientLimit{Max: 2, Network: oneAddress}, open: map[netip.Prefix]int{}}
	release, ok := counter.take(&net.TCPAddr{IP: net.IPv4(203, 0, 113, 7)})
	if !ok || len(counter.open) != 1 {
		t.Fatalf("counted %v", counter.open)
	}
	release()
	if len(counter.open) != 0 {
		t.Errorf("still counted: %v", counter.open)
	}
}
