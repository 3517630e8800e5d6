package wire

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"
)

// joinAbove is the body size from which net/http needs two writes: one for its
// 4 KiB buffer with the header and the start of the body, one for the rest.
const joinAbove = 8 << 10

// Listener wraps the connections that l accepts so that writeBody can send a
// header and a body in one system call, which halves the cost of a small
// response. The server also needs ConnContext and ConnState. Connections above the
// limits are closed at once.
func (cs *Connections) Listener(l net.Listener) net.Listener { return listener{l, cs} }

type listener struct {
	net.Listener
	all *Connections
}

func (l listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		tcp, ok := c.(*net.TCPConn)
		if err != nil || !ok {
			return c, err
		}
		accepted := &conn{TCPConn: tcp, all: l.all}
		accepted.outer = accepted
		if !l.all.add(accepted) {
			// Without a reset the kernel would keep the closed connection for a
			// while. Nobody reads an error of either call.
			_, _ = tcp.SetLinger(0), tcp.Close()
			continue
		}
		return accepted, nil
	}
}

// conn can hold back one write and send it together with the next.
type conn struct {
	*net.TCPConn
	joining bool
	held    []byte
	vector  [2][]byte
	buffers net.Buffers

	all      *Connections
	networks []netip.Prefix // of the client; none for a proxy
	outer    net.Conn       // what net/http has of this connection
	usedAt   atomic.Int64   // the second of the fast path's last response

	// The lock of all guards these.
	since   time.Time     // when it was accepted, or last became busy or idle
	waiting *list.Element // of all.idle; nil while a request is handled
}

func (c *conn) Write(p []byte) (int, error) {
	if !c.joining {
		return c.TCPConn.Write(p)
	}
	if len(c.held) == 0 {
		// net/http reuses p after this call, so it has to be copied.
		c.held = append(c.held, p...)
		return len(p), nil
	}
	c.joining = false
	c.vector = [2][]byte{c.held, p}
	c.buffers = c.vector[:]
	_, err := c.buffers.WriteTo(c.TCPConn)
	c.vector = [2][]byte{}
	c.held = c.held[:0]
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close closes the connection and ends its count.
func (c *conn) Close() error {
	c.all.remove(c)
	return c.TCPConn.Close()
}

// join makes the next write wait for the one after it, or for flush.
func (c *conn) join() { c.joining = true }

// flush stops joining and writes what is still held back.
func (c *conn) flush() {
	c.joining = false
	if len(c.held) > 0 {
		// The server's next write returns the same error.
		_, _ = c.TCPConn.Write(c.held)
		c.held = c.held[:0]
	}
}

type connKey struct{}

// joiner can send several writes in one system call.
type joiner interface {
	join()
	flush()
}

// ConnContext is for http.Server.ConnContext. writeBody finds the connection of
// a request through it.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	switch c := c.(type) {
	case *conn:
		return context.WithValue(ctx, connKey{}, joiner(c))
	case *tlsStream:
		return context.WithValue(ctx, connKey{}, joiner(c.transport))
	}
	return ctx
}

// writeBody writes the body of the response to r, together with the header if
// the connection can. It must be called once, after WriteHeader and with the
// whole body.
func writeBody(w http.ResponseWriter, r *http.Request, body []byte) {
	if len(body) > joinAbove && r.ProtoMajor == 1 {
		if c, ok := r.Context().Value(connKey{}).(joiner); ok {
			c.join()
			defer c.flush()
		}
	}
	// Writing fails only when the client is gone.
	_, _ = w.Write(body)
}
