package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"syscall"
	"testing"
	"time"
)

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
	l := NewConnections(Limits{
		Network: 3, Refused: func(ip netip.Addr) { refused <- ip },
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.9.0/24")},
	}).Listener(listen(t))
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

// limitedServer serves /wait, whose response does not end before the test, and / on
// at most that many connections.
func limitedServer(t *testing.T, total int, s *testSite) (net.Addr, *Connections) {
	t.Helper()
	end := make(chan struct{})
	mux := http.NewServeMux()
	mux.Handle("/", s)
	mux.HandleFunc("/wait", func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).Flush()
		<-end
	})
	server := newHTTPServer(mux)
	server.ConnState = ConnState
	l := NewConnections(Limits{Total: total}).Listener(listen(t))
	go func() { _ = NewServer(server, s.find).Serve(l) }()
	t.Cleanup(func() { close(end); _ = server.Close() })
	return l.Addr(), l.(listener).all
}

// waitForIdle waits until that many connections wait for a request. net/http says so
// a moment after the client has got the response.
func (cs *Connections) waitForIdle(t *testing.T, want int) {
	t.Helper()
	idle := func() int {
		cs.mu.Lock()
		defer cs.mu.Unlock()
		return cs.idle.Len()
	}
	for idle() != want {
		if t.Context().Err() != nil {
			t.Fatalf("%d connections are idle, want %d", idle(), want)
		}
		time.Sleep(time.Millisecond)
	}
}

// connect opens a connection from a client IP, sends a request and reads the head of
// the response.
func connect(t *testing.T, from string, to net.Addr, path string) *client {
	t.Helper()
	nc := dialFrom(t, from, to)
	if nc == nil {
		t.Fatalf("%s was refused", from)
	}
	c := &client{nc.(*net.TCPConn), t, bufio.NewReader(nc)}
	c.ask(path)
	return c
}

// ask sends a request and reads the head of the response. It reports whether there
// was one.
func (c *client) ask(path string) bool {
	_, _ = c.Write([]byte(get(path)))
	res, err := http.ReadResponse(c.reader, nil)
	if err == nil && path != "/wait" {
		_, err = io.Copy(io.Discard, res.Body)
	}
	return err == nil
}

func TestTheLongestIdleConnectionIsClosedForANewOne(t *testing.T) {
	address, all := limitedServer(t, 3, newTestSite())
	busy := connect(t, "127.0.0.1", address, "/wait")
	first := connect(t, "127.0.0.2", address, "/unknown")
	all.waitForIdle(t, 1)
	second := connect(t, "127.0.0.3", address, "/unknown")
	all.waitForIdle(t, 2)
	third := connect(t, "127.0.0.4", address, "/unknown")
	if !closedByServer(first) {
		t.Error("the longest idle connection is open")
	}
	for _, c := range []*client{second, third} {
		if !c.ask("/unknown") {
			t.Error("another connection was closed")
		}
		all.waitForIdle(t, 2)
	}
	silent := dialFrom(t, "127.0.0.5", address) // has sent nothing yet, and is the newest
	if !closedByServer(second) || !third.ask("/unknown") {
		t.Error("not the longest idle connection was closed")
	}
	all.waitForIdle(t, 2)
	connect(t, "127.0.0.6", address, "/unknown")
	if !closedByServer(silent) {
		t.Error("a connection that sends nothing stays open")
	}
	_ = busy.SetReadDeadline(time.Now())
	if _, err := busy.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the busy connection ended: %v", err)
	}
}

func TestAConnectionOfTheFastPathIsNotIdle(t *testing.T) {
	cs := NewConnections(Limits{Total: 2})
	add := func() *conn {
		server, _ := tcpPair(t)
		c := &conn{TCPConn: server, all: cs}
		c.outer = c
		if !cs.add(c) {
			t.Fatal("refused")
		}
		return c
	}
	used, unused := add(), add()
	used.usedAt.Store(time.Now().Unix() + 1)
	add()
	if _, open := cs.open[used]; !open {
		t.Error("the connection that the fast path uses was closed")
	}
	if _, open := cs.open[unused]; open {
		t.Error("the idle connection is open")
	}
}

func TestOneNetworkCannotKeepOthersOutWithBusyConnections(t *testing.T) {
	address, _ := limitedServer(t, 4, newTestSite())
	var busy []*client
	for range 3 {
		busy = append(busy, connect(t, "127.0.0.1", address, "/wait"))
	}
	busy = append(busy, connect(t, "127.0.0.2", address, "/wait"))
	other := connect(t, "127.0.0.3", address, "/wait")
	if !closedByServer(busy[0]) {
		t.Error("the oldest connection of the network with most is open")
	}
	if again := dialFrom(t, "127.0.0.1", address); !closedByServer(again) {
		t.Error("the network that has most got another one")
	}
	connect(t, "127.0.0.4", address, "/wait")
	if !closedByServer(busy[1]) {
		t.Error("the next connection of the same network is open")
	}
	// Now each network has one.
	if last := dialFrom(t, "127.0.0.5", address); !closedByServer(last) {
		t.Error("there are more connections than allowed")
	}
	for _, c := range []*client{busy[2], busy[3], other} {
		_ = c.SetReadDeadline(time.Now())
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a connection of another network ended: %v", err)
		}
	}
}

func TestClosedConnectionsAreForgotten(t *testing.T) {
	cs := NewConnections(Limits{Total: 2, Network: 2})
	for range 5 {
		server, _ := tcpPair(t)
		c := &conn{TCPConn: server, all: cs}
		c.outer = c
		if !cs.add(c) || len(cs.open) != 1 || cs.idle.Len() != 1 {
			t.Fatalf("%d open, %d idle", len(cs.open), cs.idle.Len())
		}
		_, _ = c.Close(), c.Close()
		if len(cs.open) != 0 || cs.idle.Len() != 0 || cs.byNetwork.Total() != 0 {
			t.Errorf("%d open, %d idle, %d counted", len(cs.open), cs.idle.Len(), cs.byNetwork.Total())
		}
	}
}
