package wire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// testSite has two pages that the fast path can find. Other requests get a
// response that describes the request as the handler received it.
type testSite struct {
	pages  map[string]*Payload
	common http.Header
	fast   atomic.Int64 // responses of the fast path
	last   atomic.Pointer[Request]
	// While hold is set, find sends to entered and then waits for release.
	hold             atomic.Bool
	entered, release chan struct{}
}

func newTestSite() *testSite {
	s := &testSite{
		pages:   map[string]*Payload{},
		entered: make(chan struct{}, 1),
		release: make(chan struct{}),
		common:  http.Header{"X-Frame-Options": {"DENY"}, "Referrer-Policy": {"same-origin"}},
	}
	for _, path := range []string{"/", "/about"} {
		body := strings.Repeat("<p>The page at "+path+"</p>", 100)
		p := NewPayload([]byte(body), Options{ContentType: "text/html; charset=utf-8", CacheControl: "no-cache"})
		p.Compress()
		s.pages[path] = p
	}
	return s
}

func (s *testSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := s.pages[r.URL.Path]; p != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		for name, values := range s.common {
			w.Header()[name] = values
		}
		p.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprintf(w, "%s %q host %q body %q (%v)\n", r.Method, r.RequestURI, r.Host, body, err)
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		fmt.Fprintf(w, "%s %q\n", name, r.Header[name])
	}
}

func (s *testSite) find(r Request) (head, body []byte) {
	s.last.Store(&r)
	p := s.pages[r.Path]
	if p == nil {
		return nil, nil
	}
	if s.hold.Load() {
		s.entered <- struct{}{}
		<-s.release
	}
	if head, body = p.Wire(r.AcceptEncoding, r.IfNoneMatch, s.common); head != nil {
		s.fast.Add(1)
	}
	return head, body
}

// newHTTPServer returns a server with time-outs that no test reaches.
func newHTTPServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0), MaxHeaderBytes: 32 << 10,
		ReadHeaderTimeout: time.Minute, ReadTimeout: time.Minute, WriteTimeout: time.Minute, IdleTimeout: time.Minute,
	}
}

// serveOn runs a server until the test ends and returns its host and port.
func serveOn(tb testing.TB, serve func(net.Listener) error, server *http.Server) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	go func() { _ = serve(l) }()
	tb.Cleanup(func() { _ = server.Close() })
	return l.Addr().String()
}

// startFast serves the site with the fast path. configure may be nil.
func startFast(tb testing.TB, s *testSite, configure func(*http.Server)) (*Server, string) {
	tb.Helper()
	server := newHTTPServer(s)
	if configure != nil {
		configure(server)
	}
	fast := NewServer(server, s.find)
	return fast, serveOn(tb, fast.Serve, server)
}

// client is one connection.
type client struct {
	*net.TCPConn
	tb     testing.TB
	reader *bufio.Reader
}

func dial(tb testing.TB, address string) *client {
	tb.Helper()
	nc, err := net.Dial("tcp", address)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = nc.Close() })
	if err := nc.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		tb.Fatal(err)
	}
	return &client{nc.(*net.TCPConn), tb, bufio.NewReader(nc)}
}

// dialFast returns a connection that is on the fast path: it sends requests until
// the fast path has answered one. net/http keeps a connection for one more request
// if that request arrives before net/http is finished with the last one.
func dialFast(tb testing.TB, address string, s *testSite) *client {
	tb.Helper()
	c := dial(tb, address)
	for before := s.fast.Load(); s.fast.Load() == before; {
		c.send(get("/"))
		c.receive(http.MethodGet)
	}
	return c
}

func (c *client) send(request string) {
	c.tb.Helper()
	if _, err := io.WriteString(c, request); err != nil {
		c.tb.Fatal(err)
	}
}

// response is a response with its body.
type response struct {
	*http.Response
	body string
}

func (c *client) receive(method string) response {
	c.tb.Helper()
	r, err := http.ReadResponse(c.reader, &http.Request{Method: method})
	if err != nil {
		c.tb.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		c.tb.Fatal(err)
	}
	return response{r, string(body)}
}

// rest reads until the server closes the connection.
func (c *client) rest() string {
	all, _ := io.ReadAll(c.reader) // the server may also reset the connection
	return string(all)
}

// get returns a plain request with additional header lines.
func get(path string, headers ...string) string {
	lines := append([]string{"GET " + path + " HTTP/1.1", "Host: pest.example"}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

func shutdown(ctx context.Context, s *Server) <-chan error {
	ended := make(chan error, 1)
	go func() { ended <- s.Shutdown(ctx) }()
	return ended
}
