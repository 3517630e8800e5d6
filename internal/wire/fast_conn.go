package wire

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// tcpConn is a *net.TCPConn, a type that embeds it, or a tlsStream. net/http uses all
// of these methods.
type tcpConn interface {
	net.Conn
	io.ReaderFrom
	CloseWrite() error
}

// The states of a connection. They decide what Close does.
const (
	open      int32 = iota
	answering       // the fast path has read a request and not answered it yet
	ending          // the same, and Close was called: close after the response
	closed
)

// fastConn answers plain requests inside Read, which net/http calls to wait for the
// next request. Read returns when there is a request for net/http.
type fastConn struct {
	tcpConn
	server  *Server
	counted *conn // below the tcpConn, if its listener counts connections
	state   atomic.Int32

	// Only the goroutine that reads uses the fields below; net/http reads from one
	// goroutine at a time.

	// begun is set when net/http has finished its first request. It always handles
	// the first one itself, so that its time-outs for new connections apply.
	begun bool
	// handed is set while net/http reads from the connection.
	handed bool
	// returns is set if net/http was given exactly one request without a body, so
	// that the connection can return to the fast path after the response. While it
	// handles a request, net/http reads one byte of the next one to notice a
	// closed connection: ahead has that byte. If net/http reads more, the start of
	// the next request is unknown, and it keeps the connection.
	returns bool
	ahead   []byte

	// Values of the last request, reused while unchanged to save allocations.
	host, path, acceptEncoding, ifNoneMatch, userAgent, referer string

	armed   int64 // the second in which the deadlines were set
	vector  [3][]byte
	buffers net.Buffers
}

func (c *fastConn) Read(p []byte) (int, error) {
	if c.handed {
		n, err := c.tcpConn.Read(p)
		c.returns = c.returns && len(c.ahead)+n <= 1
		if c.returns {
			c.ahead = append(c.ahead, p[:n]...)
		}
		return n, err
	}
	c.handed = true
	n, err := c.answerPlain(p)
	if !c.state.CompareAndSwap(answering, open) && c.state.CompareAndSwap(ending, closed) {
		_ = c.tcpConn.Close()
		c.server.endings.Done()
		return 0, net.ErrClosed
	}
	return n, err
}

// answerPlain answers plain requests until there is one for net/http, and returns
// that one in p. It also reads into p, so an idle connection needs no buffer of
// its own. Incomplete requests are net/http's, which has the time-outs for them.
func (c *fastConn) answerPlain(p []byte) (n int, err error) {
	c.armed = 0 // net/http has changed the deadlines
	for {
		if n == 0 {
			if n, err = c.tcpConn.Read(p); err != nil {
				return n, err
			}
		}
		// The state is still answering if the last read had more than one request.
		if !c.state.CompareAndSwap(open, answering) && c.state.Load() != answering {
			return 0, net.ErrClosed
		}
		text := p[:n]
		if len(c.ahead) > 0 {
			text = append(c.ahead, text...)
		}
		r, plain := parse(text)
		var head, body []byte
		if plain && r.path != nil && c.begun && len(c.ahead) == 0 {
			head, body = c.find(&r)
		}
		if head == nil {
			c.returns, c.ahead = plain && r.size == len(text), nil
			return n, nil
		}
		if r.head {
			body = nil
		}
		if err = c.write(head, body); err != nil {
			return 0, err
		}
		if n = copy(p, p[r.size:n]); n == 0 && !c.state.CompareAndSwap(answering, open) {
			return 0, net.ErrClosed
		}
	}
}

func (c *fastConn) find(r *request) (head, body []byte) {
	keep(&c.host, r.host)
	keep(&c.path, r.path)
	keep(&c.acceptEncoding, r.acceptEncoding)
	keep(&c.ifNoneMatch, r.ifNoneMatch)
	keep(&c.userAgent, r.userAgent)
	keep(&c.referer, r.referer)
	return c.server.find(Request{
		Host: c.host, Path: c.path, AcceptEncoding: c.acceptEncoding, IfNoneMatch: c.ifNoneMatch, Head: r.head,
		UserAgent: c.userAgent, Referer: c.referer, Private: r.private,
	})
}

func keep(s *string, value []byte) {
	if *s != string(value) {
		*s = string(value)
	}
}

// write sends a response in one system call. It sets the deadlines that net/http
// would set, but at most once a second, which is exact enough for minutes.
func (c *fastConn) write(head, body []byte) error {
	now := time.Now()
	if second := now.Unix(); second != c.armed {
		c.armed = second
		if c.counted != nil {
			c.counted.usedAt.Store(second)
		}
		idle, write := now.Add(c.server.http.IdleTimeout), now.Add(c.server.http.WriteTimeout)
		if err := errors.Join(c.tcpConn.SetReadDeadline(idle), c.tcpConn.SetWriteDeadline(write)); err != nil {
			return err
		}
	}
	c.vector = [3][]byte{head, c.server.lastLines(now, c.state.Load() == ending), body}
	var err error
	if secure, ok := c.tcpConn.(*tlsStream); ok {
		err = secure.writeAll(c.vector[:])
	} else {
		c.buffers = c.vector[:]
		_, err = c.buffers.WriteTo(c.tcpConn)
	}
	c.vector = [3][]byte{} // idle connections must not keep old pages in memory
	return err
}

// Close is also called by http.Server.Shutdown: a connection on the fast path is
// idle for net/http, even during a response.
func (c *fastConn) Close() error {
	if c.state.Load() == answering {
		c.server.endings.Add(1)
		if c.state.CompareAndSwap(answering, ending) {
			return nil
		}
		c.server.endings.Done()
	}
	c.state.Store(closed)
	return c.tcpConn.Close()
}

// stateChanged is called by http.Server.ConnState.
func (c *fastConn) stateChanged(state http.ConnState) {
	if state == http.StateIdle {
		c.begun = true
		c.handed = !c.returns
	}
}
