package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/media"
	"perimeter/internal/testkit/picture"
)

func TestBodiesThatAnybodyMaySendAreSmall(t *testing.T) {
	for _, r := range newAPI(Config{}).routeTable() {
		if limit := publicBodies[r.pattern()]; isPublic(r.pattern()) && r.takesBody && (limit == 0 || limit > 32<<10) {
			t.Errorf("%s is open to everybody and takes %d bytes", r.pattern(), limit)
		}
	}
	a := newApp(t)
	for path, limit := range map[string]int{"/api/auth/login": 16 << 10, "/api/chat/messages": 32 << 10} {
		const rest = `{"filler":""}`
		fits := `{"filler":"` + strings.Repeat("a", limit-len(rest)) + `"}`
		a.call(t, nobody, post, path, fits).wants(t, 400)
		a.call(t, nobody, post, path, fits+" ").wants(t, 413)
		r := httptest.NewRequestWithContext(t.Context(), post, path, io.MultiReader(strings.NewReader(fits+" "))) // without a length
		r.Header.Set("Content-Type", "application/json")
		a.send(t, r).wants(t, 413)
	}
}

// unreadBody fails the test if it is read before the response is out.
type unreadBody struct {
	t *testing.T
	w *httptest.ResponseRecorder
}

func (b unreadBody) Read([]byte) (int, error) {
	if !b.w.Flushed {
		b.t.Error("the body was read before the response")
	}
	return 0, io.EOF
}

func TestBodiesAreReadAfterTheRateLimit(t *testing.T) {
	a := newApp(t, func(a *app, cfg *Config) { cfg.Clock = func() time.Time { return a.now } })
	for range publicBodyRate.Burst {
		a.call(t, nobody, post, "/api/chat/contact", fields{}).wants(t, 400)
	}
	for _, path := range []string{"/api/chat/contact", "/api/chat/messages", "/api/auth/login"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), post, path, unreadBody{t, w})
		r.Header.Set("Content-Type", "application/json")
		a.ServeHTTP(w, r)
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || w.Header().Get("Connection") != "close" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), post, "/api/chat/contact", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = "203.0.113.9:1"
	a.send(t, r).wants(t, 400)
}

func TestAllBodiesTogetherHaveABudget(t *testing.T) {
	a := newApp(t)
	var held sync.WaitGroup
	var writers []*io.PipeWriter
	for range maxBodies / maxBody {
		body, writer := io.Pipe()
		r := httptest.NewRequestWithContext(t.Context(), post, "/api/admin/content", body)
		r.ContentLength = maxBody
		r.Header.Set("Content-Type", "application/json")
		r.AddCookie(&http.Cookie{Name: cookieName, Value: admin})
		held.Go(func() { a.ServeHTTP(httptest.NewRecorder(), r) })
		if _, err := writer.Write([]byte("{")); err != nil { // returns when the server has read it
			t.Fatal(err)
		}
		writers = append(writers, writer)
	}
	res := a.call(t, admin, post, "/api/admin/content", contentBody("k")).wants(t, 503)
	if res.Header.Get("Retry-After") == "" {
		t.Error("the response does not say when to try again")
	}
	for _, writer := range writers {
		_ = writer.CloseWithError(io.ErrUnexpectedEOF)
	}
	held.Wait()
	a.call(t, admin, post, "/api/admin/content", contentBody("k")).wants(t, 200)
}

func TestARefusalDoesNotWaitForTheBody(t *testing.T) {
	a := newApp(t)
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	for request, want := range map[string]int{
		"POST /api/auth/login":               413,
		"POST /api/chat/messages":            413,
		"PUT /objects/uploads/X?token=wrong": 403,
		"PUT " + strings.TrimPrefix(a.ticket(t, nil).UploadURL, "http://pest.example"): 415, // the type is not an image's
	} {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(connection, "%s HTTP/1.1\r\nHost: pest.example\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", request)
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		if response.StatusCode != want || !response.Close {
			t.Errorf("%s: status %d, closing %v", request, response.StatusCode, response.Close)
		}
		_ = connection.Close()
	}
}

// deadlines records the time that a connection is given.
type deadlines struct {
	*httptest.ResponseRecorder
	read time.Duration
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.read = max(d.read, time.Until(at))
	return nil
}

func (d *deadlines) SetWriteDeadline(time.Time) error { return nil }

func TestOnlyAnUploadThatIsAllowedGetsMoreTime(t *testing.T) {
	a := newApp(t)
	allowed := a.ticket(t, nil).UploadURL
	wrong, _, _ := strings.Cut(allowed, "?")
	for _, tt := range []struct {
		url, contentType string
		want             bool
	}{
		{wrong + "?token=wrong", "image/png", false},
		{allowed, "text/plain", false},
		{allowed, "image/png", true},
	} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, tt.url, strings.NewReader("no picture"))
		r.Header.Set("Content-Type", tt.contentType)
		a.ServeHTTP(w, r)
		if got := w.read > drainTimeout; got != tt.want {
			t.Errorf("%s as %s: answered with %d, time to send %v", tt.url, tt.contentType, w.Code, w.read)
		}
	}
}

func TestUploadsCountAgainstTheBudgetOfBodies(t *testing.T) {
	a := newApp(t)
	var held sync.WaitGroup
	var writers []*io.PipeWriter
	send := func(url string, body io.Reader) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPut, url, body)
		r.ContentLength = media.MaxUploadBytes
		r.Header.Set("Content-Type", "image/png")
		a.ServeHTTP(w, r)
		return w
	}
	for range maxBodies / media.MaxUploadBytes {
		body, writer := io.Pipe()
		url := a.ticket(t, nil).UploadURL
		held.Go(func() { send(url, body) })
		if _, err := writer.Write([]byte("a")); err != nil { // returns when the server has read it
			t.Fatal(err)
		}
		writers = append(writers, writer)
	}
	if w := send(a.ticket(t, nil).UploadURL, strings.NewReader("")); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one more: %d", w.Code)
	}
	for _, writer := range writers {
		_ = writer.CloseWithError(io.ErrUnexpectedEOF)
	}
	held.Wait()
	a.upload(t, picture.PNG(t, picture.Photo(8, 8, 1)))
}
