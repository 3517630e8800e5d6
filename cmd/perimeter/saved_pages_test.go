package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"perimeter/internal/testkit"
)

// passOn forwards connections to a server until stop, which also ends those that
// are open.
func passOn(t *testing.T, address, server string) (listening string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			target, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				continue
			}
			go func() { _, _ = io.Copy(target, client); target.Close() }()
			go func() { _, _ = io.Copy(client, target); client.Close() }()
			go func() { <-ended; client.Close(); target.Close() }()
		}
	}()
	return l.Addr().String(), func() { l.Close(); close(ended) }
}

func TestPagesAreServedAfterAStartWithoutTheDatabase(t *testing.T) {
	database, err := url.Parse(testkit.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	server := database.Host
	way, cut := passOn(t, "127.0.0.1:0", server)
	database.Host = way
	dir, flag := t.TempDir(), "--database-url="+database.String()

	first := start(t, dir, flag)
	_, home := get(t, first.address+"/")
	_, posts := get(t, first.address+"/api/blog-posts?fields=summary&page=1")
	for _, path := range []string{"/services", "/no-such-page"} {
		get(t, first.address+path)
	}
	if status := first.stop(); status != 0 {
		t.Fatalf("status %d", status)
	}
	cut()
	if status, _, stderr := command(t, "", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", flag); status == 0 || !strings.Contains(stderr, "database") {
		t.Errorf("a start without saved pages ends with status %d, %s", status, stderr)
	}

	second := start(t, dir, flag)
	for path, want := range map[string]int{
		"/": http.StatusOK, "/services": http.StatusOK, "/no-such-page": http.StatusNotFound,
		"/robots.txt": http.StatusServiceUnavailable, "/healthz": http.StatusOK,
	} {
		if status, _ := get(t, second.address+path); status != want {
			t.Errorf("%s answers %d without the database, want %d", path, status, want)
		}
	}
	if _, body := get(t, second.address+"/"); body != home {
		t.Error("the home page differs from the last one")
	}
	if _, body := get(t, second.address+"/api/blog-posts?fields=summary&page=1"); body != posts {
		t.Error("the list of posts differs from the last one")
	}
	_, mend := passOn(t, way, server)
	defer mend()
	for status := 0; status != http.StatusOK; { // until the database is back
		if status, _ = get(t, second.address+"/robots.txt"); status != http.StatusServiceUnavailable && status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
	}
	if status := second.stop(); status != 0 {
		t.Errorf("status %d", status)
	}
}
