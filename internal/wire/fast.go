package wire

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Request is a plain request. Headers that it does not have are empty.
type Request struct {
	Path, AcceptEncoding, IfNoneMatch string
	Head                              bool   // HEAD instead of GET
	Host                              string // never empty

	// The response must not depend on these.
	UserAgent, Referer string
	// Private says that the browser asks not to be tracked, or loads the page
	// without showing it.
	Private bool
}

// FindFunc returns the response to a GET request for the path. The head is the
// status line and the header lines without Date, each with its CRLF. If it is nil,
// net/http handles the request. The function may block, like a handler, but must
// not panic.
type FindFunc func(r Request) (head, body []byte)

// Server is an http.Server with a fast path for plain requests.
type Server struct {
	http    *http.Server
	find    FindFunc
	date    atomic.Pointer[dateLines]
	endings sync.WaitGroup // responses that Shutdown waits for
}

// NewServer adds the fast path to a server before it runs. The server's IdleTimeout and
// WriteTimeout apply to both and must be set.
func NewServer(server *http.Server, find FindFunc) *Server {
	s := &Server{http: server, find: find}
	connState, connContext := server.ConnState, server.ConnContext
	server.ConnState = func(nc net.Conn, state http.ConnState) {
		if c, ok := nc.(*fastConn); ok {
			c.stateChanged(state)
		}
		if connState != nil {
			connState(nc, state)
		}
	}
	if connContext != nil {
		server.ConnContext = func(ctx context.Context, nc net.Conn) context.Context {
			if c, ok := nc.(*fastConn); ok {
				nc = c.tcpConn // the connection that the listener returned
			}
			return connContext(ctx, nc)
		}
	}
	return s
}

// Serve accepts connections until the server is shut down. Of the connections of a
// TLSListener, those with HTTP/2 are handled by net/http alone.
func (s *Server) Serve(l net.Listener) error { return s.http.Serve(fastListener{l, s}) }

type fastListener struct {
	net.Listener
	server *Server
}

func (l fastListener) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	tcp, ok := nc.(tcpConn)
	if !ok {
		return nc, err
	}
	fast := &fastConn{tcpConn: tcp, server: l.server, counted: counted(nc)}
	if c, ok := nc.(*conn); ok {
		c.outer = fast
	}
	return fast, nil
}

// Shutdown does what http.Server.Shutdown does, and also waits for responses of
// the fast path.
func (s *Server) Shutdown(ctx context.Context) error {
	if err := s.http.Shutdown(ctx); err != nil {
		return err
	}
	finished := make(chan struct{})
	go func() { s.endings.Wait(); close(finished) }()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// dateLines are the last lines of the head of every response within one second.
type dateLines struct {
	second int64
	lines  []byte
}

// lastLines returns the rest of the head: Date, Connection if this is the last
// response on the connection, and the empty line.
func (s *Server) lastLines(now time.Time, last bool) []byte {
	if last {
		return []byte(dateLine(now) + "Connection: close\r\n\r\n")
	}
	d := s.date.Load()
	if second := now.Unix(); d == nil || d.second != second {
		d = &dateLines{second, []byte(dateLine(now) + "\r\n")}
		s.date.Store(d)
	}
	return d.lines
}

func dateLine(now time.Time) string { return "Date: " + now.UTC().Format(http.TimeFormat) + "\r\n" }
