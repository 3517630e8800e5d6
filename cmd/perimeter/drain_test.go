package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"perimeter/internal/wire"
)

// stoppable serves a handler until the test calls stop, which returns the error
// of serve.
func stoppable(t *testing.T, handler http.HandlerFunc, find wire.FindFunc, periods stopPeriods) (address string, stop func() <-chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- serveEndpoint(ctx, endpoint{l, handler, find}, periods, slog.New(slog.DiscardHandler))
	}()
	return l.Addr().String(), func() <-chan error { cancel(); return ended }
}

// client sends requests on one connection.
type client struct {
	net.Conn
	*bufio.Reader
}

func connect(t *testing.T, address string) client {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return client{conn, bufio.NewReader(conn)}
}

// get reports whether the response says that it is the last on the connection.
func (c client) get(path string) (last bool, err error) {
	if _, err := fmt.Fprintf(c.Conn, "GET %s HTTP/1.1\r\nHost: pest.example\r\n\r\n", path); err != nil {
		return false, err
	}
	response, err := http.ReadResponse(c.Reader, nil)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.Close, err
}

func TestStopLosesNoRequestOnOpenConnections(t *testing.T) {
	find := func(wire.Request) (head, body []byte) {
		return []byte("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n"), []byte("fast")
	}
	for name, find := range map[string]wire.FindFunc{"fast path": find, "net/http": nil} {
		t.Run(name, func(t *testing.T) {
			stopping := make(chan struct{})
			address, stop := stoppable(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/slow" {
					<-stopping
				}
				_, _ = io.WriteString(w, "handler")
			}, find, stopPeriods{drain: time.Minute, first: firstPeriod, body: bodyPeriod}) // ends as soon as all clients have left, however slow the machine is
			clients := make([]client, 40)
			for i := range clients {
				clients[i] = connect(t, address)
				for range 2 { // the second request is on the fast path
					if last, err := clients[i].get("/"); last || err != nil {
						t.Fatalf("before the stop: last %v, error %v", last, err)
					}
				}
			}
			active := connect(t, address)
			answered := make(chan error, 1)
			go func() { _, err := active.get("/slow"); answered <- err }()
			ended := stop()

			// Each client sends until it is told that the connection ends.
			failed := 0
			for _, c := range clients {
				for last := false; !last; {
					var err error
					if last, err = c.get("/"); err != nil {
						failed++
						break
					}
				}
			}
			if failed > 0 {
				t.Errorf("%d of %d clients lost a request", failed, len(clients))
			}
			close(stopping)
			if err := <-answered; err != nil {
				t.Errorf("the request that was active: %v", err)
			}
			active.Conn.Close()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStopDoesNotWaitForUnfinishedBodies(t *testing.T) {
	const unfinished = "POST %s HTTP/1.1\r\nHost: pest.example\r\nContent-Length: 100\r\n\r\n{"
	reading, read := make(chan struct{}, 1), make(chan error, 1)
	goOn, worked := make(chan struct{}), make(chan error, 1)
	address, stop := stoppable(t, func(w http.ResponseWriter, r *http.Request) {
		reading <- struct{}{}
		switch r.URL.Path {
		case "/read":
			_, err := io.ReadAll(r.Body)
			read <- err
		case "/patient":
			// As after a refusal, so that the client can read it.
			_, _ = io.ReadAll(r.Body)
			_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
			_, _ = io.Copy(io.Discard, r.Body)
		case "/work":
			// What has arrived is finished, however long it takes.
			_, err := io.ReadAll(r.Body)
			<-goOn
			worked <- errors.Join(err, r.Context().Err())
		}
		w.WriteHeader(http.StatusBadRequest)
	}, nil, stopPeriods{drain: drainPeriod, first: firstPeriod, body: bodyPeriod})
	for _, path := range []string{"/read", "/patient", "/refuse"} {
		if _, err := fmt.Fprintf(connect(t, address), unfinished, path); err != nil {
			t.Fatal(err)
		}
		<-reading
	}
	if _, err := fmt.Fprint(connect(t, address), "POST /work HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	<-reading
	ended := stop()
	if err := <-read; err == nil {
		t.Error("the unfinished body was read without an error")
	}
	close(goOn)
	if err := <-worked; err != nil {
		t.Errorf("the request that had arrived was cancelled: %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("serve returned %v", err)
	}
}

func TestStopAnswersConnectionsThatWereAccepted(t *testing.T) {
	address, stop := stoppable(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "handler") },
		nil, stopPeriods{first: time.Minute, body: bodyPeriod}) // ends as soon as all have asked
	clients := make([]client, 20)
	for i := range clients {
		clients[i] = connect(t, address)
	}
	last := connect(t, address) // accepted after the others
	if _, err := last.get("/"); err != nil {
		t.Fatal(err)
	}
	ended := stop()
	for i, c := range clients {
		if _, err := c.get("/"); err != nil {
			t.Errorf("the first request of connection %d: %v", i, err)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
