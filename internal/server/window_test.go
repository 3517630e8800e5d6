package server

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"perimeter/internal/chat"
)

// window is a browser window.
type window struct {
	origin string
	client *http.Client
}

// opened serves the app on real connections. The timeout applies to reading a
// request and writing its response; 0 means none.
func (a *app) opened(t *testing.T, limit time.Duration) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(a)
	server.Config.ReadTimeout, server.Config.WriteTimeout = limit, limit
	server.Start()
	t.Cleanup(server.Close)
	return server
}

func newWindow(t *testing.T, server *httptest.Server) *window {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &window{server.URL, &http.Client{Jar: jar}}
}

func (w *window) request(ctx context.Context, t *testing.T, method, path string, body any, header ...string) *http.Response {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(ctx, method, w.origin+path, strings.NewReader(string(encoded)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func (w *window) say(t *testing.T, key, text string) *http.Response {
	t.Helper()
	return w.request(t.Context(), t, post, "/api/chat/messages", fields{"key": key, "text": text, "page": "/about"})
}

// received is an event as it arrived; a comment has no name.
type received struct{ name, id, data string }

// events reads the stream at path until stop.
func (w *window) events(t *testing.T, path string, header ...string) (next func() received, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	res := w.request(ctx, t, get, path, nil, header...)
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("%s answers with %d %s", path, res.StatusCode, got)
	}
	lines := bufio.NewReader(res.Body)
	next = func() received {
		t.Helper()
		var e received
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ended: %v", err)
			}
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch name {
			case "event":
				e.name = value
			case "id":
				e.id = value
			case "data":
				e.data = value
			case "":
				return e
			}
		}
	}
	return next, cancel
}

// message reads on to the next message.
func message(t *testing.T, next func() received) (chat.Message, string) {
	t.Helper()
	for {
		e := next()
		if e.name != "message" {
			continue
		}
		var m chat.Message
		if err := json.Unmarshal([]byte(e.data), &m); err != nil {
			t.Fatal(err)
		}
		return m, e.id
	}
}

func (a *app) onlyConversation(t *testing.T) chat.Summary {
	t.Helper()
	inbox := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat", nil).wants(t, 200))
	if len(inbox.Conversations) != 1 {
		t.Fatalf("there are %d conversations", len(inbox.Conversations))
	}
	return inbox.Conversations[0]
}
