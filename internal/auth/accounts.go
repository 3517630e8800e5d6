// Package auth owns who can sign in: users, passwords, second factors, sessions,
// invitations and the limits on sign-in attempts. It must not know what users do
// once they are signed in, nor how any of it is stored.
//
// It owns the transaction that removes a user together with the user's sessions.
package auth

import (
	"context"
	"log/slog"
	"net/url"

	"github.com/go-webauthn/webauthn/webauthn"

	"perimeter/internal/clock"
	"perimeter/internal/limit"
	"perimeter/internal/signing"
)

// Config is what Accounts needs.
type Config struct {
	Store Store
	// CompanyWords returns the words that a password must not consist of; nil
	// means none. The function CompanyWords makes them.
	CompanyWords func() []string
	// SiteName returns what authenticator apps, passkeys and e-mails call the site;
	// nil means "".
	SiteName func() string
	// BaseURL is the public origin, which passkeys are bound to and links begin
	// with.
	BaseURL *url.URL
	// Mailer sends links to invitations and new passwords by e-mail; nil means that
	// they are only shown.
	Mailer Mailer
	// Logger records what fails in the background; nil means that nothing is
	// logged.
	Logger *slog.Logger
	Clock  clock.Clock
}

// Accounts manages users and their sessions.
type Accounts struct {
	store        Store
	companyWords func() []string
	siteName     func() string
	passkeys     *webauthn.WebAuthn // nil if the base URL's host cannot have any
	clock        clock.Clock
	hasher       *passwordHasher
	limits       *limit.RateLimiter
	devices      *signing.Signer
	prolonger    *prolonger
	links        *links
}

// New returns the accounts in the store.
func New(cfg Config) *Accounts {
	return &Accounts{
		store:        cfg.Store,
		companyWords: cfg.CompanyWords,
		siteName:     cfg.SiteName,
		passkeys:     relyingParty(cfg),
		clock:        cfg.Clock,
		hasher:       newPasswordHasher(),
		limits:       limit.NewRateLimiter(cfg.Clock, "Too many failed attempts to sign in. Please try again in %s."),
		devices:      signing.New(func(ctx context.Context) ([]byte, error) { return cfg.Store.Secret(ctx, deviceSecret) }),
		prolonger:    newProlonger(cfg.Store),
		links:        newLinks(cfg),
	}
}
