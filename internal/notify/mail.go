// Package notify owns how notices reach the staff: by e-mail or webhook. It must
// not know how conversations work.
package notify

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail"

	"perimeter/internal/chat"
)

// Mail sends notices by e-mail.
type Mail struct {
	from    func(context.Context) string
	to      string
	host    string
	options []mail.Option
}

var _ chat.Notifier = (*Mail)(nil)

// NewMail returns a Mail that sends through the server of a URL:
// smtp://user:password@host:587 uses STARTTLS, smtps://user:password@host:465
// implicit TLS. from returns the sender at the time.
func NewMail(serverURL string, from func(context.Context) string, to string) (*Mail, error) {
	u, err := url.Parse(serverURL)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		// The URL may contain a password, so the error does not repeat it.
		return nil, errors.New("the URL of the mail server must have the form smtp://user:password@host:587 or smtps://…")
	}
	m := &Mail{from: from, to: to, host: u.Hostname()}
	if _, err := m.message(context.Background(), chat.Notice{}); err != nil {
		return nil, err
	}
	if u.Scheme == "smtps" {
		m.options = append(m.options, mail.WithSSLPort(false))
	} else {
		m.options = append(m.options, mail.WithTLSPortPolicy(tlsPolicy(u.Hostname())))
	}
	if text := u.Port(); text != "" {
		port, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("the port of the mail server: %w", err)
		}
		m.options = append(m.options, mail.WithPort(port))
	}
	if password, ok := u.User.Password(); ok {
		m.options = append(m.options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover),
			mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	_, err = mail.NewClient(m.host, m.options...)
	return m, err
}

// tlsPolicy requires TLS except for a relay on this machine.
func tlsPolicy(host string) mail.TLSPolicy {
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return mail.TLSOpportunistic
	}
	return mail.TLSMandatory
}

// Notify implements chat.Notifier.
func (m *Mail) Notify(ctx context.Context, notice chat.Notice) error {
	message, err := m.message(ctx, notice)
	if err != nil {
		return err
	}
	client, err := mail.NewClient(m.host, m.options...)
	if err != nil {
		return fmt.Errorf("send a notice by e-mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, message); err != nil {
		return fmt.Errorf("send a notice by e-mail: %w", err)
	}
	return nil
}

func (m *Mail) message(ctx context.Context, notice chat.Notice) (*mail.Msg, error) {
	message := mail.NewMsg()
	if err := message.From(m.from(ctx)); err != nil {
		return nil, fmt.Errorf("the sender of notices: %w", err)
	}
	if err := message.To(m.to); err != nil {
		return nil, fmt.Errorf("the recipient of notices: %w", err)
	}
	message.Subject(subject(notice))
	message.SetBodyString(mail.TypeTextPlain, body(notice))
	return message, nil
}

func subject(notice chat.Notice) string {
	if n := len(notice.Leads()) + notice.HeldBack; n > 1 {
		return fmt.Sprintf("%d visitors have written in the chat", n)
	}
	who := "A visitor"
	if notice.Name != "" {
		who = notice.Name
	}
	switch notice.Reason {
	case chat.ReasonMessage:
		return who + " has written in the chat"
	case chat.ReasonContact:
		return who + " has left contact details in the chat"
	case chat.ReasonReminder:
		return who + " is still waiting for an answer in the chat"
	case chat.ReasonTest:
		return "A test of the chat's notices"
	default:
		return "The chat needs your attention"
	}
}

func body(notice chat.Notice) string {
	var text strings.Builder
	if notice.Warning != "" {
		fmt.Fprintf(&text, "%s\n\n", notice.Warning)
	}
	for _, lead := range notice.Leads() {
		writeLead(&text, lead)
	}
	if notice.HeldBack > 0 {
		fmt.Fprintf(&text, "%d more conversations are not shown here.\n\n", notice.HeldBack)
	}
	if notice.Conversation == "" {
		fmt.Fprintf(&text, "Messages: %s\n", notice.URL)
	}
	return text.String()
}

func writeLead(text *strings.Builder, lead chat.Lead) {
	for _, line := range []struct{ name, value string }{{"Name", lead.Name}, {"Contact", lead.Contact}, {"Page", lead.Page}} {
		if line.value != "" {
			fmt.Fprintf(text, "%s: %s\n", line.name, line.value)
		}
	}
	for _, message := range lead.Messages {
		fmt.Fprintf(text, "\n%s\n", message)
	}
	fmt.Fprintf(text, "\nAnswer: %s\n\n", lead.URL)
}
