package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/testkit/mailserver"
)

var notice = chat.Notice{
	Lead: chat.Lead{
		Conversation: "c1", Reason: chat.ReasonContact, Name: "Ann", Contact: "254-555-0142", Page: "/services",
		Messages: []string{"I have ants. 🐜", "Many."}, URL: "https://pest.example/admin?panel=messages&section=c1",
	},
	ID:   "contact-c1-2",
	More: []chat.Lead{},
}

// mailSource returns a source of the server of a URL that sends from info@pest.example.
func mailSource(t *testing.T, serverURL string) MailSource {
	t.Helper()
	server, err := ParseMailServer(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	server.From = "info@pest.example"
	return func(context.Context) (*MailServer, error) { return &server, nil }
}

func to(addresses ...string) func(context.Context) ([]string, error) {
	return func(context.Context) ([]string, error) { return addresses, nil }
}

func fixedURL(text string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return text, nil }
}

func TestMailSendsANotice(t *testing.T) {
	hostPort, messages := mailserver.Start(t)
	m := NewMail(mailSource(t, "smtp://"+hostPort), to("boss@pest.example"))
	if err := m.Notify(t.Context(), notice); err != nil {
		t.Fatal(err)
	}
	message := <-messages
	for _, part := range []string{"RCPT TO:<boss@pest.example>", "From: <info@pest.example>", "Subject: Ann has left contact details", "254-555-0142", "I have ants.", "Many.", "https://pest.example/admin"} {
		if !strings.Contains(message, part) {
			t.Errorf("%q is missing in the message:\n%s", part, message)
		}
	}
}

func TestMailIsSentToTheGivenPortOnly(t *testing.T) {
	gone, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	hostPort := gone.Addr().String()
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	m := NewMail(mailSource(t, "smtp://"+hostPort), to("boss@pest.example"))
	if err := m.Notify(t.Context(), notice); err == nil || !strings.Contains(err.Error(), hostPort) {
		t.Errorf("the error %v does not name %s", err, hostPort)
	}
}

func TestUserMailSendsALink(t *testing.T) {
	hostPort, messages := mailserver.Start(t)
	m := NewUserMail(mailSource(t, "smtp://"+hostPort))
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

func newTestWebhook(t *testing.T, cfg WebhookConfig) *Webhook {
	t.Helper()
	cfg.Secret = func(context.Context) ([]byte, error) { return []byte("a secret of the receiver"), nil }
	return NewWebhook(cfg)
}

func TestWebhookPostsASignedNotice(t *testing.T) {
	var got map[string]any
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || json.Unmarshal(body, &got) != nil || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("the body is not JSON: %v", err)
		}
		// Written out by the letter of the Standard Webhooks specification.
		mac := hmac.New(sha256.New, []byte("a secret of the receiver"))
		fmt.Fprintf(mac, "%s.%s.%s", r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp"), body)
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); r.Header.Get("webhook-signature") != want {
			t.Errorf("the signature is %q, want %q", r.Header.Get("webhook-signature"), want)
		}
		if sent, err := strconv.ParseInt(r.Header.Get("webhook-timestamp"), 10, 64); err != nil || time.Since(time.Unix(sent, 0)).Abs() > time.Minute {
			t.Errorf("the timestamp is %q", r.Header.Get("webhook-timestamp"))
		}
		if id := r.Header.Get("webhook-id"); id != notice.ID {
			t.Errorf("the ID is %q", id)
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	hook := newTestWebhook(t, WebhookConfig{URL: fixedURL(server.URL + "/secret"), AllowLoopback: true})
	if err := hook.Notify(t.Context(), notice); err != nil {
		t.Error(err)
	}
	want := map[string]any{
		"conversation": "c1", "reason": "contact", "name": "Ann", "contact": "254-555-0142", "page": "/services",
		"messages": []any{"I have ants. 🐜", "Many."}, "url": "https://pest.example/admin?panel=messages&section=c1",
		"warning": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, status = range []int{http.StatusGone, http.StatusFound} {
		if err := hook.Notify(t.Context(), notice); err == nil || !strings.Contains(err.Error(), strconv.Itoa(status)) {
			t.Errorf("the error for status %d is %v", status, err)
		}
	}
	server.Close()
	if err := hook.Notify(t.Context(), notice); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error for a failed connection is %v, which must not contain the URL", err)
	}
}

func TestWebhookRefusesPrivateIPs(t *testing.T) {
	reached := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	err := newTestWebhook(t, WebhookConfig{URL: fixedURL(server.URL)}).Notify(t.Context(), notice)
	if err == nil || !strings.Contains(err.Error(), "PERIMETER_CHAT_WEBHOOK_PRIVATE") || reached {
		t.Errorf("the error is %v, reached: %v", err, reached)
	}
	public, loopback, private := allowedIPs{}, allowedIPs{loopback: true}, allowedIPs{private: true}
	for hostPort, allowed := range map[string][3]bool{
		"203.0.113.7:443": {true, true, true}, "[2001:db8::7]:443": {true, true, true},
		"127.0.0.1:80": {false, true, true}, "[::1]:80": {false, true, true}, "[::ffff:127.0.0.1]:80": {false, true, true},
		"10.1.2.3:80": {false, false, true}, "192.168.1.1:80": {false, false, true}, "169.254.169.254:80": {false, false, true},
		"100.64.0.1:80": {false, false, true}, "[fd00::1]:80": {false, false, true}, "0.0.0.0:80": {false, false, true},
		"0.1.2.3:80": {false, false, true}, "198.18.0.1:80": {false, false, true}, "240.0.0.1:80": {false, false, true},
		"[fe80::1]:80": {false, false, true}, "[fe80::1%eth0]:80": {false, false, true}, "[fec0::1]:80": {false, false, true},
		"[::7f00:1]:80": {false, false, true}, "[64:ff9b::a00:1]:80": {false, false, true}, "[2002:a00:1::1]:80": {false, false, true},
		"[2606:4700::1]:443": {true, true, true},
	} {
		for i, ips := range []allowedIPs{public, loopback, private} {
			if err := ips.check("tcp", hostPort, nil); (err == nil) != allowed[i] {
				t.Errorf("%s, client %d: %v", hostPort, i, err)
			}
		}
	}
}

func TestInvalidURLsAreRefusedWithoutShowingPasswords(t *testing.T) {
	for _, serverURL := range []string{"", "mail.example", "http://a:hush@mail.example", "smtp://", "smtp://a:hush@mail.example:port"} {
		if _, err := ParseMailServer(serverURL); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", serverURL, err)
		}
	}
	for _, people := range [][2]string{{"nobody", "b@example.com"}, {"a@example.com", "nobody"}} {
		if err := (MailServer{Host: "mail.example", From: people[0]}).Check(people[1]); err == nil {
			t.Errorf("%q is accepted", people)
		}
	}
	for _, target := range []string{"", "example.com", "ftp://example.com"} {
		if err := CheckWebhookURL(target); err == nil {
			t.Errorf("%q is accepted", target)
		}
	}
}

