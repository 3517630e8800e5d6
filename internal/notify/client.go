package notify

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
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
	case !ip.IsGlobalUnicast(), ip.IsPrivate(), carrierNetwork.Contains(ip):
		if a.advice == "" {
			return errors.New("the receiver has a private IP")
		}
		return errors.New("the receiver has a private IP; " + a.advice)
	default:
		return nil
	}
}

// carrierNetwork is shared by the customers of a provider; it is not public.
var carrierNetwork = netip.MustParsePrefix("100.64.0.0/10")

// withoutURL returns the cause of a failed request. The URL is often a secret, so
// it may not reach the log.
func withoutURL(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
