package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
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

func TestVisitorIsIdentifiedByChatCookie(t *testing.T) {
	a := newApp(t)
	server := a.opened(t, 0)
	first := newWindow(t, server).say(t, "1", "Hello")
	cookie := first.Header.Get("Set-Cookie")
	for _, word := range []string{"perimeter_chat=", "Path=/api/chat", "HttpOnly", "SameSite=Strict", "Max-Age=7776000"} {
		if !strings.Contains(cookie, word) {
			t.Errorf("the cookie %q lacks %s", cookie, word)
		}
	}
	if a.onlyConversation(t).Page != "/about" {
		t.Errorf("the conversation began on %q", a.onlyConversation(t).Page)
	}

	w := newWindow(t, server)
	next, stop := w.events(t, "/api/chat/events")
	defer stop()
	next()
	if again := w.say(t, "1", "Hello"); again.Header.Get("Set-Cookie") != "" {
		t.Error("a visitor who is known gets another cookie")
	}
	w.say(t, "1", "Hello")
	if got := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat", nil)).Conversations[0]; got.Unread != 1 {
		t.Errorf("a message sent twice was kept %d times", got.Unread)
	}
	for _, token := range []string{"1", strings.Repeat("A", 26), strings.Repeat("A", 26) + "." + strings.Repeat("A", 22)} {
		made := a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": "x"}, "Cookie", "perimeter_chat="+token).wants(t, 200)
		if made.Header.Get("Set-Cookie") == "" {
			t.Errorf("the token %s, which was not issued here, was accepted", token)
		}
	}
}

func TestInboxIsPagedAndSearched(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	})
	for i := range 5 {
		a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": fmt.Sprintf("I have %d ants.", i)},
			"X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i)).wants(t, 200)
	}
	seen, after := map[string]bool{}, ""
	for _, want := range []int{2, 2, 1} {
		inbox := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat?limit=2&after="+after, nil).wants(t, 200))
		if len(inbox.Conversations) != want || inbox.Unread != 5 {
			t.Errorf("the page is %+v", inbox)
		}
		for _, c := range inbox.Conversations {
			seen[c.LastText] = true
		}
		after = inbox.Next
	}
	if len(seen) != 5 || after != "" {
		t.Errorf("the pages show %v and go on with %q", seen, after)
	}
	found := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat?search=3+ANTS", nil).wants(t, 200))
	if len(found.Conversations) != 1 || found.Conversations[0].LastText != "I have 3 ants." {
		t.Errorf("the search found %+v", found.Conversations)
	}
	a.call(t, admin, get, "/api/admin/chat?after=nonsense", nil).wants(t, 400)
	a.call(t, admin, get, "/api/admin/chat?limit=many", nil).wants(t, 400)
}

func TestConversationsThatNobodyAnswersAreLimited(t *testing.T) {
	a := newApp(t)
	var res *response
	for i := range 9 {
		res = a.call(t, nobody, post, "/api/chat/messages", fields{"key": fmt.Sprint(i), "text": "spam"})
	}
	res.wants(t, 429)
	if phone := company.Sample().Phone; !strings.Contains(res.Message, phone) || res.Header.Get("Retry-After") == "" {
		t.Errorf("the visitor is told %q, Retry-After %q", res.Message, res.Header.Get("Retry-After"))
	}
}

func TestChatCookieIsHostBoundOverHTTPS(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) { cfg.BaseURL = &url.URL{Scheme: "https", Host: "pest.example"} })
	say := func(key string, header ...string) *response {
		return a.call(t, nobody, post, "/api/chat/messages", fields{"key": key, "text": "Hello"}, header...).wants(t, 200)
	}
	cookie := say("1").Cookies()[0]
	if cookie.Name != "__Host-perimeter_chat" || !cookie.Secure || cookie.Path != "/" || cookie.Domain != "" {
		t.Errorf("cookie %v", cookie)
	}
	again := say("2", "Cookie", cookie.Name+"="+cookie.Value)
	if inbox := testkit.Must(a.Chat.Inbox(t.Context(), chat.InboxQuery{}))(t); len(again.Cookies()) != 0 || len(inbox.Conversations) != 1 {
		t.Error("the visitor is not recognised")
	}
	if other := say("3", "Cookie", "perimeter_chat="+cookie.Value); len(other.Cookies()) != 1 {
		t.Error("a cookie that another host could have set was accepted")
	}
}

func TestVisitorDeletesOwnConversation(t *testing.T) {
	a := newApp(t)
	w := newWindow(t, a.opened(t, 0))
	next, stop := w.events(t, "/api/chat/events")
	defer stop()
	next()
	w.say(t, "1", "Please forget me")
	message(t, next)
	a.onlyConversation(t)
	if res := w.request(t.Context(), t, remove, "/api/chat/conversation", nil); res.StatusCode != 200 {
		t.Errorf("deleting answers %d", res.StatusCode)
	}
	for e := next(); e.name != "state" || !strings.Contains(e.data, `"started":""`); e = next() {
	}
	if inbox := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat", nil)); len(inbox.Conversations) != 0 {
		t.Errorf("the staff still see %+v", inbox.Conversations)
	}
	if a.lines(t, "conversation deleted by its visitor") == nil {
		t.Error("the deletion was not logged")
	}
	w.say(t, "2", "Hello again")
	if m, _ := message(t, next); m.Text != "Hello again" {
		t.Errorf("after the deletion the window got %+v", m)
	}
	a.call(t, nobody, remove, "/api/chat/conversation", nil).wants(t, 404)
}

func TestMessageRateLimitSendsRetryAfter(t *testing.T) {
	a := newApp(t)
	w := newWindow(t, a.opened(t, 0))
	for i := range 10 {
		if res := w.say(t, fmt.Sprint(i), "spam"); res.StatusCode != 200 {
			t.Fatalf("message %d: %d", i, res.StatusCode)
		}
	}
	res := w.say(t, "11", "spam")
	if res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") != "3" {
		t.Errorf("the flood is answered with %d, Retry-After %q", res.StatusCode, res.Header.Get("Retry-After"))
	}
	if got := a.onlyConversation(t).Unread; got != 10 {
		t.Errorf("%d messages were kept", got)
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

func TestContentPolicyAllowsChatProviderHostOnly(t *testing.T) {
	document := company.Sample()
	document.Chat = company.ChatSetup{Provider: company.ChatScript, Script: "https://widget.example/w.js?id=1"}
	handler := New(Config{Company: company.Fixed(document), Pages: http.NotFoundHandler()})
	policy := func(path string) string {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(get, path, nil))
		return w.Header().Get("Content-Security-Policy")
	}
	for _, part := range []string{
		"script-src 'self' https://widget.example;", "connect-src 'self' https://widget.example wss://widget.example;",
		"font-src 'self' https://widget.example;", " https://widget.example; manifest-src",
	} {
		if !strings.Contains(policy("/"), part) {
			t.Errorf("the policy %q lacks %q", policy("/"), part)
		}
	}
	if strings.Contains(policy("/admin"), "widget.example") {
		t.Error("the back office lets the widget in")
	}
}
