package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
)

// inheritVariable names the listening sockets that a process got from the one before
// it, in the order of their descriptors.
const inheritVariable = "PERIMETER_INHERIT"

// firstInherited is the descriptor after the standard streams.
const firstInherited = 3

// The names of the listening sockets.
const (
	plainSocket   = "plain"
	httpsSocket   = "https"
	httpSocket    = "http"
	metricsSocket = "metrics"
)

// sockets are listening sockets that this process has, by name. They stay open for as
// long as the process runs.
type sockets map[string]*os.File

// inheritedSockets are those of the process before this one.
func inheritedSockets(names []string) sockets {
	files := sockets{}
	for i, name := range names {
		files[name] = os.NewFile(uintptr(firstInherited+i), name)
	}
	return files
}

// sockets returns the sockets that the handover keeps open.
func (h *handover) sockets() sockets {
	files := sockets{}
	for i, name := range h.names {
		files[name] = h.files[i]
	}
	return files
}

// listen listens at the address, on the socket of that name if there is one.
func (s sockets) listen(name, address string) (net.Listener, error) {
	if file := s[name]; file != nil {
		return net.FileListener(file)
	}
	return net.Listen("tcp", address)
}

var errNoFile = errors.New("this kind of socket cannot be handed over")

// files returns the sockets, which stay open when the listeners are closed.
func (l listeners) files() (files []*os.File, names []string, err error) {
	for _, one := range []struct {
		name     string
		listener net.Listener
	}{{plainSocket, l.plain}, {httpsSocket, l.https}, {httpSocket, l.http}, {metricsSocket, l.metrics}} {
		if one.listener == nil {
			continue
		}
		tcp, ok := one.listener.(*net.TCPListener)
		if !ok {
			return nil, nil, errNoFile
		}
		file, err := tcp.File()
		if err != nil {
			return nil, nil, fmt.Errorf("the socket %s cannot be handed over: %w", one.name, err)
		}
		files, names = append(files, file), append(names, one.name)
	}
	return files, names, nil
}

// watchTarget returns where to ask for pages.
func (l listeners) watchTarget(base *url.URL) watchTarget {
	listener, encrypted := l.plain, false
	if listener == nil {
		listener, encrypted = l.https, true
	}
	address := *listener.Addr().(*net.TCPAddr)
	if address.IP.IsUnspecified() {
		address.IP = net.IPv4(127, 0, 0, 1)
		if l := listener.Addr().(*net.TCPAddr); l.IP.To4() == nil && len(l.IP) == net.IPv6len {
			address.IP = net.IPv6loopback
		}
	}
	return watchTarget{address: address.String(), base: base, tls: encrypted}
}

// site returns the pages behind the socket, whatever the names in its URLs are.
func (t watchTarget) site() trialSite {
	scheme := "http"
	if t.tls {
		scheme = "https"
	}
	site := newTrialSite((&url.URL{Scheme: scheme, Host: t.base.Host}).String())
	site.client.Transport = &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", t.address)
		},
		// The watch asks whether the pages are served. The certificate has its own.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: t.base.Hostname()},
	}
	return site
}
