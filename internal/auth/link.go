package auth

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// A link lets somebody in once: an invitation, or a new password for an account.
// It holds a random token of which only the hash is stored. The token is in the
// URL's fragment, which browsers send to no server: it is in no log of a proxy
// and in no Referer header.

// The kinds of links, as they are called in the fragment.
const (
	invitationLink = "invitation"
	resetLink      = "reset"
)

// mailTimeout is how long sending one e-mail may take.
const mailTimeout = 20 * time.Second

// linkRate is how often one client may open or use links. Nobody can guess a
// token; this bounds the cost of trying.
var linkRate = limit.Rate{Burst: 20, Every: 10 * time.Second}

// LinkStore keeps what links stand for, by the hash of their token.
type LinkStore interface {
	// Invitations returns all invitations, the oldest first, also expired ones.
	Invitations(ctx context.Context) ([]Invitation, error)
	Invitation(ctx context.Context, tokenHash [32]byte) (Invitation, error)
	PasswordReset(ctx context.Context, tokenHash [32]byte) (PasswordReset, error)
}

// LinkTx changes links.
type LinkTx interface {
	// PutInvitation inserts the invitation and returns it with its ID.
	PutInvitation(ctx context.Context, i Invitation) (Invitation, error)
	// UseInvitation deletes the invitation and returns it, or returns NotFound. Of
	// two concurrent transactions that use the same one, only one gets it.
	UseInvitation(ctx context.Context, tokenHash [32]byte) (Invitation, error)
	// DeleteInvitation deletes the invitation and returns it, or returns NotFound.
	DeleteInvitation(ctx context.Context, id int64) (Invitation, error)
	// DeleteInvitationsBy deletes all invitations that the user has made.
	DeleteInvitationsBy(ctx context.Context, username string) error

	// PutPasswordReset inserts the reset, or returns NotFound if its user does
	// not exist.
	PutPasswordReset(ctx context.Context, r PasswordReset) error
	// UsePasswordReset deletes the reset and returns it, or returns NotFound. Of
	// two concurrent transactions that use the same one, only one gets it.
	UsePasswordReset(ctx context.Context, tokenHash [32]byte) (PasswordReset, error)
	// DeletePasswordResets deletes all resets of the user.
	DeletePasswordResets(ctx context.Context, userID int64) error

	// DeleteExpired deletes invitations and resets that expired before.
	DeleteExpired(ctx context.Context, before time.Time) error
}

// Mail is an e-mail to one user, as plain text.
type Mail struct{ To, Subject, Text string }

// Mailer sends e-mails.
type Mailer interface {
	// Ready reports whether there is a mail server at the time.
	Ready(ctx context.Context) bool
	Send(ctx context.Context, m Mail) error
}

// Link is a link that was just made. It cannot be shown again.
type Link struct {
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expiresAt"`
	MailedTo  string    `json:"mailedTo,omitempty" doc:"Where the link was sent by e-mail, if anywhere"`
}

// links is what all kinds of links need.
type links struct {
	base     *url.URL
	siteName func() string
	mailer   Mailer // nil if there is no mail server
	logger   *slog.Logger
	limits   *limit.RateLimiter
	mails    sync.WaitGroup
}

func newLinks(cfg Config) *links {
	l := &links{
		base: cfg.BaseURL, siteName: cfg.SiteName, mailer: cfg.Mailer, logger: cfg.Logger,
		limits: newLinkLimits(cfg.Clock),
	}
	if l.base == nil {
		l.base = &url.URL{}
	}
	if l.siteName == nil {
		l.siteName = func() string { return "" }
	}
	if l.logger == nil {
		l.logger = slog.New(slog.DiscardHandler)
	}
	return l
}

func newLinkLimits(now clock.Clock) *limit.RateLimiter {
	return limit.NewRateLimiter(now, "That was tried too often. Please try again in %s.")
}

// make returns the link to a new token, and the token's hash.
func (l *links) make(kind string, expires time.Time) (Link, [32]byte) {
	token := rand.Text()
	page := l.base.JoinPath("login")
	page.Fragment = kind + "=" + token
	return Link{URL: page.String(), ExpiresAt: expires}, SessionHash(token)
}

// send mails a link and reports whether the mail server took it.
func (l *links) send(ctx context.Context, m Mail) bool {
	if m.To == "" || !l.sendsMail(ctx) {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	if err := l.mailer.Send(ctx, m); err != nil {
		l.logger.WarnContext(ctx, "could not send an e-mail", "error", err.Error())
		return false
	}
	return true
}

// allow counts the use of a link by a client.
func (l *links) allow(ip netip.Addr) error {
	_, err := l.limits.Allow(limit.NetworkKeys("link", ip, linkRate)...)
	return err
}

// SendsMail reports whether links can be sent by e-mail.
func (a *Accounts) SendsMail(ctx context.Context) bool { return a.links.sendsMail(ctx) }

func (l *links) sendsMail(ctx context.Context) bool { return l.mailer != nil && l.mailer.Ready(ctx) }

// errLinkEnded is the same for links that never existed, were used or are late.
func errLinkEnded(ask string) error {
	return errs.Errorf(errs.NotFound, "This link has been used or has expired. %s", ask)
}
