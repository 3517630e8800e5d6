package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A client may stop sending after its request and still read the response.
func TestAClientThatHalfClosesGetsThePage(t *testing.T) {
	noticed := make(chan context.Context, 1)
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			<-(<-noticed).Done() // until net/http has noticed
			if r.Context().Err() == nil {
				_, _ = io.WriteString(w, "the page")
			}
		})
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		noticed <- r.Context()
		a.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, "GET / HTTP/1.1\r\nHost: pest.example\r\n\r\n")
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); string(body) != "the page" || err != nil {
		t.Errorf("got %d, %q, %v", response.StatusCode, body, err)
	}
}
