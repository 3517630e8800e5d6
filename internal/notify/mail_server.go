package notify

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"

	"github.com/wneessen/go-mail"
)

// mailServer sends plain e-mails from one sender.
type mailServer struct {
	from    func(context.Context) string // the sender at the time
	host    string
	options []mail.Option
}

// newMailServer returns the server of a URL: smtp://user:password@host:587 uses
// STARTTLS, smtps://user:password@host:465 implicit TLS.
func newMailServer(serverURL string, from func(context.Context) string) (*mailServer, error) {
	u, err := url.Parse(serverURL)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		// The URL may contain a password, so the error does not repeat it.
		return nil, errors.New("the URL of the mail server must have the form smtp://user:password@host:587 or smtps://…")
	}
	s := &mailServer{from: from, host: u.Hostname()}
	if err := mail.NewMsg().From(from(context.Background())); err != nil {
		return nil, fmt.Errorf("the sender of e-mails: %w", err)
	}
	port, security := mail.DefaultPortTLS, mail.WithTLSPolicy(tlsPolicy(s.host))
	if u.Scheme == "smtps" {
		port, security = mail.DefaultPortSSL, mail.WithSSL()
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, fmt.Errorf("the port of the mail server: %w", err)
		}
	}
	// The options that choose a port by themselves would also try port 25.
	s.options = append(s.options, mail.WithPort(port), security)
	if password, ok := u.User.Password(); ok {
		s.options = append(s.options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover),
			mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	_, err = mail.NewClient(s.host, s.options...)
	return s, err
}

// tlsPolicy requires TLS except for a relay on this machine.
func tlsPolicy(host string) mail.TLSPolicy {
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return mail.TLSOpportunistic
	}
	return mail.TLSMandatory
}

func (s *mailServer) send(ctx context.Context, to, subject, text string) error {
	message, err := s.message(ctx, to, subject, text)
	if err != nil {
		return err
	}
	client, err := mail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("send an e-mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, message); err != nil {
		return fmt.Errorf("send an e-mail: %w", err)
	}
	return nil
}

func (s *mailServer) message(ctx context.Context, to, subject, text string) (*mail.Msg, error) {
	message := mail.NewMsg()
	if err := message.From(s.from(ctx)); err != nil {
		return nil, fmt.Errorf("the sender of an e-mail: %w", err)
	}
	if err := message.To(to); err != nil {
		return nil, fmt.Errorf("the recipient of an e-mail: %w", err)
	}
	message.Subject(subject)
	message.SetBodyString(mail.TypeTextPlain, text)
	return message, nil
}
