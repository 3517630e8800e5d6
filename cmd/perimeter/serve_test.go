package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"perimeter/internal/wire"
)

func TestTheFastPathCanBeSwitchedOff(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "handler") })
	find := func(wire.Request) (head, body []byte) {
		return []byte("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n"), []byte("fast")
	}
	for want, find := range map[string]wire.FindFunc{"fast": find, "handler": nil} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- serveEndpoint(ctx, endpoint{l, handler, find}, usualPeriods, slog.New(slog.DiscardHandler))
		}()
		// The handler always answers the first request of a connection.
		bodies := map[string]int{}
		for bodies["fast"] == 0 && bodies["handler"] < 50 {
			_, body := get(t, "http://"+l.Addr().String()+"/")
			bodies[body]++
		}
		if bodies[want] == 0 || want == "handler" && bodies["fast"] > 0 {
			t.Errorf("want %s: responses %v", want, bodies)
		}
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestAnUnknownFastPathSettingIsRefused(t *testing.T) {
	if status, _, stderr := command(t, "", "serve", "--data", t.TempDir(), "--fast-path", "perhaps"); status == 0 {
		t.Errorf("status %d, %q", status, stderr)
	}
}

func TestHSTSCoversSubdomainsOnRequest(t *testing.T) {
	for flag, want := range map[string]string{
		"--hsts-subdomains=false": "max-age=31536000",
		"--hsts-subdomains":       "max-age=31536000; includeSubDomains",
	} {
		server := start(t, t.TempDir(), "--base-url", "https://www.pest.example", "--trusted-proxies", "127.0.0.0/8", "--starter=false", flag)
		response, err := http.Get(server.address + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Strict-Transport-Security"); got != want {
			t.Errorf("%s: %q, want %q", flag, got, want)
		}
	}
}
