package transport

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// ClientLimit bounds how many connections one client may have open at a time,
// so that a single machine cannot take the memory of all of them.
type ClientLimit struct {
	// Max is the number of connections of one client; 0 means no limit.
	Max int
	// Network returns what counts as one client.
	Network func(netip.Addr) netip.Prefix
	// Exempt are networks without a limit: proxies that connect for many
	// clients.
	Exempt []netip.Prefix
	// Refused is called for each connection above the limit; it may be nil.
	Refused func(clientIP netip.Addr)
}

// clientCounter counts the open connections of each client.
type clientCounter struct {
	ClientLimit
	mu   sync.Mutex
	open map[netip.Prefix]int
}

// take counts a connection until release is called. It reports false if the
// client has too many.
func (c *clientCounter) take(remote net.Addr) (release func(), ok bool) {
	tcp, isTCP := remote.(*net.TCPAddr)
	if c.Max == 0 || !isTCP {
		return func() {}, true
	}
	ip := tcp.AddrPort().Addr().Unmap()
	if slices.ContainsFunc(c.Exempt, func(n netip.Prefix) bool { return n.Contains(ip) }) {
		return func() {}, true
	}
	client := c.Network(ip)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[client] >= c.Max {
		if c.Refused != nil {
			c.Refused(ip)
		}
		return nil, false
	}
	c.open[client]++
	return func() { c.release(client) }, true
}

func (c *clientCounter) release(client netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[client]--; c.open[client] == 0 {
		delete(c.open, client)
	}
}
