package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"perimeter/internal/server"
)

func TestUploadURLEndsWithSession(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	site := start(t, dir)
	client := signedIn(t, site.address, "sam", "a fine password")
	response, err := client.Post(site.address+"/api/admin/images/upload-url", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var ticket struct{ UploadURL string }
	if err := json.NewDecoder(response.Body).Decode(&ticket); err != nil || ticket.UploadURL == "" {
		t.Fatalf("%+v, %v", ticket, err)
	}
	send(t, client, site.address+"/api/auth/logout", nil)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, ticket.UploadURL, strings.NewReader("a picture"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "image/png")
	refused, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer refused.Body.Close()
	if refused.StatusCode != http.StatusForbidden {
		t.Errorf("status %d after signing out", refused.StatusCode)
	}
}

func TestConnectionsPerClientAreLimited(t *testing.T) {
	site := start(t, t.TempDir(), "--connections-per-client", "3")
	var open []net.Conn
	answered := 0
	for range 5 {
		connection, err := net.Dial("tcp", strings.TrimPrefix(site.address, "http://"))
		if errors.Is(err, syscall.ECONNRESET) {
			continue // refused before the dialer has looked at it
		}
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, connection)
		fmt.Fprint(connection, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if n, _ := connection.Read(make([]byte, 1)); n == 1 {
			answered++
		}
	}
	for _, connection := range open {
		_ = connection.Close()
	}
	if answered > 3 || answered == 0 { // the start has left connections of its own
		t.Errorf("%d of 5 connections were served, want at most 3", answered)
	}
}

func TestResponsesOutsideTheSiteHaveSecurityHeaders(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(newMetrics().serve(listener, server.WithHeaders(server.Config{}), slog.New(slog.DiscardHandler)))
	site := start(t, t.TempDir())
	for request, host := range map[string]string{
		"OPTIONS *":          strings.TrimPrefix(site.address, "http://"),
		"GET /healthz":       strings.TrimPrefix(site.address, "http://"),
		"GET /metrics":       listener.Addr().String(),
		"GET /debug/pprof/":  listener.Addr().String(),
		"GET /no/such/thing": listener.Addr().String(),
	} {
		connection, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(connection, "%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", request, host)
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		_, _ = response.Body.Close(), connection.Close()
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := response.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s is %q, want %q", request, name, got, want)
			}
		}
	}
}
