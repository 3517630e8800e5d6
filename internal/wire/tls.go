package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// handshakeTimeout is how long a client may take until the connection is encrypted.
const handshakeTimeout = 5 * time.Second

// closePeriod is how long the handshakes that have begun go on after Close.
const closePeriod = time.Second

// TLSListener returns the connections that l accepts when their handshake is done, so
// that a slow one keeps nobody waiting. l must be of Connections. Connections with
// HTTP/2 are returned as *tls.Conn, as net/http needs them.
func TLSListener(l net.Listener, config *tls.Config) net.Listener {
	t := &tlsListener{Listener: l, config: config, ready: make(chan net.Conn), failed: make(chan error)}
	t.open, t.stopOpen = context.WithCancel(context.Background())
	t.accepting, t.stopAccepting = context.WithCancel(t.open)
	go t.acceptAll()
	return t
}

type tlsListener struct {
	net.Listener
	config *tls.Config
	ready  chan net.Conn
	failed chan error
	// accepting is cancelled by Close, and open when no more connection is returned.
	accepting, open         context.Context
	stopAccepting, stopOpen context.CancelFunc
	handshakes              sync.WaitGroup
}

func (l *tlsListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.ready:
		return c, nil
	case err := <-l.failed:
		return nil, err
	case <-l.open.Done():
		return nil, net.ErrClosed
	}
}

// Close accepts nothing more. Connections whose handshake has begun are still returned:
// their clients would take the end of it for a failure of the site.
func (l *tlsListener) Close() error {
	l.stopAccepting()
	return l.Listener.Close()
}

// acceptAll accepts connections until the listener is closed. net/http decides which
// errors end the server, and waits after the others.
func (l *tlsListener) acceptAll() {
	defer l.finish()
	for {
		c, err := l.Listener.Accept()
		if err == nil {
			l.handshakes.Go(func() { l.shakeHands(c) })
			continue
		}
		if l.accepting.Err() != nil {
			return
		}
		select {
		case l.failed <- err:
		case <-l.accepting.Done():
			return
		}
	}
}

// finish waits for the handshakes that have begun.
func (l *tlsListener) finish() {
	defer l.stopOpen()
	done := make(chan struct{})
	go func() { l.handshakes.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(closePeriod):
	}
}

func (l *tlsListener) shakeHands(nc net.Conn) {
	accepted, ok := nc.(*conn)
	if !ok {
		_ = nc.Close()
		return
	}
	transport := &tlsTransport{conn: accepted}
	secure := tls.Server(transport, l.config)
	ctx, cancel := context.WithTimeout(l.open, handshakeTimeout)
	defer cancel()
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = accepted.Close()
		return
	}
	var c net.Conn = secure
	switch secure.ConnectionState().NegotiatedProtocol {
	case "h2":
	case "http/1.1", "":
		c = &tlsStream{Conn: secure, transport: transport}
	default: // the handshake was all that the ACME server wanted
		_ = secure.Close()
		return
	}
	select {
	case l.ready <- c:
	case <-l.open.Done():
		_ = accepted.Close()
	}
}

// tlsTransport is what carries the encrypted bytes of a connection. It can hold
// writes back, because crypto/tls makes one of every record.
type tlsTransport struct {
	*conn

	// crypto/tls may also write while it reads.
	mu   sync.Mutex
	held *[]byte // nil while nothing is held back
}

var heldPool = sync.Pool{New: func() any { return new([]byte) }}

// maxPooled is the size above which a buffer is not kept for the next response.
const maxPooled = 256 << 10

func (t *tlsTransport) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held == nil {
		return t.TCPConn.Write(p)
	}
	*t.held = append(*t.held, p...)
	return len(p), nil
}

// join holds writes back until flush.
func (t *tlsTransport) join() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.held = heldPool.Get().(*[]byte)
}

func (t *tlsTransport) flush() { _ = t.send() }

// send writes what is held back, and holds back nothing more.
func (t *tlsTransport) send() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	held := t.held
	t.held = nil
	_, err := t.TCPConn.Write(*held)
	putHeld(held)
	return err
}

func putHeld(buffer *[]byte) {
	if cap(*buffer) <= maxPooled {
		*buffer = (*buffer)[:0]
		heldPool.Put(buffer)
	}
}

// tlsStream is an encrypted connection with HTTP/1.1.
type tlsStream struct {
	*tls.Conn
	transport *tlsTransport
}

// ReadFrom is for net/http, which copies files with it.
func (s *tlsStream) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{s.Conn}, r)
}

// writeAll sends the parts of a response with as few records as possible and one
// system call.
func (s *tlsStream) writeAll(parts [][]byte) error {
	whole := heldPool.Get().(*[]byte)
	defer putHeld(whole)
	for _, part := range parts {
		*whole = append(*whole, part...)
	}
	s.transport.join()
	_, err := s.Write(*whole)
	return errors.Join(err, s.transport.send())
}
