// Package notify owns the ways in which the staff learn of a new conversation
// when no dashboard is open. It must not know what happens in conversations.
package notify

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"

	"github.com/wneessen/go-mail"

	"perimeter/internal/chat"
)

// Mail sends notices by e-mail.
type Mail struct {
	from, to string
	host     string
	options  []mail.Option
}

var _ chat.Notifier = (*Mail)(nil)

// NewMail reads the address of a mail server: smtp://user:password@host:587
// encrypts with STARTTLS, smtps://user:password@host:465 from the start.
func NewMail(server, from, to string) (*Mail, error) {
	u, err := url.Parse(server)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		// The address may hold a password, so it is not repeated.
		return nil, errors.New("the mail server's address must be of the form smtp://user:password@host:587 or smtps://…")
	}
	m := &Mail{from: from, to: to, host: u.Hostname()}
	if _, err := m.letter(chat.Notice{}); err != nil {
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
			return nil, fmt.Errorf("the mail server's port: %w", err)
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

// tlsPolicy lets only a relay on this machine do without encryption.
func tlsPolicy(host string) mail.TLSPolicy {
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return mail.TLSOpportunistic
	}
	return mail.TLSMandatory
}

// Notify implements chat.Notifier.
func (m *Mail) Notify(ctx context.Context, notice chat.Notice) error {
	letter, err := m.letter(notice)
	if err != nil {
		return err
	}
	client, err := mail.NewClient(m.host, m.options...)
	if err != nil {
		return fmt.Errorf("notice by e-mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, letter); err != nil {
		return fmt.Errorf("notice by e-mail: %w", err)
	}
	return nil
}

func (m *Mail) letter(notice chat.Notice) (*mail.Msg, error) {
	letter := mail.NewMsg()
	if err := letter.From(m.from); err != nil {
		return nil, fmt.Errorf("the sender of notices: %w", err)
	}
	if err := letter.To(m.to); err != nil {
		return nil, fmt.Errorf("the recipient of notices: %w", err)
	}
	letter.Subject("A visitor has written in the chat")
	letter.SetBodyString(mail.TypeTextPlain, fmt.Sprintf(
		"A visitor on %s has written:\n\n%s\n\nAnswer under Messages at %s\n", notice.Page, notice.Text, notice.Inbox))
	return letter, nil
}