func TestMailBodySaysHowManyWereHeldBack(t *testing.T) {
	grouped := notice
	grouped.More, grouped.HeldBack = []chat.Lead{{Conversation: "c2", Messages: []string{"Bees!"}, Page: "/contact", URL: "https://pest.example/c2"}}, 236
	if got := subject(grouped); got != "238 visitors have written in the chat" {
		t.Errorf("the subject is %q", got)
	}
	for _, word := range []string{"I have ants.", "Contact: 254-555-0142", "Page: /contact\n\nBees!", "236 more conversations", "Answer: https://pest.example/c2"} {
		if !strings.Contains(body(grouped), word) {
			t.Errorf("the body lacks %q:\n%s", word, body(grouped))
		}
	}
	warning := chat.Notice{Lead: chat.Lead{Reason: chat.ReasonWarning, URL: "https://pest.example/admin"}, Warning: "The chat is 80% full."}
	if got := subject(warning); got != "The chat needs your attention" {
		t.Errorf("the subject is %q", got)
	}
	if got := body(warning); got != "The chat is 80% full.\n\nMessages: https://pest.example/admin\n" {
		t.Errorf("the body is %q", got)
	}
}

// A mail server that somebody has typed in must be public, and failures are told in
// words that the owner understands, never with the password.
func TestMailFailuresAreToldInWords(t *testing.T) {
	refusing, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := refusing.Addr().(*net.TCPAddr).Port
	if err := refusing.Close(); err != nil {
		t.Fatal(err)
	}
	typed := MailServer{Host: "127.0.0.1", Port: port, Username: "ann", Password: "hush", From: "info@pest.example", Typed: true}
	local := typed
	local.AllowLoopback = true
	unknown := typed
	unknown.Host = "mail.invalid"
	for want, server := range map[string]MailServer{
		"is inside a private network": typed, "does not answer on port": local, "There is no mail server named mail.invalid": unknown,
	} {
		err := server.send(t.Context(), "boss@pest.example", "Test", "Test")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	for want, cause := range map[string]error{
		"did not accept the username and password": &textproto.Error{Code: 535, Msg: "5.7.8 Bad credentials"},
		"The mail server refused the e-mail":       &textproto.Error{Code: 550, Msg: "no such user"},
		"does not offer a safe connection":         errors.New("STARTTLS mode set to: mandatory, but target host does not support STARTTLS"),
	} {
		if err := typed.inWords(cause); !strings.Contains(err.Error(), want) || !errors.Is(err, cause) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}
