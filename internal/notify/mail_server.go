package notify

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail"
)

// MailServer is where e-mails are handed in, and who sends them.
type MailServer struct {
	Host        string
	Port        int  // 0 means the usual one
	ImplicitTLS bool // TLS from the start; otherwise STARTTLS
	Username    string
	Password    string
	From        string
	ReplyTo     string // "" means none
	// Typed says that somebody has typed the server into the back office. Then it may
	// not have a private IP, except that of this machine with AllowLoopback.
	Typed, AllowLoopback bool
}

// MailSource returns the mail server at the time, or nil if there is none.
type MailSource func(ctx context.Context) (*MailServer, error)

// ParseMailServer returns the server of a URL: smtp://user:password@host:587 uses
// STARTTLS, smtps://user:password@host:465 implicit TLS.
func ParseMailServer(serverURL string) (MailServer, error) {
	u, err := url.Parse(serverURL)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		// The URL may contain a password, so the error does not repeat it.
		return MailServer{}, errors.New("the URL of the mail server must have the form smtp://user:password@host:587 or smtps://…")
	}
	s := MailServer{Host: u.Hostname(), ImplicitTLS: u.Scheme == "smtps"}
	if text := u.Port(); text != "" {
		if s.Port, err = strconv.Atoi(text); err != nil {
			return MailServer{}, fmt.Errorf("the port of the mail server: %w", err)
		}
	}
	if password, ok := u.User.Password(); ok {
		s.Username, s.Password = u.User.Username(), password
	}
	_, err = s.client()
	return s, err
}

// Check reports whether e-mails to a recipient could be written. It contacts nobody.
func (s MailServer) Check(to string) error {
	_, err := s.message(to, "", "")
	return err
}

func (s MailServer) port() int {
	if s.ImplicitTLS {
		return cmp.Or(s.Port, mail.DefaultPortSSL)
	}
	return cmp.Or(s.Port, mail.DefaultPortTLS)
}

func (s MailServer) client() (*mail.Client, error) {
	security := mail.WithTLSPolicy(tlsPolicy(s.Host))
	switch {
	case s.ImplicitTLS && s.Typed:
		// The dialer encrypts, which the library notices only if it looks for STARTTLS.
		security = mail.WithTLSPolicy(mail.TLSOpportunistic)
	case s.ImplicitTLS:
		security = mail.WithSSL()
	}
	// The options that choose a port by themselves would also try port 25.
	options := []mail.Option{mail.WithPort(s.port()), security}
	if s.Password != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(s.Username), mail.WithPassword(s.Password))
	}
	if s.Typed {
		options = append(options, mail.WithDialContextFunc(s.dial))
	}
	return mail.NewClient(s.Host, options...)
}

// dial connects to a server that somebody has typed into the back office.
func (s MailServer) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	allowed := allowedIPs{loopback: s.AllowLoopback, advice: "only PERIMETER_SMTP_URL can name such a server"}
	dialer := &net.Dialer{Timeout: requestTimeout, Control: allowed.check}
	if s.ImplicitTLS {
		secure := tls.Dialer{NetDialer: dialer, Config: &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12}}
		return secure.DialContext(ctx, network, hostPort)
	}
	return dialer.DialContext(ctx, network, hostPort)
}

// tlsPolicy requires TLS except for a relay on this machine.
func tlsPolicy(host string) mail.TLSPolicy {
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return mail.TLSOpportunistic
	}
	return mail.TLSMandatory
}

// send sends an e-mail through the server at the time.
func (source MailSource) send(ctx context.Context, to []string, subject, text string) error {
	server, err := source(ctx)
	if err != nil {
		return err
	}
	if server == nil {
		return errors.New("there is no mail server")
	}
	// One by one: nobody sees the others, and one refused address keeps nobody from it.
	var failed []error
	for _, one := range to {
		if err := server.send(ctx, one, subject, text); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// ready reports whether there is a mail server.
func (source MailSource) ready(ctx context.Context) (bool, error) {
	server, err := source(ctx)
	return server != nil, err
}

func (s MailServer) send(ctx context.Context, to, subject, text string) error {
	message, err := s.message(to, subject, text)
	if err != nil {
		return err
	}
	client, err := s.client()
	if err != nil {
		return fmt.Errorf("send an e-mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, message); err != nil {
		return s.inWords(err)
	}
	return nil
}

func (s MailServer) message(to, subject, text string) (*mail.Msg, error) {
	message := mail.NewMsg()
	if err := message.From(s.From); err != nil {
		return nil, fmt.Errorf("the sender of an e-mail: %w", err)
	}
	if s.ReplyTo != "" {
		if err := message.ReplyTo(s.ReplyTo); err != nil {
			return nil, fmt.Errorf("the address for replies: %w", err)
		}
	}
	if err := message.To(to); err != nil {
		return nil, fmt.Errorf("the recipient of an e-mail: %w", err)
	}
	message.Subject(subject)
	message.SetBodyString(mail.TypeTextPlain, text)
	return message, nil
}

// inWords says what the owner can do about a failure. The cause follows, for those who
// know mail servers.
func (s MailServer) inWords(err error) error {
	var (
		reply   *textproto.Error
		unknown *net.DNSError
		dial    *net.OpError
	)
	text := err.Error()
	words := "The e-mail was not sent"
	switch {
	case errors.As(err, &unknown):
		words = fmt.Sprintf("There is no mail server named %s. Check its name", s.Host)
	case strings.Contains(text, "private IP"):
		words = fmt.Sprintf("The mail server %s is inside a private network", s.Host)
	case errors.As(err, &reply) && (reply.Code == 530 || reply.Code == 534 || reply.Code == 535), strings.Contains(text, "SMTP AUTH"):
		words = "The mail server did not accept the username and password. Gmail, Microsoft 365, iCloud and Yahoo need an app password"
	case strings.Contains(text, "STARTTLS"), strings.Contains(text, "tls:"), strings.Contains(text, "x509:"):
		words = fmt.Sprintf("The mail server %s does not offer a safe connection on port %d. Check the port", s.Host, s.port())
	case errors.As(err, &dial), errors.Is(err, context.DeadlineExceeded):
		words = fmt.Sprintf("The mail server %s does not answer on port %d. Check both", s.Host, s.port())
	case errors.As(err, &reply):
		words = "The mail server refused the e-mail"
	}
	return fmt.Errorf("%s (%w)", words, err)
}
