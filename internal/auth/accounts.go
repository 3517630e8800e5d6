// Package auth owns who can sign in: users, passwords, sessions and the limits
// on sign-in attempts. It must not know what users do once they are signed in,
// nor how any of it is stored.
//
// It owns the transaction that removes a user together with the user's sessions.
package auth

import (
	"perimeter/internal/clock"
	"perimeter/internal/ratelimit"
)

// Config is what Accounts needs.
type Config struct {
	Store Store
	Clock clock.Clock
}

// Accounts manages users and their sessions.
type Accounts struct {
	store     Store
	clock     clock.Clock
	hasher    *passwordHasher
	limits    *ratelimit.Limiter
	prolonger *prolonger
}

// New returns the accounts in the store.
func New(cfg Config) *Accounts {
	return &Accounts{
		store:     cfg.Store,
		clock:     cfg.Clock,
		hasher:    newPasswordHasher(),
		limits:    ratelimit.New(cfg.Clock, "Too many failed attempts to sign in. Please try again in %s."),
		prolonger: newProlonger(cfg.Store),
	}
}
