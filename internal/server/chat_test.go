package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/testkit"
)

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

func TestAConversationIsChangedAsAWholeOrNotAtAll(t *testing.T) {
	a := newApp(t)
	a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": "Ants"}).wants(t, 200)
	c := a.onlyConversation(t)
	a.call(t, admin, post, "/api/admin/chat/"+c.ID, fields{"readTo": 1 << 40, "closed": true, "assignee": 99}).wants(t, 400)
	if got := a.onlyConversation(t); got.Unread != 1 || got.Closed {
		t.Errorf("after a refused change the conversation is %+v", got)
	}
}
