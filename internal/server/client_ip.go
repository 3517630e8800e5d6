package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clientIP returns the IP address that a request comes from: that of the
// connection or, if that is a trusted proxy, the last one in X-Forwarded-For that
// is not a trusted proxy. The client could have made up everything before it.
func clientIP(r *http.Request, trusted []netip.Prefix) netip.Addr {
	connection, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	ip := connection.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !within(trusted, ip) {
			break
		}
		next, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		ip = next.Unmap()
	}
	return ip
}

func within(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}
