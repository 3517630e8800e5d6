package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// Session is one signed-in browser. Only the browser has the token; the store
// keeps its hash.
type Session struct {
	TokenHash  [32]byte
	UserID     int64
	CreatedAt  time.Time
	LastSeenAt time.Time
	// ProvedAt is when the user last proved who they are in this session: by
	// signing in, or when a sensitive action asked for it.
	ProvedAt time.Time
	Browser  string // such as "Firefox on Windows", or "" if unknown
	Network  string // that the user signed in from, such as "203.0.113.7/32"
	// SecondFactor is whether the user has shown more than the password in this
	// session: a passkey, a code of an app, or a recovery code.
	SecondFactor bool
}

const (
	// SessionLifetime is how long a session lasts at most.
	SessionLifetime = 7 * 24 * time.Hour
	// sessionIdleLimit is how long a session lasts without being used.
	sessionIdleLimit = 12 * time.Hour
	// touchInterval is the precision of LastSeenAt, so that not every request
	// writes to the database.
	touchInterval = time.Minute
)

func (s Session) expired(now time.Time) bool {
	return now.Sub(s.LastSeenAt) >= sessionIdleLimit || now.Sub(s.CreatedAt) >= SessionLifetime
}

// Credentials are what somebody signs in with.
type Credentials struct {
	Username string
	Password string
	// Code is of the authenticator app, or a recovery code.
	Code     string
	ClientIP netip.Addr
	// UserAgent is what the browser says about itself.
	UserAgent string
	// Device is the browser's device token, or "" if it has none.
	Device string
}

// Login starts a session and returns its token, which is never stored. If the user
// has an authenticator app and there is no code, it returns Unauthorized with
// CodeRequired. If it fails, it returns the user whose account was tried, if there
// is one.
func (a *Accounts) Login(ctx context.Context, c Credentials) (user User, token string, err error) {
	c.Username = strings.TrimSpace(c.Username)
	if c.Username == "" {
		return User{}, "", errs.Errorf(errs.Invalid, "Username is required")
	}
	if c.Password == "" {
		return User{}, "", errs.Errorf(errs.Invalid, "Password is required")
	}
	err = a.limited(ctx, c, func(at *attempt) error {
		user, err = findUser(ctx, a.store.UserByName, c.Username)
		if err != nil && errs.KindOf(err) != errs.NotFound {
			return err
		}
		if err := a.matchPassword(ctx, at, user, c.Password); err != nil {
			return err
		}
		useCode, err := a.checkCode(ctx, at, user, c.Code)
		if err != nil {
			return err
		}
		token, err = a.startSession(ctx, user, c, useCode != nil, at, func(tx Tx) error {
			// The password may have been changed since it was compared.
			if err := tx.Users().LockPasswordHash(ctx, user.ID, user.PasswordHash); err != nil {
				return err
			}
			if useCode == nil {
				return nil
			}
			return useCode(tx)
		})
		return err
	})
	return user, token, err
}

// startSession starts a session unless the attempt is over the shared limits or
// what was proved does not hold any more.
func (a *Accounts) startSession(ctx context.Context, user User, c Credentials, secondFactor bool, at *attempt, confirm func(Tx) error) (string, error) {
	token, now := rand.Text(), a.clock.Stamp()
	err := a.store.Write(ctx, func(tx Tx) error {
		if err := a.limits.CheckShared(ctx, tx.Uses(), at.keys...); err != nil {
			return err
		}
		if err := confirm(tx); err != nil {
			return err
		}
		if err := tx.Sessions().DeleteIdle(ctx, now.Add(-sessionIdleLimit), now.Add(-SessionLifetime)); err != nil {
			return err
		}
		return tx.Sessions().Put(ctx, Session{
			TokenHash: SessionHash(token), UserID: user.ID, CreatedAt: now, LastSeenAt: now, ProvedAt: now,
			Browser: browserName(c.UserAgent), Network: limit.Network(c.ClientIP).String(), SecondFactor: secondFactor,
		})
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// Logout ends the session, if there is one.
func (a *Accounts) Logout(ctx context.Context, token string) error {
	return a.store.Write(ctx, func(tx Tx) error {
		return tx.Sessions().Delete(ctx, SessionHash(token))
	})
}

// Authenticate returns the user of the token's session, or Unauthorized. It
// prolongs the session, but does not wait for that.
func (a *Accounts) Authenticate(ctx context.Context, token string) (User, error) {
	_, user, err := a.authenticate(ctx, token)
	return user, err
}

func (a *Accounts) authenticate(ctx context.Context, token string) (Session, User, error) {
	now := a.clock.Stamp()
	session, user, err := a.session(ctx, token, now)
	if err != nil {
		return Session{}, User{}, err
	}
	if now.Sub(session.LastSeenAt) >= touchInterval {
		a.prolonger.prolong(ctx, session.TokenHash, now)
	}
	return session, user, nil
}

// CheckAdmin returns what AuthenticateAdmin would, but does not prolong the
// session: a window that is merely open does not count as use.
func (a *Accounts) CheckAdmin(ctx context.Context, token string) error {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	return a.requireAdmin(ctx, session, user)
}

// SessionHash identifies the token's session where the token must not be stored.
func SessionHash(token string) [32]byte { return sha256.Sum256([]byte(token)) }

// SessionUser returns the ID, the username and what people call the session's user,
// Unauthorized if the session has ended, or Forbidden as AuthenticateAdmin does. It
// does not prolong the session.
func (a *Accounts) SessionUser(ctx context.Context, sessionHash [32]byte) (id int64, username, name string, err error) {
	session, user, err := a.sessionByHash(ctx, sessionHash, a.clock.Stamp())
	if err != nil {
		return 0, "", "", err
	}
	return user.ID, user.Username, cmp.Or(user.FullName, user.Username), a.requireAdmin(ctx, session, user)
}

// session returns the token's session and its user, or Unauthorized.
func (a *Accounts) session(ctx context.Context, token string, now time.Time) (Session, User, error) {
	if token == "" {
		return Session{}, User{}, errs.Errorf(errs.Unauthorized, "You are not signed in.")
	}
	return a.sessionByHash(ctx, SessionHash(token), now)
}

func (a *Accounts) sessionByHash(ctx context.Context, hash [32]byte, now time.Time) (Session, User, error) {
	signedOut := errs.Errorf(errs.Unauthorized, "You are not signed in.")
	session, err := a.store.Session(ctx, hash)
	if errs.KindOf(err) == errs.NotFound {
		return Session{}, User{}, signedOut
	}
	if err != nil {
		return Session{}, User{}, err
	}
	if session.expired(now) {
		return Session{}, User{}, signedOut
	}
	user, err := a.store.User(ctx, session.UserID)
	if errs.KindOf(err) == errs.NotFound || err == nil && user.IsDisabled() {
		return Session{}, User{}, signedOut
	}
	return session, user, err
}
