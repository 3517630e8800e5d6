package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/notify"
)

// minRetention keeps a typing error from deleting messages that nobody has read.
const minRetention = 24 * time.Hour

// chatFlags say who is told of new conversations and how long they are kept.
type chatFlags struct {
	ChatRetention time.Duration `help:"How long conversations are kept after their last message." default:"2160h" env:"PERIMETER_CHAT_RETENTION" placeholder:"DURATION"`
	ChatWebhook   string        `help:"Address that gets a notice of each new conversation as JSON; empty means none." env:"PERIMETER_CHAT_WEBHOOK" placeholder:"URL"`
	ChatNoticeTo  string        `help:"E-mail address that gets a notice of each new conversation; empty means none." env:"PERIMETER_CHAT_NOTICE_TO" placeholder:"ADDRESS"`
	SMTPURL       string        `name:"smtp-url" help:"Mail server for notices, smtp://user:password@host:587 or smtps://…" env:"PERIMETER_SMTP_URL" placeholder:"URL"`
}

// check reports whether the settings can work. It contacts nobody.
func (f chatFlags) check(ctx context.Context, current *company.Company) checkResult {
	notifiers, err := f.notifiers(current)
	if err != nil {
		return checkResult{part: "chat", err: err, advice: "Correct the settings of the chat, or leave them out."}
	}
	return checkResult{part: "chat", detail: fmt.Sprintf("provider %s; notices go to %d places", current.Latest(ctx).Chat.Provider, len(notifiers))}
}

// notifiers returns who is told of new conversations. E-mails are sent from the
// company's own e-mail address. It also checks the retention.
func (f chatFlags) notifiers(current *company.Company) ([]chat.Notifier, error) {
	if f.ChatRetention < minRetention {
		return nil, fmt.Errorf("conversations cannot be kept for only %s: set PERIMETER_CHAT_RETENTION to %s or more", f.ChatRetention, minRetention)
	}
	if (f.ChatNoticeTo == "") != (f.SMTPURL == "") {
		return nil, errors.New("notices by e-mail need both PERIMETER_SMTP_URL and PERIMETER_CHAT_NOTICE_TO")
	}
	var all []chat.Notifier
	if f.SMTPURL != "" {
		mail, err := notify.NewMail(f.SMTPURL, func(ctx context.Context) string { return current.Latest(ctx).Email }, f.ChatNoticeTo)
		if err != nil {
			return nil, fmt.Errorf("PERIMETER_SMTP_URL, PERIMETER_CHAT_NOTICE_TO: %w", err)
		}
		all = append(all, mail)
	}
	if f.ChatWebhook != "" {
		hook, err := notify.NewWebhook(f.ChatWebhook)
		if err != nil {
			return nil, fmt.Errorf("PERIMETER_CHAT_WEBHOOK: %w", err)
		}
		all = append(all, hook)
	}
	return all, nil
}
