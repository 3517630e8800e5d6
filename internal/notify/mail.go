// Package notify owns how the staff are told about a new conversation: by e-mail
// or webhook. It must not know how conversations work.
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
	switch n := 1 + len(notice.More) + notice.HeldBack; {
	case notice.Text == "":
		return "The chat needs your attention"
	case n > 1:
		return fmt.Sprintf("%d visitors have written in the chat", n)
	default:
		return "A visitor has written in the chat"
	}
}

func body(notice chat.Notice) string {
	var text strings.Builder
	if notice.Warning != "" {
		fmt.Fprintf(&text, "%s\n\n", notice.Warning)
	}
	if notice.Text != "" {
		for _, opening := range append([]chat.Opening{notice.Opening}, notice.More...) {
			fmt.Fprintf(&text, "A visitor on %s has written:\n\n%s\n\n", opening.Page, opening.Text)
		}
	}
	if notice.HeldBack > 0 {
		fmt.Fprintf(&text, "%d more conversations have begun since the last notice and are not shown here.\n\n", notice.HeldBack)
	}
	fmt.Fprintf(&text, "Answer under Messages at %s\n", notice.Inbox)
	return text.String()
}
