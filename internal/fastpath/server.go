// Package fastpath owns a short way for the requests that come most: plain reads
// of something that is ready in memory. It recognises them in the bytes of a
// connection and answers with bytes that were made before; everything else is
// left to net/http on the same connection. It must not know what is served.
package fastpath

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// FindFunc returns the answer to a GET request for a path with the values of two
// headers, empty if they did not come. The head is the status line and the header
// lines without Date, each with its line end. A nil head leaves the request to
// net/http. Like a handler, the function may wait; it must not panic.
type FindFunc func(path, acceptEncoding, ifNoneMatch string) (head, body []byte)

// Server is an http.Server whose connections answer plain requests themselves.
type Server struct {
	http    *http.Server
	find    FindFunc
	date    atomic.Pointer[dateLines]
	endings sync.WaitGroup // answers that Shutdown waits for
}

// New puts the fast path in front of a server that does not run yet. The server
// must have an idle and a write time-out, which hold for both.
func New(server *http.Server, find FindFunc) *Server {
	s := &Server{http: server, find: find}
	connState, connContext := server.ConnState, server.ConnContext
	server.ConnState = func(nc net.Conn, state http.ConnState) {
		if c, ok := nc.(*conn); ok {
			c.stateChanged(state)
		}
		if connState != nil {
			connState(nc, state)
		}
	}
	if connContext != nil {
		server.ConnContext = func(ctx context.Context, nc net.Conn) context.Context {
			if c, ok := nc.(*conn); ok {
				nc = c.tcpConn // what the caller's listener returned
			}
			return connContext(ctx, nc)
		}
	}
	return s
}

// Serve answers on the listener until the server is shut down. Connections that
// are not plain TCP, such as TLS, are left to net/http.
func (s *Server) Serve(l net.Listener) error { return s.http.Serve(listener{l, s}) }

type listener struct {
	net.Listener
	server *Server
}

func (l listener) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if tcp, ok := nc.(tcpConn); ok {
		return &conn{tcpConn: tcp, server: l.server}, nil
	}
	return nc, err
}

// Shutdown does what http.Server.Shutdown does, and waits for the answers of the
// fast path as well.
func (s *Server) Shutdown(ctx context.Context) error {
	if err := s.http.Shutdown(ctx); err != nil {
		return err
	}
	answered := make(chan struct{})
	go func() { s.endings.Wait(); close(answered) }()
	select {
	case <-answered:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// dateLines end the head of all answers of one second.
type dateLines struct {
	second int64
	lines  []byte
}

// lastLines returns the rest of a head: the date, whether the connection is
// closed, and the empty line.
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
