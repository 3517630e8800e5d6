package wire

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestNetHTTPHandlesTheFirstRequestOfAConnection(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, nil)
	c := dial(t, address)
	c.send(get("/"))
	c.receive(http.MethodGet)
	if n := s.fast.Load(); n != 0 {
		t.Errorf("%d responses of the fast path", n)
	}
}

func TestPipelinedRequestsAreAnsweredInOrder(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, nil)
	c := dialFast(t, address, s)
	before := s.fast.Load()
	c.send(get("/") + get("/about") + get("/unknown") + get("/") + get("/about"))
	for i, want := range []string{"at /<", "at /about<", `GET "/unknown"`, "at /<", "at /about<"} {
		if got := c.receive(http.MethodGet).body; !strings.Contains(got, want) {
			t.Errorf("response %d is %.40q, want %q in it", i, got, want)
		}
	}
	if got := s.fast.Load() - before; got != 2 {
		t.Errorf("%d responses of the fast path, want the two before the unknown page", got)
	}
}

func TestAConnectionReturnsAfterARequestWithoutABody(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, nil)
	c := dialFast(t, address, s)
	for range 20 {
		c.send(get("/unknown"))
		c.receive(http.MethodGet)
		for before := s.fast.Load(); s.fast.Load() == before; {
			c.send(get("/"))
			c.receive(http.MethodGet)
		}
	}
}

func TestAConnectionDoesNotReturnAfterABody(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, nil)
	c := dialFast(t, address, s)
	c.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
	if got := c.receive(http.MethodPost).body; !strings.Contains(got, `body "abc"`) {
		t.Errorf("the body did not arrive: %q", got)
	}
	before := s.fast.Load()
	for range 20 {
		c.send(get("/"))
		c.receive(http.MethodGet)
	}
	if got := s.fast.Load() - before; got != 0 {
		t.Errorf("%d responses of the fast path", got)
	}
}

// Requests are sent in pieces without waiting for responses, so that the
// connection changes between net/http and the fast path at random points.
func TestManyPipelinedRequestsAreAnsweredInOrder(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, nil)
	c := dialFast(t, address, s)
	paths := []string{"/", "/about", "/unknown-1", "/", "/unknown-2", "/about"}
	const rounds = 200
	var sent sync.WaitGroup
	sent.Go(func() {
		for range rounds {
			for i, path := range paths {
				text := get(path)
				cut := (i * 13) % len(text)
				_, _ = io.WriteString(c, text[:cut])
				_, _ = io.WriteString(c, text[cut:])
			}
		}
	})
	for range rounds {
		for _, path := range paths {
			body := c.receive(http.MethodGet).body
			if !strings.Contains(body, "at "+path+"<") && !strings.Contains(body, `GET "`+path+`"`) {
				t.Fatalf("%.60q is the response to %s", body, path)
			}
		}
	}
	sent.Wait()
}

func TestAnIdleConnectionIsClosed(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, func(server *http.Server) { server.IdleTimeout = 2 * time.Second })
	c := dialFast(t, address, s)
	if rest := c.rest(); rest != "" {
		t.Errorf("%q arrived without a request", rest)
	}
}

func TestAnIncompleteRequestTimesOut(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, func(server *http.Server) { server.ReadHeaderTimeout = 2 * time.Second })
	c := dialFast(t, address, s)
	c.send("GET / HTTP/1.1\r\nHost:")
	if rest := c.rest(); rest != "" {
		t.Errorf("response to an incomplete request: %q", rest)
	}
}

func TestAClientThatDoesNotReadTimesOut(t *testing.T) {
	s := newTestSite()
	body := make([]byte, 32<<20) // more than the socket buffers
	_, _ = rand.Read(body)
	s.pages["/large"] = NewPayload(body, Options{})
	ended := make(chan struct{})
	_, address := startFast(t, s, func(server *http.Server) {
		server.WriteTimeout = time.Second
		server.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateClosed {
				close(ended)
			}
		}
	})
	c := dialFast(t, address, s)
	c.send(get("/large"))
	<-ended
	if got := c.rest(); len(got) >= len(body) {
		t.Errorf("all %d bytes arrived", len(body))
	}
}

