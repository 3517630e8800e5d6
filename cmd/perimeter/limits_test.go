package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

func TestUploadURLEndsWithSession(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir)
	client := signedIn(t, server.address, "sam", "a fine password")
	response, err := client.Post(server.address+"/api/admin/images/upload-url", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var ticket struct{ UploadURL string }
	if err := json.NewDecoder(response.Body).Decode(&ticket); err != nil || ticket.UploadURL == "" {
		t.Fatalf("%+v, %v", ticket, err)
	}
	send(t, client, server.address+"/api/auth/logout", nil)
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
	server := start(t, t.TempDir(), "--connections-per-client", "3")
	var open []net.Conn
	answered := 0
	for range 5 {
		connection, err := net.Dial("tcp", strings.TrimPrefix(server.address, "http://"))
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
