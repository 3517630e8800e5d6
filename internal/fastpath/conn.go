package fastpath

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"
)

// tcpConn is a connection that is not encrypted: *net.TCPConn, or a type that
// embeds it. net/http uses all of this.
type tcpConn interface {
	net.Conn
	io.ReaderFrom
	syscall.Conn
	CloseWrite() error
}

// The states of a connection, which decide what Close does.
const (
	open      int32 = iota
	answering       // a request has been read and is not answered yet
	ending          // answering, and to be closed afterwards
	closed
)

// conn answers plain requests while net/http waits in Read for the next request.
// Read returns only when net/http has something to do.
type conn struct {
	tcpConn
	server *Server
	state  atomic.Int32

	// The fields below are used by the reader alone. net/http has one at a time.

	// begun says that net/http is done with its first request. That one is always
	// net/http's, so that its limits on a new connection hold.
	begun bool
	// handed says that net/http has bytes that it is not done with.
	handed bool
	// returns says that those bytes are exactly one request without a body, and
	// ahead, which is one byte at most, of the next one: net/http reads it while
	// it answers, to see whether the client is still there. If it has read more,
	// it is not known where a request begins, and net/http keeps the connection.
	returns bool
	ahead   []byte

	// Of the last request. The next one mostly has the same, and costs no memory.
	path, acceptEncoding, ifNoneMatch string

	armed   int64 // the second in which the deadlines were set
	vector  [3][]byte
	buffers net.Buffers
}

func (c *conn) Read(p []byte) (int, error) {
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

// answerPlain answers plain requests until another one comes, which it leaves in
// p. It reads into p as well, so that a waiting connection needs no buffer of its
// own. A request that has not arrived whole goes to net/http, which knows how
// long to wait for the rest.
func (c *conn) answerPlain(p []byte) (n int, err error) {
	c.armed = 0 // net/http has set other deadlines
	for {
		if n == 0 {
			if n, err = c.tcpConn.Read(p); err != nil {
				return n, err
			}
		}
		// After an answer the state is answering still: there is more to answer.
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

func (c *conn) find(r *request) (head, body []byte) {
	keep(&c.path, r.path)
	keep(&c.acceptEncoding, r.acceptEncoding)
	keep(&c.ifNoneMatch, r.ifNoneMatch)
	return c.server.find(c.path, c.acceptEncoding, c.ifNoneMatch)
}

func keep(s *string, value []byte) {
	if *s != string(value) {
		*s = string(value)
	}
}

// write sends an answer in one system call, with deadlines like net/http's. They
// are set once a second, which is exact enough for limits of minutes.
func (c *conn) write(head, body []byte) error {
	now := time.Now()
	if second := now.Unix(); second != c.armed {
		c.armed = second
		idle, write := now.Add(c.server.http.IdleTimeout), now.Add(c.server.http.WriteTimeout)
		if err := errors.Join(c.tcpConn.SetReadDeadline(idle), c.tcpConn.SetWriteDeadline(write)); err != nil {
			return err
		}
	}
	c.vector = [3][]byte{head, c.server.lastLines(now, c.state.Load() == ending), body}
	c.buffers = c.vector[:]
	_, err := c.buffers.WriteTo(c.tcpConn)
	c.vector = [3][]byte{} // a page must not be kept by idle connections
	return err
}

// Close is also called by http.Server.Shutdown, which takes a connection for idle
// while it is being answered here.
func (c *conn) Close() error {
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

// stateChanged follows what net/http does with the connection.
func (c *conn) stateChanged(state http.ConnState) {
	if state == http.StateIdle {
		c.begun = true
		c.handed = !c.returns
	}
}
