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
	server *mailServer
	to     string
}

var _ chat.Notifier = (*Mail)(nil)

// NewMail returns a Mail that sends through the server of a URL.
func NewMail(serverURL, from, to string) (*Mail, error) {
	server, err := newMailServer(serverURL, from)
	if err != nil {
		return nil, err
	}
	m := &Mail{server: server, to: to}
	_, err = server.message(to, "", "")
	return m, err
}

// Notify implements chat.Notifier.
func (m *Mail) Notify(ctx context.Context, notice chat.Notice) error {
	return m.server.send(ctx, m.to, subject(notice), body(notice))
}

func subject(notice chat.Notice) string {
	switch n := 1 + len(notice.More) + notice.HeldBack; {
	case notice.Text == "":
		return "The chat needs your attention"
	case n > 1:
		return fmt.Sprintf("%d visitors have written in the chat", n)
	default:
		return "A visitor has written in the chat"
	}
}

func body(notice chat.Notice) string {
	var text strings.Builder
	if notice.Warning != "" {
		fmt.Fprintf(&text, "%s\n\n", notice.Warning)
	}
	if notice.Text != "" {
		for _, opening := range append([]chat.Opening{notice.Opening}, notice.More...) {
			fmt.Fprintf(&text, "A visitor on %s has written:\n\n%s\n\n", opening.Page, opening.Text)
		}
	}
	if notice.HeldBack > 0 {
		fmt.Fprintf(&text, "%d more conversations have begun since the last notice and are not shown here.\n\n", notice.HeldBack)
	}
	fmt.Fprintf(&text, "Answer under Messages at %s\n", notice.Inbox)
	return text.String()
}
