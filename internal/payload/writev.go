package payload

import (
	"context"
	"net"
	"net/http"
)

// joinAbove is the size from which net/http writes a body in two pieces: what
// fits into its buffer of 4 KiB behind the header, and the rest at once.
const joinAbove = 8 << 10

// Listener makes the connections of l able to send a header and a body in one
// system call, which is half of the cost of a small answer. The server needs
// ConnContext too.
func Listener(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &conn{TCPConn: tcp}, nil
	}
	return c, err
}

// conn delays one write until the next when it is told that there will be one.
type conn struct {
	*net.TCPConn
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
		// p is the server's buffer, which it may use again.
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

// flush ends the joining and writes what is still held.
func (c *conn) flush() {
	c.joining = false
	if len(c.held) > 0 {
		// An error shows again at the server's next write.
		_, _ = c.TCPConn.Write(c.held)
		c.held = c.held[:0]
	}
}

type connKey struct{}

// ConnContext is for http.Server.ConnContext: it lets an answer find its
// connection.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

func writeBody(w http.ResponseWriter, r *http.Request, body []byte) {
	if len(body) > joinAbove && r.ProtoMajor == 1 {
		if c, ok := r.Context().Value(connKey{}).(*conn); ok {
			c.joining = true
			defer c.flush()
		}
	}
	// The client has gone away: there is nobody left to tell.
	_, _ = w.Write(body)
}
