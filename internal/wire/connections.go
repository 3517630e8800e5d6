package wire

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"perimeter/internal/limit"
)

// Limits bound the open connections, because each takes memory. 0 means no limit.
type Limits struct {
	// Total is how many may be open. For each further one another is closed: the
	// one that has waited for a request for longest or, if all are busy, the oldest
	// of the network that has most.
	Total int
	// Network is how many one network may have; each larger one may have twice as
	// many.
	Network int
	// Proxies connect for many clients and are counted in Total only.
	Proxies []netip.Prefix
	// Refused is called for each connection that is refused; it may be nil.
	Refused func(clientIP netip.Addr)
}

// Connections are the open connections of all listeners that share the limits.
type Connections struct {
	limits    Limits
	byNetwork *limit.Counter

	mu   sync.Mutex
	open map[*conn]struct{}
	idle list.List // of *conn, those that wait for a request, the longest first
}

// NewConnections returns no connections yet.
func NewConnections(l Limits) *Connections {
	return &Connections{
		limits: l, byNetwork: limit.NewCounter(limit.Quota{Network: int64(l.Network)}), open: map[*conn]struct{}{},
	}
}

// add counts a connection until remove. It reports false if there is no room for it.
func (cs *Connections) add(c *conn) bool {
	ip := c.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap()
	if !slices.ContainsFunc(cs.limits.Proxies, func(n netip.Prefix) bool { return n.Contains(ip) }) {
		c.networks = limit.Networks(ip)
	}
	ok := cs.byNetwork.Acquire(c.networks, 1) == nil
	if ok && !cs.admit(c) {
		cs.byNetwork.Release(c.networks, 1)
		ok = false
	}
	if !ok && cs.limits.Refused != nil {
		cs.limits.Refused(ip)
	}
	return ok
}

func (cs *Connections) admit(c *conn) bool {
	cs.mu.Lock()
	var other *conn
	full := cs.limits.Total > 0 && len(cs.open) >= cs.limits.Total
	if full {
		if other = cs.longestIdle(); other == nil {
			other = cs.oldestOfLargest(c)
		}
	}
	if !full || other != nil {
		cs.open[c] = struct{}{}
		c.since, c.waiting = time.Now(), cs.idle.PushBack(c)
	}
	cs.mu.Unlock()
	if other != nil {
		_ = other.outer.Close()
	}
	return !full || other != nil
}

// longestIdle returns the connection that has waited for a request for longest, or
// nil. The caller holds the lock.
func (cs *Connections) longestIdle() *conn {
	for range cs.idle.Len() {
		first := cs.idle.Front()
		c := first.Value.(*conn)
		// The fast path's requests do not make a connection busy.
		used := c.usedAt.Load()
		if used <= c.since.Unix() {
			return c
		}
		c.since = time.Unix(used, 0)
		cs.idle.MoveToBack(first)
	}
	return nil
}

// oldestOfLargest returns the oldest connection of the network that has most, or
// nil if the network of the new connection would then have as many. The caller
// holds the lock.
func (cs *Connections) oldestOfLargest(newest *conn) *conn {
	count := map[netip.Prefix]int{}
	for c := range cs.open {
		count[c.largestNetwork()]++
	}
	var found *conn
	most := count[newest.largestNetwork()] + 1
	for c := range cs.open {
		n := count[c.largestNetwork()]
		if len(c.networks) > 0 && (n > most || n == most && found != nil && c.since.Before(found.since)) {
			found, most = c, n
		}
	}
	return found
}

// largestNetwork returns the largest network that the client is counted by.
func (c *conn) largestNetwork() netip.Prefix {
	if len(c.networks) == 0 {
		return netip.Prefix{}
	}
	return c.networks[len(c.networks)-1]
}

// remove ends the count of a connection. It may be called again.
func (cs *Connections) remove(c *conn) {
	cs.mu.Lock()
	_, counted := cs.open[c]
	delete(cs.open, c)
	cs.leaveIdle(c)
	cs.mu.Unlock()
	if counted {
		cs.byNetwork.Release(c.networks, 1)
	}
}

// leaveIdle takes a connection out of those that wait. The caller holds the lock.
func (cs *Connections) leaveIdle(c *conn) {
	if c.waiting != nil {
		cs.idle.Remove(c.waiting)
		c.waiting = nil
	}
}

// ConnState is for http.Server.ConnState. It tells the connections that wait for a
// request from those that are busy.
func ConnState(nc net.Conn, state http.ConnState) {
	c := counted(nc)
	if c == nil || state != http.StateActive && state != http.StateIdle {
		return
	}
	cs := c.all
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.leaveIdle(c)
	if _, counted := cs.open[c]; !counted {
		return
	}
	c.since = time.Now()
	if state == http.StateIdle {
		c.waiting = cs.idle.PushBack(c)
	}
}

// counted returns the connection that is counted, or nil.
func counted(nc net.Conn) *conn {
	switch c := nc.(type) {
	case *conn:
		return c
	case *fastConn:
		return counted(c.tcpConn)
	case *tlsStream:
		return c.transport.conn
	case *tls.Conn:
		return counted(c.NetConn())
	case *tlsTransport:
		return c.conn
	}
	return nil
}
