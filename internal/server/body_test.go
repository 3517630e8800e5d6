package server

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
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

// waitingBody sends nothing. It reports when the server asks for the first byte.
type waitingBody struct {
	asked func()
	end   <-chan struct{}
}

func (b waitingBody) Read([]byte) (int, error) {
	b.asked()
	<-b.end
	return 0, io.ErrUnexpectedEOF
}

func TestAnnouncedBodiesTakeNothing(t *testing.T) {
	a := newApp(t)
	const requests = 2_200
	var waiting, ended sync.WaitGroup
	end := make(chan struct{})
	waiting.Add(requests)
	for i := range requests {
		r := httptest.NewRequestWithContext(t.Context(), post, "/api/chat/messages", waitingBody{sync.OnceFunc(waiting.Done), end})
		r.ContentLength, r.RemoteAddr = 32<<10, fmt.Sprintf("203.0.113.%d:1", i%20)
		r.Header.Set("Content-Type", "application/json")
		ended.Go(func() { a.ServeHTTP(httptest.NewRecorder(), r) })
	}
	waiting.Wait()
	a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": "Hello"}).wants(t, 200)
	a.call(t, admin, post, "/api/admin/content", contentBody("k")).wants(t, 200)
	close(end)
	ended.Wait()
}

func TestBodiesGoOverTheirOwnBudgetOnly(t *testing.T) {
	message := call{post, "/api/chat/messages", fields{"key": "1", "text": "Hello"}}
	save := call{post, "/api/admin/content", contentBody("k")}
	for name, tt := range map[string]struct {
		budget            func(bodyBudgets) *limit.Budget
		total             int64
		message, save, up int
	}{
		"visitors": {func(b bodyBudgets) *limit.Budget { return b.visitors }, visitorBodies.Total, 503, 200, 200},
		"users":    {func(b bodyBudgets) *limit.Budget { return b.users }, userBodies.Total, 200, 503, 503},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // a refusal waits for room
			a := newApp(t)
			held, _ := tt.budget(a.server.api.bodies).Open(t.Context(), nil)
			if err := errors.Join(held.Grow(tt.total), held.Arrived()); err != nil {
				t.Fatal(err)
			}
			res := a.call(t, nobody, message.method, message.path, message.body).wants(t, tt.message)
			if tt.message == 503 && res.Header.Get("Retry-After") == "" {
				t.Error("the response does not say when to try again")
			}
			a.call(t, admin, save.method, save.path, save.body).wants(t, tt.save)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, a.ticket(t, nil).UploadURL, bytes.NewReader(picture.PNG(t, picture.Photo(8, 8, 1))))
			r.Header.Set("Content-Type", "image/png")
			w := httptest.NewRecorder()
			a.ServeHTTP(w, r)
			wantStatus(t, w.Result(), tt.up)
			held.Close()
			a.call(t, nobody, message.method, message.path, message.body).wants(t, 200)
			if tt.save != 200 {
				a.call(t, admin, save.method, save.path, save.body).wants(t, 200)
			}
		})
	}
}

// stall sends all but the last byte of a body, on a connection of its own.
func stall(t *testing.T, server *httptest.Server, clientIP, target, mediaType string, body []byte) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: pest.example\r\nX-Forwarded-For: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		target, clientIP, mediaType, len(body))
	if _, err := connection.Write(body[:len(body)-1]); err != nil {
		t.Fatal(err)
	}
	return connection
}

// behindProxy makes the app trust the client IPs that the test makes up.
func behindProxy(_ *app, cfg *Config) {
	cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
}

func TestABodyThatHasStalledGivesWay(t *testing.T) {
	photo := picture.JPEG(t, picture.Photo(200, 200, 1), 95)
	for name, tt := range map[string]struct {
		path, mediaType string
		body            []byte
		budget          func(*bodyBudgets) **limit.Budget
	}{
		"message": {
			"/api/chat/messages", "application/json",
			[]byte(`{"key":"1","text":"Hello","page":"/"` + strings.Repeat(" ", 20_000) + "}"),
			func(b *bodyBudgets) **limit.Budget { return &b.visitors },
		},
		"photo": {
			"/api/chat/photos?page=/&key=1", "image/jpeg", photo,
			func(b *bodyBudgets) **limit.Budget { return &b.photos },
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t, behindProxy)
			// Room for three of them.
			budget := limit.NewBudget(limit.Quota{Total: int64(3*len(tt.body) + len(tt.body)/2)}, errs.Errorf(errs.Unavailable, "No room."))
			*tt.budget(&a.server.api.bodies) = budget
			server := a.opened(t, 0)
			var stalled []net.Conn
			for i := range 3 {
				stalled = append(stalled, stall(t, server, fmt.Sprintf("203.0.113.%d", i), tt.path, tt.mediaType, tt.body))
			}
			for budget.Held() < int64(3*len(tt.body)) { // until they have arrived
				if t.Context().Err() != nil {
					t.Fatalf("%d bytes have arrived", budget.Held())
				}
				time.Sleep(time.Millisecond)
			}
			request, err := http.NewRequestWithContext(t.Context(), post, server.URL+tt.path, bytes.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", tt.mediaType)
			request.Header.Set("X-Forwarded-For", "198.51.100.7")
			res, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			wantStatus(t, res, 200)
			statuses := map[int]int{}
			for _, connection := range stalled {
				_, _ = connection.Write(tt.body[len(tt.body)-1:]) // the one that gave way may be closed
				res, err := http.ReadResponse(bufio.NewReader(connection), nil)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				statuses[res.StatusCode]++
			}
			if statuses[503] != 1 || statuses[200] != 2 {
				t.Errorf("the statuses of those that had stalled: %v", statuses)
			}
		})
	}
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
