package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/wire"
)

const (
	// drainPeriod is how long a server that stops goes on answering, each time
	// with "Connection: close". Clients that reuse their connections learn in
	// this time to open another one. If they were closed at once, requests that
	// are on the way would be lost.
	drainPeriod = 2 * time.Second
	// bodyPeriod is how long after that a request body may take to arrive.
	bodyPeriod = 3 * time.Second
	// firstPeriod is how long a new connection may take to send its first request.
	firstPeriod = time.Second
	// drainInterval is how often open connections are looked for.
	drainInterval = 10 * time.Millisecond
)

// stopPeriods are how long a server that stops waits for its clients.
type stopPeriods struct{ drain, first, body time.Duration }

var usualPeriods = stopPeriods{drainPeriod, firstPeriod, bodyPeriod}

// drain knows the connections of a server and helps it to stop without losing
// requests.
type drain struct {
	active atomic.Bool

	mu          sync.Mutex
	connections map[string]*trackedConn // by remote address, which no two of them share
}

// trackedConn is one connection of a client.
type trackedConn struct {
	net.Conn
	// receiving says that the body of the current request has not arrived yet.
	receiving atomic.Bool
	// begun says that a request of the connection has reached its handler.
	begun atomic.Bool
}

type connectionKey struct{}

// watch makes the drain follow the connections of a server before it runs.
func (d *drain) watch(server *http.Server) {
	d.connections = map[string]*trackedConn{}
	connContext := server.ConnContext
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		c := &trackedConn{Conn: conn}
		d.mu.Lock()
		d.connections[conn.RemoteAddr().String()] = c
		d.mu.Unlock()
		return connContext(context.WithValue(ctx, connectionKey{}, c), conn)
	}
	server.ConnState = func(conn net.Conn, state http.ConnState) {
		wire.ConnState(conn, state)
		if state == http.StateClosed || state == http.StateHijacked {
			d.mu.Lock()
			delete(d.connections, conn.RemoteAddr().String())
			d.mu.Unlock()
		}
	}
	server.Handler = d.handler(server.Handler)
}

func (d *drain) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.active.Load() {
			w.Header().Set("Connection", "close")
		}
		c, ok := r.Context().Value(connectionKey{}).(*trackedConn)
		if ok {
			c.begun.Store(true)
		}
		// With HTTP/2 there may be a body of another request.
		if ok && (r.ContentLength != 0 || r.ProtoMajor == 1) {
			c.receiving.Store(r.ContentLength != 0)
		}
		if ok && r.ContentLength != 0 {
			// A copy, because net/http treats a body of another type differently.
			watched := *r
			watched.Body = &watchedBody{r.Body, c}
			r = &watched
		}
		next.ServeHTTP(w, r)
	})
}

// watchedBody notices when a body has arrived.
type watchedBody struct {
	io.ReadCloser
	connection *trackedConn
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.connection.receiving.Store(false)
	}
	return n, err
}

// find leaves the requests that arrive while the server stops to net/http.
func (d *drain) find(find wire.FindFunc) wire.FindFunc {
	return func(r wire.Request) (head, body []byte) {
		if d.active.Load() {
			return nil, nil
		}
		return find(r)
	}
}

// run tells all clients to open another connection. It returns after the period,
// or earlier if no connection is open.
func (d *drain) run(period time.Duration) {
	d.active.Store(true)
	over := time.Now().Add(period)
	for time.Now().Before(over) && d.open() > 0 {
		time.Sleep(drainInterval)
	}
}

func (d *drain) open() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.connections)
}

// awaitFirstRequests waits until each connection has had a request, or is closed, for at
// most the period. Without that, those that were accepted last would get no answer:
// net/http drops requests that it reads after Shutdown was called.
func (d *drain) awaitFirstRequests(period time.Duration) {
	for over := time.Now().Add(period); time.Now().Before(over) && d.unused(); {
		time.Sleep(drainInterval)
	}
}

// unused reports whether a connection has had no request yet.
func (d *drain) unused() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.connections {
		if !c.begun.Load() {
			return true
		}
	}
	return false
}

// cutBodiesAfter cuts bodies from the end of the period on, until stop is called. Once
// is not enough: a handler that refuses a body gives the client time to send the
// rest, and so does net/http.
func (d *drain) cutBodiesAfter(period time.Duration) (stop func()) {
	done := make(chan struct{})
	go func() {
		next := time.NewTimer(period)
		defer next.Stop()
		for {
			select {
			case <-next.C:
				d.cutBodies()
				next.Reset(drainInterval)
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// cutBodies ends the requests whose body has not arrived. The deadline stays away
// from all others, because net/http would take it for a client that has left.
func (d *drain) cutBodies() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.connections {
		if c.receiving.Load() {
			_ = c.SetReadDeadline(time.Now()) // fails if it is closed, which is as good
		}
	}
}

// workers run in the background, for as long as requests may need them.
type workers struct {
	group  sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
	logger *slog.Logger
}

// newWorkers returns workers that do not end with ctx, but when stop is called.
func newWorkers(ctx context.Context, logger *slog.Logger) *workers {
	w := &workers{logger: logger}
	w.ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return w
}

func (w *workers) run(work func(context.Context)) { w.group.Go(func() { work(w.ctx) }) }

// stop ends the workers and waits for them.
func (w *workers) stop() {
	w.cancel()
	ended := make(chan struct{})
	go func() { w.group.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(shutdownTimeout):
		w.logger.Warn("background work did not end in time", "timeout", shutdownTimeout.String())
	}
}
