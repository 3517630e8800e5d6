package notify

import (
	"context"

	"perimeter/internal/auth"
)

// UserMail sends e-mails to users.
type UserMail struct{ server MailSource }

var _ auth.Mailer = (*UserMail)(nil)

// NewUserMail returns a UserMail that sends through the server at the time.
func NewUserMail(server MailSource) *UserMail { return &UserMail{server} }

// Ready implements auth.Mailer. A server whose password cannot be read is not.
func (m *UserMail) Ready(ctx context.Context) bool {
	ready, err := m.server.ready(ctx)
	return ready && err == nil
}

// Send implements auth.Mailer.
func (m *UserMail) Send(ctx context.Context, letter auth.Mail) error {
	return m.server.send(ctx, []string{letter.To}, letter.Subject, letter.Text)
}