func TestShutdownClosesIdleConnections(t *testing.T) {
	s := newTestSite()
	server, address := startFast(t, s, nil)
	c := dialFast(t, address, s)
	if err := <-shutdown(t.Context(), server); err != nil {
		t.Error(err)
	}
	if rest := c.rest(); rest != "" {
		t.Errorf("%q arrived without a request", rest)
	}
}

// held starts a server that has read a request on the fast path and is not
// answering yet.
func held(t *testing.T) (s *testSite, server *Server, c *client) {
	t.Helper()
	s = newTestSite()
	server, address := startFast(t, s, nil)
	c = dialFast(t, address, s)
	s.hold.Store(true)
	c.send(get("/") + get("/about"))
	<-s.entered
	return s, server, c
}

func TestShutdownWaitsForResponses(t *testing.T) {
	s, server, c := held(t)
	ended := shutdown(t.Context(), server)
	for { // until net/http has closed all its connections
		quick, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		err := server.http.Shutdown(quick)
		cancel()
		if err == nil {
			break
		}
	}
	select {
	case err := <-ended:
		t.Fatalf("Shutdown returned %v before the response was sent", err)
	default:
	}
	close(s.release)
	last := c.receive(http.MethodGet)
	if !last.Close || !strings.Contains(last.body, "at /<") {
		t.Errorf("Connection: close is %v with %.40q", last.Close, last.body)
	}
	if rest := c.rest(); rest != "" {
		t.Errorf("%.40q arrived after the last response", rest)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestShutdownReturnsWhenItsContextEnds(t *testing.T) {
	s, server, _ := held(t)
	defer close(s.release)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := <-shutdown(ctx, server); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Shutdown returned %v", err)
	}
}

// pipeListener accepts connections that are not TCP.
type pipeListener struct {
	net.Listener
	conns chan net.Conn
}

func (l pipeListener) Accept() (net.Conn, error) {
	c, ok := <-l.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func TestNetHTTPHandlesOtherConnections(t *testing.T) {
	s := newTestSite()
	base, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := newHTTPServer(s)
	ours, theirs := net.Pipe()
	conns := make(chan net.Conn, 1)
	conns <- theirs
	go func() { _ = NewServer(server, s.find).Serve(pipeListener{base, conns}) }()
	t.Cleanup(func() { close(conns); _ = server.Close() })
	reader := bufio.NewReader(ours)
	for range 3 {
		if _, err := io.WriteString(ours, get("/")); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
	}
	if n := s.fast.Load(); n != 0 {
		t.Errorf("%d responses of the fast path", n)
	}
}

// wrapped is a connection of a listener that counts connections.
type wrapped struct {
	*net.TCPConn
	closed func()
}

func (w wrapped) Close() error { w.closed(); return w.TCPConn.Close() }

type wrappingListener struct {
	net.Listener
	closed func()
}

func (l wrappingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return wrapped{c.(*net.TCPConn), l.closed}, nil
}

func TestAWrappedListenerSeesConnectionsClose(t *testing.T) {
	s := newTestSite()
	server := newHTTPServer(s)
	inner := make(chan bool, 1)
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		_, ok := c.(wrapped)
		inner <- ok
		return ctx
	}
	fast := NewServer(server, s.find)
	closed := make(chan struct{}, 1)
	address := serveOn(t, func(l net.Listener) error {
		return fast.Serve(wrappingListener{l, func() {
			select {
			case closed <- struct{}{}:
			default:
			}
		}})
	}, server)
	c := dialFast(t, address, s)
	if !<-inner {
		t.Error("ConnContext did not get the listener's connection")
	}
	_ = c.Close()
	<-closed
}

func TestAResponseIsOneWrite(t *testing.T) {
	s := newTestSite()
	_, address := startFast(t, s, nil)
	c := dialFast(t, address, s)
	c.send(get("/"))
	// If it is sent in one write, the first read returns all of it.
	first := make([]byte, 64<<10)
	n, err := c.TCPConn.Read(first)
	if err != nil {
		t.Fatal(err)
	}
	if body := s.pages["/"].Body(); !bytes.HasSuffix(first[:n], body) {
		t.Errorf("the first read returned %d bytes, without the whole body", n)
	}
}
