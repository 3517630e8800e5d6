package notify

import (
	"context"

	"perimeter/internal/auth"
)

// UserMail sends e-mails to users.
type UserMail struct{ server *mailServer }

var _ auth.Mailer = (*UserMail)(nil)

// NewUserMail returns a UserMail that sends through the server of a URL.
// from returns the sender at the time.
func NewUserMail(serverURL string, from func(context.Context) string) (*UserMail, error) {
	server, err := newMailServer(serverURL, from)
	if err != nil {
		return nil, err
	}
	return &UserMail{server}, nil
}

// Send implements auth.Mailer.
func (m *UserMail) Send(ctx context.Context, letter auth.Mail) error {
	return m.server.send(ctx, letter.To, letter.Subject, letter.Text)
}
