package notify

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
)

var notice = chat.Notice{
	Opening: chat.Opening{Text: "I have ants. 🐜", Page: "/services", SentAt: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)},
	Inbox:   "https://pest.example/admin",
}

// startMailServer starts an SMTP server that accepts one message.
func startMailServer(t *testing.T) (hostPort string, messages <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	received := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		received <- receiveMessage(conn)
	}()
	return listener.Addr().String(), received
}

func receiveMessage(conn net.Conn) string {
	var message strings.Builder
	in := bufio.NewScanner(conn)
	reply := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	reply("220 test")
	for in.Scan() {
		switch command, _, _ := strings.Cut(in.Text(), " "); strings.ToUpper(command) {
		case "DATA":
			reply("354 go ahead")
			for in.Scan() && in.Text() != "." {
				message.WriteString(in.Text() + "\n")
			}
			reply("250 accepted")
		case "QUIT":
			reply("221 bye")
			return message.String()
		default:
			message.WriteString(in.Text() + "\n")
			reply("250 ok")
		}
	}
	return message.String()
}

func TestMailSendsANotice(t *testing.T) {
	hostPort, messages := startMailServer(t)
	m, err := NewMail("smtp://"+hostPort, "info@pest.example", "boss@pest.example")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Notify(t.Context(), notice); err != nil {
		t.Fatal(err)
	}
	message := <-messages
	for _, part := range []string{"RCPT TO:<boss@pest.example>", "From: <info@pest.example>", "Subject: A visitor has written", "I have ants.", "https://pest.example/admin"} {
		if !strings.Contains(message, part) {
			t.Errorf("%q is missing in the message:\n%s", part, message)
		}
	}
}

func TestUserMailSendsALink(t *testing.T) {
	hostPort, messages := startMailServer(t)
	m, err := NewUserMail("smtp://"+hostPort, "info@pest.example")
	if err != nil {
		t.Fatal(err)
	}
	// The link must arrive in one piece, though mail has short lines.
	link := "https://www.pest.example/login#invitation=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if err := m.Send(t.Context(), auth.Mail{To: "ana@pest.example", Subject: "Your account", Text: "Open this link:\n\n" + link + "\n"}); err != nil {
		t.Fatal(err)
	}
	message := strings.ReplaceAll(<-messages, "=\n", "")
	for _, part := range []string{"RCPT TO:<ana@pest.example>", "From: <info@pest.example>", "Subject: Your account", strings.Replace(link, "=", "=3D", 1)} {
		if !strings.Contains(message, part) {
			t.Errorf("%q is missing in the message:\n%s", part, message)
		}
	}
	if err := m.Send(t.Context(), auth.Mail{To: "ana@pest.example\r\nBcc: all@pest.example"}); err == nil {
		t.Error("a recipient with another header was accepted")
	}
}

func TestWebhookPostsANotice(t *testing.T) {
	var got chat.Notice
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("the body is not JSON: %v", err)
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	hook, err := NewWebhook(server.URL + "/secret")
	if err != nil {
		t.Fatal(err)
	}
	if err := hook.Notify(t.Context(), notice); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(notice, got); diff != "" {
		t.Error(diff)
	}
	status = http.StatusGone
	if err := hook.Notify(t.Context(), notice); err == nil || !strings.Contains(err.Error(), "410") {
		t.Errorf("the error for status 410 is %v", err)
	}
	server.Close()
	if err := hook.Notify(t.Context(), notice); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error for a failed connection is %v, which must not contain the URL", err)
	}
}

func TestInvalidURLsAreRefusedWithoutShowingPasswords(t *testing.T) {
	for _, serverURL := range []string{"", "mail.example", "http://a:hush@mail.example", "smtp://", "smtp://a:hush@mail.example:port"} {
		if _, err := NewMail(serverURL, "a@example.com", "b@example.com"); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", serverURL, err)
		}
	}
	for _, people := range [][2]string{{"nobody", "b@example.com"}, {"a@example.com", "nobody"}} {
		if _, err := NewMail("smtps://mail.example", people[0], people[1]); err == nil {
			t.Errorf("%q is accepted", people)
		}
	}
	for _, target := range []string{"", "example.com", "ftp://example.com"} {
		if _, err := NewWebhook(target); err == nil {
			t.Errorf("%q is accepted", target)
		}
	}
}

func TestMailBodySaysHowManyWereHeldBack(t *testing.T) {
	grouped := notice
	grouped.More, grouped.HeldBack = []chat.Opening{{Text: "Bees!", Page: "/contact"}}, 236
	if got := subject(grouped); got != "238 visitors have written in the chat" {
		t.Errorf("the subject is %q", got)
	}
	for _, word := range []string{"I have ants.", "on /contact has written:\n\nBees!", "236 more conversations", "Messages at https://pest.example/admin"} {
		if !strings.Contains(body(grouped), word) {
			t.Errorf("the body lacks %q:\n%s", word, body(grouped))
		}
	}
	warning := chat.Notice{Warning: "The chat is 80% full.", Inbox: "https://pest.example/admin"}
	if got := subject(warning); got != "The chat needs your attention" {
		t.Errorf("the subject is %q", got)
	}
	if got := body(warning); !strings.HasPrefix(got, "The chat is 80% full.\n") || strings.Contains(got, "has written") {
		t.Errorf("the body is %q", got)
	}
}
