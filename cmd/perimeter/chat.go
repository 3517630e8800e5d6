package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/company"
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
	channels, err := f.channels(current, channelSetup{})
	if err == nil {
		_, err = f.mailer(current)
	}
	if err != nil {
		return checkResult{part: "chat", err: err, advice: "Correct the settings of the chat, or leave them out."}
	}
	return checkResult{part: "chat", detail: fmt.Sprintf("provider %s; notices go to %d places", current.Latest(ctx).Chat.Provider, len(channels))}
}

// channelSetup is what the channels need besides the settings.
type channelSetup struct {
	base   *url.URL
	secret func(ctx context.Context, name string) ([]byte, error)
	push   *push.Push // nil means no notices by Web Push
}

// channels returns how the staff are told of conversations. E-mails are sent from
// the company's own e-mail address. It also checks the durations.
func (f chatFlags) channels(current *company.Company, setup channelSetup) ([]chat.Channel, error) {
	if f.ChatRetention < minRetention {
		return nil, fmt.Errorf("conversations cannot be kept for only %s: set PERIMETER_CHAT_RETENTION to %s or more", f.ChatRetention, minRetention)
	}
	if f.ChatReminder <= 0 {
		return nil, fmt.Errorf("PERIMETER_CHAT_REMINDER is %s: it must be longer than nothing", f.ChatReminder)
	}
	if f.ChatMailAfter <= 0 {
		return nil, fmt.Errorf("PERIMETER_CHAT_MAIL_AFTER is %s: it must be longer than nothing", f.ChatMailAfter)
	}
	if f.ChatNoticeTo != "" && f.SMTPURL == "" {
		return nil, errors.New("notices by e-mail need PERIMETER_SMTP_URL besides PERIMETER_CHAT_NOTICE_TO")
	}
	var all []chat.Channel
	if f.ChatNoticeTo != "" {
		mail, err := notify.NewMail(f.SMTPURL, func(ctx context.Context) string { return current.Latest(ctx).Email }, f.ChatNoticeTo)
		if err != nil {
			return nil, fmt.Errorf("PERIMETER_SMTP_URL, PERIMETER_CHAT_NOTICE_TO: %w", err)
		}
		all = append(all, chat.Channel{Name: mailChannel, Notifier: mail})
	}
	if f.ChatWebhook != "" {
		hook, err := notify.NewWebhook(notify.WebhookConfig{
			URL: f.ChatWebhook, AllowPrivate: f.ChatWebhookPrivate, AllowLoopback: setup.base != nil && isLoopback(setup.base),
			Secret: func(ctx context.Context) ([]byte, error) { return setup.secret(ctx, webhookSecret) },
		})
		if err != nil {
			return nil, fmt.Errorf("PERIMETER_CHAT_WEBHOOK: %w", err)
		}
		all = append(all, chat.Channel{Name: webhookChannel, Notifier: hook, Separate: true})
	}
	if setup.push != nil {
		all = append(all, chat.Channel{Name: pushChannel, Notifier: notify.NewPush(notify.PushConfig{
			Subscriptions: setup.push, AllowLoopback: isLoopback(setup.base),
			Contact: func(ctx context.Context) string { return cmp.Or(current.Latest(ctx).Email, setup.base.String()) },
		})})
	}
	return all, nil
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
	channels, err := c.channels(d.company, channelSetup{base: base, secret: d.store.Secret, push: newPush(d, base)})
	if err != nil {
		return failed(err)
	}
	inbox := chat.New(chat.Config{Store: d.store.Chat(), Channels: channels, InboxURL: base.JoinPath(ssr.AdminPath).String()})
	if notifies, err := inbox.Notifies(ctx); err != nil {
		return failed(err)
	} else if !notifies {
		return []checkResult{{
			part: "notices", detail: "no channel is set up: nobody is told of messages while the back office is closed",
			advice: "Set PERIMETER_SMTP_URL and PERIMETER_CHAT_NOTICE_TO, or PERIMETER_CHAT_WEBHOOK, or turn notifications on in Messages on a phone.",
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
		if channel.Name == pushChannel && errs.KindOf(err) == errs.Conflict {
			result.detail = channel.Name + ": no device has notifications turned on"
		} else if err != nil {
			result.err, result.advice = fmt.Errorf("%s: %w", channel.Name, err), "See that the receiver is reachable and accepts the notice."
		}
		results = append(results, result)
	}
	return results
}

// mailer returns what sends e-mails to users, or nil if there is no mail server.
func (f chatFlags) mailer(current *company.Company) (auth.Mailer, error) {
	if f.SMTPURL == "" {
		return nil, nil
	}
	mailer, err := notify.NewUserMail(f.SMTPURL, func(ctx context.Context) string { return current.Latest(ctx).Email })
	if err != nil {
		return nil, fmt.Errorf("PERIMETER_SMTP_URL: %w", err)
	}
	return mailer, nil
}

// visitorMailer returns what sends answers to visitors who have left, or nil if there
// is no mail server.
func (f chatFlags) visitorMailer(current *company.Company) (chat.Mailer, error) {
	if f.SMTPURL == "" {
		return nil, nil
	}
	mailer, err := notify.NewVisitorMail(f.SMTPURL, func(ctx context.Context) string { return current.Latest(ctx).Email })
	if err != nil {
		return nil, fmt.Errorf("PERIMETER_SMTP_URL: %w", err)
	}
	return mailer, nil
}
