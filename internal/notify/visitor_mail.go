package notify

import (
	"context"

	"perimeter/internal/chat"
)

// VisitorMail sends answers of the chat to visitors who have left.
type VisitorMail struct{ server *mailServer }

var _ chat.Mailer = (*VisitorMail)(nil)

// NewVisitorMail returns a VisitorMail that sends through the server of a URL.
// from returns the sender at the time.
func NewVisitorMail(serverURL string, from func(context.Context) string) (*VisitorMail, error) {
	server, err := newMailServer(serverURL, from)
	if err != nil {
		return nil, err
	}
	return &VisitorMail{server}, nil
}

// SendAnswer implements chat.Mailer.
func (m *VisitorMail) SendAnswer(ctx context.Context, letter chat.Mail) error {
	return m.server.send(ctx, letter.To, letter.Subject, letter.Text)
}
