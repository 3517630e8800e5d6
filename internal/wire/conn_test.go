package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"testing"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// serve starts a server with joining connections and returns its URL.
func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	l := listen(t)
	server := &http.Server{Handler: handler, ConnContext: ConnContext}
	go func() { _ = server.Serve(NewConnections(Limits{}).Listener(l)) }()
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	return "http://" + l.Addr().String()
}

func TestWriteBodySendsBodiesOfEverySizeWhole(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	bodies := map[string][]byte{}
	mux := http.NewServeMux()
	for _, size := range []int{0, 1, 100, 3500, 4095, 4096, 4097, 8191, 8192, 8193, 12000, 20000, 1 << 20} {
		body := make([]byte, size)
		_, _ = random.Read(body)
		path := fmt.Sprintf("/%d", size)
		bodies[path] = body
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(size))
			w.WriteHeader(http.StatusOK)
			if r.Method != http.MethodHead {
				writeBody(w, r, body)
			}
		})
	}
	url := serve(t, mux)
	// Twice over the same connection: no bytes of one response may end up in the next.
	for range 2 {
		for path, want := range bodies {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				request, _ := http.NewRequestWithContext(t.Context(), method, url+path, nil)
				response, err := http.DefaultTransport.RoundTrip(request)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(response.Body)
				_ = response.Body.Close()
				if err != nil {
					t.Fatal(err)
				}
				if response.ContentLength != int64(len(want)) {
					t.Errorf("%s %s: Content-Length %d", method, path, response.ContentLength)
				}
				if method == http.MethodGet && !bytes.Equal(got, want) {
					t.Errorf("%s: %d bytes arrived, which are not the %d that were sent", path, len(got), len(want))
				}
			}
		}
	}
}

func TestConnSendsHeaderAndBodyTogether(t *testing.T) {
	server, client := tcpPair(t)
	c := &conn{TCPConn: server, all: NewConnections(Limits{})}
	c.joining = true
	if n, err := c.Write([]byte("header ")); n != 7 || err != nil {
		t.Fatal(n, err)
	}
	if len(c.held) != 7 {
		t.Errorf("%d bytes are held back, want the 7 of the header", len(c.held))
	}
	if n, err := c.Write([]byte("body")); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	if len(c.held) != 0 || c.joining {
		t.Error("the connection still holds bytes back")
	}
	_ = server.Close()
	if got, _ := io.ReadAll(client); string(got) != "header body" {
		t.Errorf("got %q", got)
	}
}

func TestFlushSendsAHeldWriteWithoutASecond(t *testing.T) {
	server, client := tcpPair(t)
	c := &conn{TCPConn: server, all: NewConnections(Limits{}), joining: true}
	_, _ = c.Write([]byte("alone"))
	c.flush()
	_ = server.Close()
	if got, _ := io.ReadAll(client); string(got) != "alone" {
		t.Errorf("got %q", got)
	}
}

func tcpPair(t *testing.T) (server *net.TCPConn, client net.Conn) {
	t.Helper()
	l := listen(t)
	defer func() { _ = l.Close() }()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return c.(*net.TCPConn), client
}
