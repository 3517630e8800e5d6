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

	"perimeter/internal/chat"
)

var notice = chat.Notice{
	Text: "I have ants. 🐜", Page: "/services", SentAt: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), Inbox: "https://pest.example/admin",
}

// postbox is a mail server that takes one letter.
func postbox(t *testing.T) (address string, letters <-chan string) {
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
		received <- takeLetter(conn)
	}()
	return listener.Addr().String(), received
}

func takeLetter(conn net.Conn) string {
	var letter strings.Builder
	in := bufio.NewScanner(conn)
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 postbox")
	for in.Scan() {
		switch command, _, _ := strings.Cut(in.Text(), " "); strings.ToUpper(command) {
		case "DATA":
			say("354 go on")
			for in.Scan() && in.Text() != "." {
				letter.WriteString(in.Text() + "\n")
			}
			say("250 kept")
		case "QUIT":
			say("221 bye")
			return letter.String()
		default:
			letter.WriteString(in.Text() + "\n")
			say("250 ok")
		}
	}
	return letter.String()
}

func TestANoticeIsMailed(t *testing.T) {
	address, letters := postbox(t)
	m, err := NewMail("smtp://"+address, "info@pest.example", "boss@pest.example")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Notify(t.Context(), notice); err != nil {
		t.Fatal(err)
	}
	letter := <-letters
	for _, part := range []string{"RCPT TO:<boss@pest.example>", "From: <info@pest.example>", "Subject: A visitor has written", "I have ants.", "https://pest.example/admin"} {
		if !strings.Contains(letter, part) {
			t.Errorf("the letter lacks %q:\n%s", part, letter)
		}
	}
}

func TestANoticeIsPostedToAWebhook(t *testing.T) {
	var got chat.Notice
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("the body is no JSON: %v", err)
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
		t.Errorf("a refusal is reported as %v", err)
	}
	server.Close()
	if err := hook.Notify(t.Context(), notice); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a failure is reported as %v", err)
	}
}

func TestAddressesThatCannotWorkAreRefusedWithoutTheirPasswords(t *testing.T) {
	for _, address := range []string{"", "mail.example", "http://a:hush@mail.example", "smtp://", "smtp://a:hush@mail.example:port"} {
		if _, err := NewMail(address, "a@example.com", "b@example.com"); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, people := range [][2]string{{"nobody", "b@example.com"}, {"a@example.com", "nobody"}} {
		if _, err := NewMail("smtps://mail.example", people[0], people[1]); err == nil {
			t.Errorf("%q is accepted", people)
		}
	}
	for _, address := range []string{"", "example.com", "ftp://example.com"} {
		if _, err := NewWebhook(address); err == nil {
			t.Errorf("%q is accepted", address)
		}
	}
}
