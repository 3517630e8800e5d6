package connection

import (
	"context"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// MailServer is where e-mails are handed in.
type MailServer struct {
	Host     string `json:"host" doc:"Such as smtp.example.com; empty if there is none"`
	Port     int    `json:"port" doc:"465 means TLS from the start, any other STARTTLS"`
	Username string `json:"username"`
}

// NoticeSettings say how notices leave the site.
type NoticeSettings struct {
	MailServer
	Addresses   []string `json:"addresses" doc:"Who gets notices by e-mail"`
	HasPassword bool     `json:"hasPassword" doc:"Whether a password of the mail server is stored"`
	WebhookHost string   `json:"webhookHost" doc:"The host of the webhook; empty if there is none"`
	Monthly     bool     `json:"monthly" doc:"Whether a message about each month is sent"`
	Unreadable  bool     `json:"unreadable" doc:"Whether the stored password and webhook cannot be read with the key of this server"`

	FixedAddresses  bool `json:"fixedAddresses" doc:"Whether the settings of the server decide who gets e-mails"`
	FixedMailServer bool `json:"fixedMailServer" doc:"Whether the settings of the server decide the mail server"`
	FixedWebhook    bool `json:"fixedWebhook" doc:"Whether the settings of the server decide the webhook"`
}

// NoticeEdit changes how notices leave the site.
type NoticeEdit struct {
	MailServer
	Addresses []string `json:"addresses"`
	// A secret that is left out stays as it is.
	Password   *string `json:"password,omitempty" doc:"Left out, the stored one stays, unless the server or the username changes"`
	WebhookURL *string `json:"webhookUrl,omitempty" doc:"Left out, the stored one stays; empty removes it"`
}

type storedNotices struct {
	MailServer
	Addresses   []string `json:"addresses"`
	WebhookHost string   `json:"webhookHost"`
	MonthlyOff  bool     `json:"monthlyOff"`
}

type noticeSecrets struct {
	Password   string `json:"password"`
	WebhookURL string `json:"webhookUrl"`
}

const (
	maxAddresses = 10
	maxSecret    = 2_000
)

func (c *Connections) loadNotices(ctx context.Context) (settings storedNotices, secrets noticeSecrets, savedAt time.Time, err error) {
	savedAt, err = c.load(ctx, noticesName, &settings, &secrets)
	return settings, secrets, savedAt, err
}

// Notices returns how notices leave the site, without secrets.
func (c *Connections) Notices(ctx context.Context) (NoticeSettings, error) {
	stored, secrets, _, err := c.loadNotices(ctx)
	if err != nil && !isSealed(err) {
		return NoticeSettings{}, err
	}
	shown := NoticeSettings{
		MailServer: stored.MailServer, Addresses: stored.Addresses, WebhookHost: stored.WebhookHost,
		HasPassword: secrets.Password != "", Monthly: !stored.MonthlyOff, Unreadable: isSealed(err),
		FixedAddresses: c.fixed.Addresses != nil, FixedMailServer: c.fixed.MailServer, FixedWebhook: c.fixed.Webhook,
	}
	if c.fixed.Addresses != nil {
		shown.Addresses = c.fixed.Addresses
	}
	if c.fixed.MailServer {
		shown.MailServer, shown.HasPassword = MailServer{}, false
	}
	if c.fixed.Webhook {
		shown.WebhookHost = ""
	}
	if shown.Addresses == nil {
		shown.Addresses = []string{}
	}
	return shown, nil
}

// SaveNotices changes how notices leave the site. What the settings of the server
// decide stays as it is.
func (c *Connections) SaveNotices(ctx context.Context, edit NoticeEdit) (NoticeSettings, error) {
	stored, secrets, savedAt, err := c.loadNotices(ctx)
	if err != nil && !isSealed(err) {
		return NoticeSettings{}, err
	}
	if err := edit.validate(c.fixed); err != nil {
		return NoticeSettings{}, err
	}
	if c.fixed.Addresses == nil {
		stored.Addresses = edit.Addresses
	}
	if !c.fixed.MailServer {
		// Another server must not get the password of this one.
		if stored.MailServer != edit.MailServer || edit.Host == "" {
			secrets.Password = ""
		}
		if edit.Password != nil {
			secrets.Password = *edit.Password
		}
		if edit.Username != "" && secrets.Password == "" {
			return NoticeSettings{}, invalid("password", "Please type the password of the mail server.")
		}
		stored.MailServer = edit.MailServer
	}
	if !c.fixed.Webhook && edit.WebhookURL != nil {
		secrets.WebhookURL, stored.WebhookHost = *edit.WebhookURL, hostOf(*edit.WebhookURL)
	}
	if secrets.WebhookURL == "" {
		stored.WebhookHost = ""
	}
	if err := c.save(ctx, noticesName, stored, secrets, savedAt); err != nil {
		return NoticeSettings{}, err
	}
	return c.Notices(ctx)
}

// SetMonthly says whether a message about each month is sent.
func (c *Connections) SetMonthly(ctx context.Context, on bool) error {
	stored, secrets, savedAt, err := c.loadNotices(ctx)
	if isSealed(err) {
		return ErrSealed // saving would lose the secrets
	}
	if err != nil {
		return err
	}
	stored.MonthlyOff = !on
	return c.save(ctx, noticesName, stored, secrets, savedAt)
}

// MailServer returns the mail server that the owner has set up and its password. Its
// host is empty if there is none.
func (c *Connections) MailServer(ctx context.Context) (server MailServer, password string, err error) {
	stored, secrets, _, err := c.loadNotices(ctx)
	return stored.MailServer, secrets.Password, err
}

// Addresses returns who gets notices by e-mail.
func (c *Connections) Addresses(ctx context.Context) ([]string, error) {
	if c.fixed.Addresses != nil {
		return c.fixed.Addresses, nil
	}
	stored, _, _, err := c.loadNotices(ctx)
	if isSealed(err) {
		err = nil
	}
	return stored.Addresses, err
}

// WebhookURL returns the webhook that the owner has set up; "" if there is none.
func (c *Connections) WebhookURL(ctx context.Context) (string, error) {
	_, secrets, _, err := c.loadNotices(ctx)
	return secrets.WebhookURL, err
}

func (e *NoticeEdit) validate(fixed Fixed) error {
	addresses := []string{}
	for _, address := range e.Addresses {
		if address = strings.TrimSpace(address); address != "" && !slices.Contains(addresses, address) {
			addresses = append(addresses, address)
		}
	}
	e.Addresses = addresses
	if len(e.Addresses) > maxAddresses {
		return invalid("addresses", "Please name at most 10 e-mail addresses.")
	}
	for _, address := range e.Addresses {
		if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address || len(address) > validate.MaxLine {
			return invalid("addresses", "One of these is not an e-mail address. An address looks like name@example.com.")
		}
	}
	e.Host, e.Username = strings.TrimSpace(e.Host), strings.TrimSpace(e.Username)
	if err := validate.First(
		validate.Field{Name: "host", Value: e.Host}.Within(validate.MaxLine),
		validate.Field{Name: "username", Value: e.Username}.Within(validate.MaxLine),
	); err != nil {
		return err
	}
	switch {
	case fixed.MailServer:
	case e.Host == "":
		e.MailServer, e.Password = MailServer{}, nil
		if len(e.Addresses) > 0 {
			return invalid("host", "Please choose your mail service, so that e-mails can be sent.")
		}
	case strings.ContainsAny(e.Host, " /@:?#\\\r\n\t"):
		return invalid("host", "Please type only the name of the mail server, such as smtp.example.com.")
	case e.Port < 1 || e.Port > 65535:
		return invalid("port", "The port is a number such as 587 or 465.")
	}
	if e.Password != nil && (len(*e.Password) > maxSecret || strings.ContainsAny(*e.Password, "\r\n\x00")) {
		return invalid("password", "This password cannot be used: it is too long or has a line break.")
	}
	if e.WebhookURL != nil {
		*e.WebhookURL = strings.TrimSpace(*e.WebhookURL)
		if *e.WebhookURL != "" && (hostOf(*e.WebhookURL) == "" || len(*e.WebhookURL) > maxSecret) {
			return invalid("webhookUrl", "The webhook must be a full address that begins with https://.")
		}
	}
	return nil
}

// hostOf returns the host of a full http or https URL, "" for anything else.
func hostOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Host
}

func invalid(field, text string) error {
	err := errs.Errorf(errs.Invalid, "%s", text)
	err.Field = field
	return err
}
