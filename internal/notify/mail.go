// Package notify owns how e-mails and calls of webhooks leave the server: notices
// of new conversations, and links for users. It must not know how conversations or
// links work.
package notify

import (
	"context"
	"fmt"
	"strings"

	"perimeter/internal/chat"
)

// Mail sends notices by e-mail.
type Mail struct {
	server MailSource
	to     func(ctx context.Context) ([]string, error)
}

var _ chat.Optional = (*Mail)(nil)

// NewMail returns a Mail that sends to the recipients at the time.
func NewMail(server MailSource, to func(ctx context.Context) ([]string, error)) *Mail {
	return &Mail{server: server, to: to}
}

// Configured implements chat.Optional.
func (m *Mail) Configured(ctx context.Context) (bool, error) {
	to, err := m.to(ctx)
	if err != nil || len(to) == 0 {
		return false, err
	}
	return m.server.ready(ctx)
}

// Notify implements chat.Notifier.
func (m *Mail) Notify(ctx context.Context, notice chat.Notice) error {
	to, err := m.to(ctx)
	if err != nil {
		return err
	}
	return m.server.send(ctx, to, subject(notice), body(notice))
}

func subject(notice chat.Notice) string {
	if n := len(notice.Leads()) + notice.HeldBack; n > 1 {
		return fmt.Sprintf("%d visitors have written in the chat", n)
	}
	who := "A visitor"
	if notice.Name != "" {
		who = notice.Name
	}
	switch notice.Reason {
	case chat.ReasonMessage:
		return who + " has written in the chat"
	case chat.ReasonContact:
		return who + " has left contact details in the chat"
	case chat.ReasonReminder:
		return who + " is still waiting for an answer in the chat"
	case chat.ReasonTest:
		return "A test of the chat's notices"
	case chat.ReasonBackup:
		return "The backups of your website need your attention"
	case chat.ReasonCertificate:
		return "The certificate of your website needs your attention"
	case chat.ReasonMonth:
		return "Your website last month"
	default:
		return "The chat needs your attention"
	}
}

func body(notice chat.Notice) string {
	var text strings.Builder
	if notice.Warning != "" {
		fmt.Fprintf(&text, "%s\n\n", notice.Warning)
	}
	for _, lead := range notice.Leads() {
		writeLead(&text, lead)
	}
	if notice.HeldBack > 0 {
		fmt.Fprintf(&text, "%d more conversations are not shown here.\n\n", notice.HeldBack)
	}
	if notice.Conversation == "" {
		fmt.Fprintf(&text, "Messages: %s\n", notice.URL)
	}
	return text.String()
}

func writeLead(text *strings.Builder, lead chat.Lead) {
	for _, line := range []struct{ name, value string }{{"Name", lead.Name}, {"Contact", lead.Contact}, {"Page", lead.Page}} {
		if line.value != "" {
			fmt.Fprintf(text, "%s: %s\n", line.name, line.value)
		}
	}
	for _, message := range lead.Messages {
		fmt.Fprintf(text, "\n%s\n", message)
	}
	fmt.Fprintf(text, "\nAnswer: %s\n\n", lead.URL)
}
