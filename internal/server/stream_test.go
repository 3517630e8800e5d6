package server

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestARefusedStreamClosesItsConnection(t *testing.T) {
	a := newAPI(newApp(t).Config)
	for err, want := range map[error]string{
		errs.Errorf(errs.TooMany, "too many"):      "close",
		errs.Errorf(errs.NotFound, "no chat here"): "",
	} {
		w := httptest.NewRecorder()
		refuse := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a.stream(w, r, func(context.Context, *eventStream) error { return err })
		})
		a.addRequestInfo(refuse).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), get, "/api/chat/events", nil))
		if got := w.Header().Get("Connection"); w.Code < 400 || got != want {
			t.Errorf("%v: %d, Connection %q, want %q", err, w.Code, got, want)
		}
	}
}

func TestAStreamIsEndedProperlyLongAfterItsLastEvent(t *testing.T) {
	a := newAPI(newApp(t).Config)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.stream(w, r, func(_ context.Context, s *eventStream) error {
			if err := s.send(); err != nil {
				return err
			}
			return http.NewResponseController(w).SetWriteDeadline(time.Now().Add(-time.Second))
		})
	}))
	defer server.Close()
	response, err := server.Client().Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != ":\n\n" {
		t.Errorf("got %q, %v", body, err)
	}
}

func TestVisitorStreamResumesAfterLostConnection(t *testing.T) {
	a := newApp(t)
	w := newWindow(t, a.opened(t, 0))
	next, stop := w.events(t, "/api/chat/events")
	if first := next(); first.name != "state" || first.id != "" || !strings.Contains(first.data, `"staffOnline":false`) {
		t.Errorf("first comes %+v", first)
	}
	w.say(t, "1", "I have ants.")
	if m, _ := message(t, next); m.Text != "I have ants." || m.Staff || m.Key != "1" {
		t.Errorf("the visitor's own message came as %+v", m)
	}
	conversation := a.onlyConversation(t)
	answer := func(text string) {
		t.Helper()
		a.call(t, admin, post, "/api/admin/chat/"+conversation.ID+"/messages", fields{"key": text, "text": text}).wants(t, 200)
	}
	answer("Where?")
	m, id := message(t, next)
	if m.Text != "Where?" || !m.Staff || m.Author != "Somebody" || id != fmt.Sprint(m.ID) {
		t.Errorf("the answer came as %+v with the id %s", m, id)
	}

	stop()
	answer("Hello?")
	w.say(t, "2", "In the kitchen.")
	for name, again := range map[string]func() (func() received, func()){
		"by the browser":  func() (func() received, func()) { return w.events(t, "/api/chat/events", "Last-Event-ID", id) },
		"by the page":     func() (func() received, func()) { return w.events(t, "/api/chat/events?after="+id) },
		"after the other": func() (func() received, func()) { return w.events(t, "/api/chat/events?after=1", "Last-Event-ID", id) },
	} {
		next, stop := again()
		var missed []string
		for range 2 {
			m, _ := message(t, next)
			missed = append(missed, m.Text)
		}
		if diff := cmp.Diff([]string{"Hello?", "In the kitchen."}, missed); diff != "" {
			t.Errorf("resumed %s:\n%s", name, diff)
		}
		stop()
	}
}

func TestStreamsOutliveServerTimeouts(t *testing.T) {
	a := newApp(t, func(a *app, _ *Config) { a.heartbeat = 50 * time.Millisecond })
	next, stop := newWindow(t, a.opened(t, 500*time.Millisecond)).events(t, "/api/chat/events")
	defer stop()
	next()
	for range 25 { // more than twice the server's timeout
		if life := next(); life != (received{}) {
			t.Errorf("a sign of life is %+v", life)
		}
	}
}

func TestStreamsEndWhenTheServerStops(t *testing.T) {
	stopping := make(chan struct{})
	a := newApp(t, func(_ *app, cfg *Config) { cfg.Stopping = stopping })
	server := a.opened(t, 0)
	w := newWindow(t, server)
	next, _ := w.events(t, "/api/chat/events")
	next()
	close(stopping)
	if err := server.Config.Shutdown(t.Context()); err != nil {
		t.Errorf("the server waits for streams: %v", err)
	}
}

func TestStaffStreamReportsMessagesAndPresence(t *testing.T) {
	a := newApp(t)
	server := a.opened(t, 0)
	v := newWindow(t, server)
	visitorNext, stopVisitor := v.events(t, "/api/chat/events")
	defer stopVisitor()
	visitorNext()
	next, stop := newWindow(t, server).events(t, "/api/admin/chat/events?present=true", "Cookie", cookieName+"="+admin)
	defer stop()
	first := next()
	if first.name != "changed" || first.id != first.data {
		t.Errorf("first comes %+v", first)
	}
	if state := visitorNext(); state.name != "state" || !strings.Contains(state.data, `"staffOnline":true`) {
		t.Errorf("the visitor is told %+v", state)
	}
	v.say(t, "1", "Hello")
	for e := next(); e.name != "changed" || e.id == first.id; e = next() {
	}
	c := a.onlyConversation(t)
	a.call(t, admin, post, "/api/admin/chat/"+c.ID, fields{"readTo": 1 << 40, "closed": true}).wants(t, 200)
	if c := a.onlyConversation(t); c.Unread != 0 || !c.Closed {
		t.Errorf("after reading and closing: %+v", c)
	}
	thread := data[chat.Thread](t, a.call(t, admin, get, "/api/admin/chat/"+c.ID, nil).wants(t, 200))
	if len(thread.Messages) != 1 || thread.Messages[0].Text != "Hello" {
		t.Errorf("the thread is %+v", thread)
	}
	a.call(t, admin, remove, "/api/admin/chat/"+c.ID, nil).wants(t, 200)
	a.call(t, admin, get, "/api/admin/chat/"+c.ID, nil).wants(t, 404)
	if a.lines(t, "conversation deleted") == nil {
		t.Error("the deletion left no line in the log")
	}
}

func TestStaffStreamRequiresAdministrator(t *testing.T) {
	a := newApp(t)
	a.call(t, nobody, get, "/api/admin/chat/events", nil).wants(t, 401)
	a.call(t, staff, get, "/api/admin/chat/events", nil).wants(t, 403)
}

func TestChatWorksAcrossReplicasOnPostgres(t *testing.T) {
	address := testkit.PostgresURL(t)
	one := newApp(t, func(a *app, _ *Config) { a.store = testkit.OpenStore(t, store.Config{DatabaseURL: address}) })
	second := &app{store: testkit.OpenStore(t, store.Config{DatabaseURL: address}), now: one.now}
	cfg := Config{Pages: http.NotFoundHandler()}
	second.wire(&cfg, nil)
	other := httptest.NewServer(New(cfg))
	defer other.Close()
	v := newWindow(t, other)
	next, stop := v.events(t, "/api/chat/events")
	defer stop()
	next()
	staffNext, stopStaff := newWindow(t, one.opened(t, 0)).events(t, "/api/admin/chat/events?present=true", "Cookie", cookieName+"="+admin)
	defer stopStaff()
	staffNext()

	v.say(t, "1", "Hello from the other replica")
	for e := staffNext(); e.name != "changed"; e = staffNext() {
	}
	message(t, next)
	c := one.onlyConversation(t)
	one.call(t, admin, post, "/api/admin/chat/"+c.ID+"/messages", fields{"key": "2", "text": "Heard you"}).wants(t, 200)
	if m, _ := message(t, next); m.Text != "Heard you" {
		t.Errorf("the visitor got %+v", m)
	}
}
