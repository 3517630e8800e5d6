// Package transport owns the connections: it sends the header and the body of a
// response in one system call, and limits how many connections a client may
// have. It must not know what the bytes mean or which routes exist.
package transport

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// joinAbove is the body size from which net/http needs two writes: one for its
// 4 KiB buffer with the header and the start of the body, one for the rest.
const joinAbove = 8 << 10

// Listener wraps the connections that l accepts so that WriteBody can send a
// header and a body in one system call, which halves the cost of a small
// response. The server also needs ConnContext. Connections above the limit are
// closed at once.
func Listener(l net.Listener, limit ClientLimit) net.Listener {
	return listener{l, &clientCounter{ClientLimit: limit, open: map[netip.Prefix]int{}}}
}

type listener struct {
	net.Listener
	clients *clientCounter
}

func (l listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		tcp, ok := c.(*net.TCPConn)
		if err != nil || !ok {
			return c, err
		}
		release, ok := l.clients.take(tcp.RemoteAddr())
		if !ok {
			// Without a reset the kernel would keep the closed connection for a
			// while. Nobody reads an error of either call.
			_, _ = tcp.SetLinger(0), tcp.Close()
			continue
		}
		return &conn{TCPConn: tcp, release: sync.OnceFunc(release)}, nil
	}
}

// conn can hold back one write and send it together with the next.
type conn struct {
	*net.TCPConn
	release func() // ends the count of the connection; may be called again
	joining bool
	held    []byte
	vector  [2][]byte
	buffers net.Buffers
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
	c.release()
	return c.TCPConn.Close()
}

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

// ConnContext is for http.Server.ConnContext. WriteBody finds the connection of
// a request through it.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// WriteBody writes the body of the response to r, together with the header if
// the connection can. It must be called once, after WriteHeader and with the
// whole body.
func WriteBody(w http.ResponseWriter, r *http.Request, body []byte) {
	if len(body) > joinAbove && r.ProtoMajor == 1 {
		if c, ok := r.Context().Value(connKey{}).(*conn); ok {
			c.joining = true
			defer c.flush()
		}
	}
	// Writing fails only when the client is gone.
	_, _ = w.Write(body)
}
