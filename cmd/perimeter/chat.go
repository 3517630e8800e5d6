package main

import (
	"errors"
	"fmt"
	"time"

	"perimeter/internal/notify"
	"perimeter/internal/site"
)

// leastRetention keeps a slip of the pen from deleting what nobody has read.
const leastRetention = 24 * time.Hour

// chatFlags say who hears of new conversations and how long they are kept.
type chatFlags struct {
	ChatRetention time.Duration `help:"How long conversations are kept after their last message." default:"2160h" env:"PERIMETER_CHAT_RETENTION" placeholder:"DURATION"`
	ChatWebhook   string        `help:"Address that gets a notice of each new conversation as JSON; empty means none." env:"PERIMETER_CHAT_WEBHOOK" placeholder:"URL"`
	ChatNoticeTo  string        `help:"E-mail address that gets a notice of each new conversation; empty means none." env:"PERIMETER_CHAT_NOTICE_TO" placeholder:"ADDRESS"`
	SMTPURL       string        `name:"smtp-url" help:"Mail server for notices, smtp://user:password@host:587 or smtps://…" env:"PERIMETER_SMTP_URL" placeholder:"URL"`
}

// check says whether the settings can work. It asks nobody.
func (f chatFlags) check(identity site.Identity) finding {
	cfg, err := f.config(identity)
	if err != nil {
		return finding{part: "chat", err: err, advice: "Correct the settings of the chat, or leave them out."}
	}
	return finding{part: "chat", detail: fmt.Sprintf("provider %s; notices go to %d places", identity.Chat.Provider, len(cfg.Notifiers))}
}

// config makes the chat's settings. Notices come from the company's own address.
func (f chatFlags) config(identity site.Identity) (site.ChatConfig, error) {
	cfg := site.ChatConfig{Retention: f.ChatRetention}
	if f.ChatRetention < leastRetention {
		return cfg, fmt.Errorf("conversations cannot be kept for only %s: set PERIMETER_CHAT_RETENTION to %s or more", f.ChatRetention, leastRetention)
	}
	if (f.ChatNoticeTo == "") != (f.SMTPURL == "") {
		return cfg, errors.New("notices by e-mail need both PERIMETER_SMTP_URL and PERIMETER_CHAT_NOTICE_TO")
	}
	if f.SMTPURL != "" {
		mail, err := notify.NewMail(f.SMTPURL, identity.Email, f.ChatNoticeTo)
		if err != nil {
			return cfg, fmt.Errorf("PERIMETER_SMTP_URL, PERIMETER_CHAT_NOTICE_TO: %w", err)
		}
		cfg.Notifiers = append(cfg.Notifiers, mail)
	}
	if f.ChatWebhook != "" {
		hook, err := notify.NewWebhook(f.ChatWebhook)
		if err != nil {
			return cfg, fmt.Errorf("PERIMETER_CHAT_WEBHOOK: %w", err)
		}
		cfg.Notifiers = append(cfg.Notifiers, hook)
	}
	return cfg, nil
}
