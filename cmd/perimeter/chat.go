package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/notify"
	"perimeter/internal/push"
	"perimeter/internal/ssr"
)

// minRetention keeps a typing error from deleting messages that nobody has read.
const minRetention = 24 * time.Hour

// webhookSecret is the name of the secret that signs webhooks.
const webhookSecret = "webhook"

// The names of the channels.
const (
	mailChannel    = "email"
	webhookChannel = "webhook"
	pushChannel    = "push"
)

// chatFlags say who is told of conversations and how long they are kept.
type chatFlags struct {
	ChatRetention      time.Duration `help:"How long conversations are kept after their last message." default:"2160h" env:"PERIMETER_CHAT_RETENTION" placeholder:"DURATION"`
	ChatReminder       time.Duration `help:"How long a visitor waits for an answer, in opening hours, before a second notice is sent." default:"3m" env:"PERIMETER_CHAT_REMINDER" placeholder:"DURATION"`
	ChatMailAfter      time.Duration `help:"How long an answer waits to be seen before it is sent to the visitor by e-mail." default:"2m" env:"PERIMETER_CHAT_MAIL_AFTER" placeholder:"DURATION"`
	ChatWebhook        string        `help:"Address that gets notices of conversations as JSON; empty means none." env:"PERIMETER_CHAT_WEBHOOK" placeholder:"URL"`
	ChatWebhookPrivate bool          `help:"Allow a webhook with a private address." env:"PERIMETER_CHAT_WEBHOOK_PRIVATE"`
	ChatNoticeTo       string        `help:"E-mail address that gets notices of conversations; empty means none." env:"PERIMETER_CHAT_NOTICE_TO" placeholder:"ADDRESS"`
	SMTPURL            string        `name:"smtp-url" help:"Mail server for notices, for answers to visitors who have left, and for links to invitations and new passwords, smtp://user:password@host:587 or smtps://…" env:"PERIMETER_SMTP_URL" placeholder:"URL"`
}

// check reports whether the settings can work. It contacts nobody.
func (f chatFlags) check(ctx context.Context, current *company.Company) checkResult {
	err := f.checkSettings()
	if err == nil && f.SMTPURL != "" {
		err = f.checkMail(ctx, current)
	}
	if err != nil {
		return checkResult{part: "chat", err: err, advice: "Correct the settings of the chat, or leave them out."}
	}
	places := 0
	for _, setting := range []string{f.ChatNoticeTo, f.ChatWebhook} {
		if setting != "" {
			places++
		}
	}
	return checkResult{part: "chat", detail: fmt.Sprintf("provider %s; notices go to %d places by settings", current.Latest(ctx).Chat.Provider, places)}
}

// checkSettings refuses settings that cannot work.
func (f chatFlags) checkSettings() error {
	if f.ChatRetention < minRetention {
		return fmt.Errorf("conversations cannot be kept for only %s: set PERIMETER_CHAT_RETENTION to %s or more", f.ChatRetention, minRetention)
	}
	if f.ChatReminder <= 0 {
		return fmt.Errorf("PERIMETER_CHAT_REMINDER is %s: it must be longer than nothing", f.ChatReminder)
	}
	if f.ChatMailAfter <= 0 {
		return fmt.Errorf("PERIMETER_CHAT_MAIL_AFTER is %s: it must be longer than nothing", f.ChatMailAfter)
	}
	if f.ChatNoticeTo != "" && f.SMTPURL == "" {
		return errors.New("notices by e-mail need PERIMETER_SMTP_URL besides PERIMETER_CHAT_NOTICE_TO")
	}
	if f.ChatWebhook != "" {
		if err := notify.CheckWebhookURL(f.ChatWebhook); err != nil {
			return fmt.Errorf("PERIMETER_CHAT_WEBHOOK: %w", err)
		}
	}
	return nil
}

// checkMail refuses a mail server, a sender or a recipient that cannot work.
func (f chatFlags) checkMail(ctx context.Context, current *company.Company) error {
	server, err := notify.ParseMailServer(f.SMTPURL)
	if err != nil {
		return fmt.Errorf("PERIMETER_SMTP_URL: %w", err)
	}
	server.From = current.Latest(ctx).Email
	if err := server.Check(cmp.Or(f.ChatNoticeTo, server.From)); err != nil {
		return fmt.Errorf("PERIMETER_SMTP_URL, PERIMETER_CHAT_NOTICE_TO: %w", err)
	}
	return nil
}

// fixed is what the settings decide about notices.
func (f chatFlags) fixed() connection.Fixed {
	return connection.Fixed{Addresses: nonEmpty(f.ChatNoticeTo), MailServer: f.SMTPURL != "", Webhook: f.ChatWebhook != ""}
}

