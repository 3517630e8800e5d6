package notify

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

const requestTimeout = 15 * time.Second

// allowedIPs says which receivers may get requests besides public ones. Otherwise
// whoever can name a receiver could reach services that are not public.
type allowedIPs struct {
	private, loopback bool
	advice            string // how to allow private ones
}

// newClient returns a client for receivers that others have named.
func newClient(allowed allowedIPs) *http.Client {
	dialer := &net.Dialer{Timeout: requestTimeout, Control: allowed.check}
	return &http.Client{
		Timeout:   requestTimeout,
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: requestTimeout, DisableKeepAlives: true},
		// A redirect would send the notice, signed for one receiver, to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// check refuses connections to IPs that are not public. It sees the IP that is
// dialled, so a name that resolves to another one later changes nothing.
func (a allowedIPs) check(_, hostPort string, _ syscall.RawConn) error {
	remote, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return fmt.Errorf("the receiver: %w", err)
	}
	ip := remote.Addr().Unmap()
	switch {
	case a.private, a.loopback && ip.IsLoopback():
		return nil
	case !ip.IsGlobalUnicast(), ip.IsPrivate(), slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(ip) }):
		if a.advice == "" {
			return errors.New("the receiver has a private IP")
		}
		return errors.New("the receiver has a private IP; " + a.advice)
	default:
		return nil
	}
}

// notPublic are networks that Go counts as public and that are not, or that stand for
// an IPv4 address, which may be a private one.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),      // this network
	netip.MustParsePrefix("100.64.0.0/10"),  // shared by the customers of a provider
	netip.MustParsePrefix("192.0.0.0/24"),   // protocols between routers
	netip.MustParsePrefix("198.18.0.0/15"),  // measurements inside a network
	netip.MustParsePrefix("240.0.0.0/4"),    // reserved
	netip.MustParsePrefix("::/96"),          // IPv4, an old notation
	netip.MustParsePrefix("64:ff9b::/96"),   // IPv4 behind NAT64
	netip.MustParsePrefix("64:ff9b:1::/48"), // the same, in a local network
	netip.MustParsePrefix("2001::/32"),      // IPv4 in Teredo tunnels
	netip.MustParsePrefix("2002::/16"),      // IPv4 in 6to4 tunnels
	netip.MustParsePrefix("fec0::/10"),      // an old form of private networks
}

// withoutURL returns the cause of a failed request. The URL is often a secret, so
// it may not reach the log.
func withoutURL(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
