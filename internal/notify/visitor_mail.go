package notify

import (
	"context"

	"perimeter/internal/chat"
)

// VisitorMail sends answers of the chat to visitors who have left.
type VisitorMail struct{ server MailSource }

var _ chat.Mailer = (*VisitorMail)(nil)

// NewVisitorMail returns a VisitorMail that sends through the server at the time.
func NewVisitorMail(server MailSource) *VisitorMail { return &VisitorMail{server} }

// Ready implements chat.Mailer. A server whose password cannot be read is not.
func (m *VisitorMail) Ready(ctx context.Context) bool {
	ready, err := m.server.ready(ctx)
	return ready && err == nil
}

// SendAnswer implements chat.Mailer.
func (m *VisitorMail) SendAnswer(ctx context.Context, letter chat.Mail) error {
	return m.server.send(ctx, []string{letter.To}, letter.Subject, letter.Text)
}