// mailSource returns the mail server: that of the settings, or the one that the owner
// has typed in. E-mails come from the company's own address. Mail services refuse
// senders other than the account, so if the username is an address, e-mails come from
// it, and replies go to the company.
func (f chatFlags) mailSource(current *company.Company, connections *connection.Connections, base *url.URL) notify.MailSource {
	return func(ctx context.Context) (*notify.MailServer, error) {
		email := current.Latest(ctx).Email
		if f.SMTPURL != "" {
			server, err := notify.ParseMailServer(f.SMTPURL)
			server.From = email
			return &server, err
		}
		typed, password, err := connections.MailServer(ctx)
		if typed.Host == "" {
			return nil, err
		}
		server := notify.MailServer{
			Host: typed.Host, Port: typed.Port, ImplicitTLS: typed.Port == implicitTLSPort, Username: typed.Username, Password: password,
			From: email, Typed: true, AllowLoopback: isLoopback(base),
		}
		if _, err := mail.ParseAddress(typed.Username); err == nil && typed.Username != email {
			server.From, server.ReplyTo = typed.Username, email
		}
		return &server, err
	}
}

// implicitTLSPort is the port on which mail servers expect TLS from the start.
const implicitTLSPort = 465

// channelSetup is what the channels need besides the settings.
type channelSetup struct {
	base        *url.URL
	company     *company.Company
	connections *connection.Connections
	mail        notify.MailSource
	secret      func(ctx context.Context, name string) ([]byte, error)
	push        *push.Push
}

// channels returns how the staff are told of conversations. Which of them are used is
// decided by the settings, and by the owner while the server runs.
func (f chatFlags) channels(setup channelSetup) []chat.Channel {
	local := isLoopback(setup.base)
	return []chat.Channel{
		{Name: mailChannel, Notifier: notify.NewMail(setup.mail, setup.connections.Addresses)},
		{Name: webhookChannel, Separate: true, Notifier: notify.NewWebhook(notify.WebhookConfig{
			URL: func(ctx context.Context) (string, error) {
				if f.ChatWebhook != "" {
					return f.ChatWebhook, nil
				}
				return setup.connections.WebhookURL(ctx)
			},
			AllowPrivate: f.ChatWebhookPrivate, AllowLoopback: local,
			Secret: func(ctx context.Context) ([]byte, error) { return setup.secret(ctx, webhookSecret) },
		})},
		{Name: pushChannel, Notifier: notify.NewPush(notify.PushConfig{
			Subscriptions: setup.push, AllowLoopback: local,
			Contact: func(ctx context.Context) string { return cmp.Or(setup.company.Latest(ctx).Email, setup.base.String()) },
		})},
	}
}

// newPush returns who gets notices by Web Push.
func newPush(d dependencies, base *url.URL) *push.Push {
	return push.New(push.Config{Store: d.store.Push(), AllowLoopback: isLoopback(base)})
}

// checkNotices sends a test notice on every channel.
func (c checkCommand) checkNotices(ctx context.Context, d dependencies) []checkResult {
	failed := func(err error) []checkResult {
		return []checkResult{{part: "notices", err: err, advice: "Correct the settings of the chat."}}
	}
	base, err := c.baseURL(nil)
	if err != nil {
		return failed(err)
	}
	connections, err := c.newConnections(d, connectionSetup{base, c.chatFlags, c.reviewFlags})
	if err != nil {
		return failed(err)
	}
	channels := c.channels(channelSetup{
		base: base, company: d.company, connections: connections, mail: c.mailSource(d.company, connections, base),
		secret: d.store.Secret, push: newPush(d, base),
	})
	inbox := chat.New(chat.Config{Store: d.store.Chat(), Channels: channels, InboxURL: base.JoinPath(ssr.AdminPath).String()})
	if notifies, err := inbox.Notifies(ctx); err != nil {
		return failed(err)
	} else if !notifies {
		return []checkResult{{
			part: "notices", detail: "no channel is set up: nobody is told of messages while the back office is closed",
			advice: "Open Messages in the back office, and set up e-mail under Notices or turn on notifications on a phone.",
		}}
	}
	var results []checkResult
	for _, channel := range channels {
		result := checkResult{part: "notices", detail: channel.Name + ": a test notice was sent"}
		if channel.Name == webhookChannel {
			if secret, err := d.store.Secret(ctx, webhookSecret); err == nil {
				result.detail += "; receivers verify it with " + notify.FormatSecret(secret)
			}
		}
		err := inbox.SendTest(ctx, channel.Name)
		if errs.KindOf(err) == errs.Conflict {
			if channel.Name != pushChannel {
				continue // it is not set up
			}
			result.detail = channel.Name + ": no device has notifications turned on"
		} else if err != nil {
			result.err, result.advice = fmt.Errorf("%s: %w", channel.Name, err), "See that the receiver is reachable and accepts the notice."
		}
		results = append(results, result)
	}
	return results
}
