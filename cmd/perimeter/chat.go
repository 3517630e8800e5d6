package main

import (
	"errors"
	"fmt"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/notify"
	"perimeter/internal/site"
)

// minRetention keeps a typing error from deleting messages that nobody has read.
const minRetention = 24 * time.Hour

// chatFlags say who is told of new conversations and how long they are kept.
type chatFlags struct {
	ChatRetention time.Duration `help:"How long conversations are kept after their last message." default:"2160h" env:"PERIMETER_CHAT_RETENTION" placeholder:"DURATION"`
	ChatWebhook   string        `help:"Address that gets a notice of each new conversation as JSON; empty means none." env:"PERIMETER_CHAT_WEBHOOK" placeholder:"URL"`
	ChatNoticeTo  string        `help:"E-mail address that gets a notice of each new conversation; empty means none." env:"PERIMETER_CHAT_NOTICE_TO" placeholder:"ADDRESS"`
	SMTPURL       string        `name:"smtp-url" help:"Mail server for notices and for links to invitations and new passwords, smtp://user:password@host:587 or smtps://…" env:"PERIMETER_SMTP_URL" placeholder:"URL"`
}

// check reports whether the settings can work. It contacts nobody.
func (f chatFlags) check(identity site.Identity) checkResult {
	notifiers, err := f.notifiers(identity)
	if err == nil {
		_, err = f.mailer(identity)
	}
	if err != nil {
		return checkResult{part: "chat", err: err, advice: "Correct the settings of the chat, or leave them out."}
	}
	return checkResult{part: "chat", detail: fmt.Sprintf("provider %s; notices go to %d places", identity.Chat.Provider, len(notifiers))}
}

// notifiers returns who is told of new conversations. E-mails are sent from the
// company's own e-mail address. It also checks the retention.
func (f chatFlags) notifiers(identity site.Identity) ([]chat.Notifier, error) {
	if f.ChatRetention < minRetention {
		return nil, fmt.Errorf("conversations cannot be kept for only %s: set PERIMETER_CHAT_RETENTION to %s or more", f.ChatRetention, minRetention)
	}
	if f.ChatNoticeTo != "" && f.SMTPURL == "" {
		return nil, errors.New("notices by e-mail need PERIMETER_SMTP_URL besides PERIMETER_CHAT_NOTICE_TO")
	}
	var all []chat.Notifier
	if f.ChatNoticeTo != "" {
		mail, err := notify.NewMail(f.SMTPURL, identity.Email, f.ChatNoticeTo)
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

// mailer returns what sends e-mails to users, or nil if there is no mail server.
func (f chatFlags) mailer(identity site.Identity) (auth.Mailer, error) {
	if f.SMTPURL == "" {
		return nil, nil
	}
	mailer, err := notify.NewUserMail(f.SMTPURL, identity.Email)
	if err != nil {
		return nil, fmt.Errorf("PERIMETER_SMTP_URL: %w", err)
	}
	return mailer, nil
}
