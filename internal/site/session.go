package site

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"strings"
	"time"
)

// Session is one signed-in browser. The token itself is known to the browser
// alone; the store keeps its hash.
type Session struct {
	TokenHash  [32]byte
	UserID     int64
	CreatedAt  time.Time
	LastSeenAt time.Time
}

// SessionReader reads sessions.
type SessionReader interface {
	Session(ctx context.Context, tokenHash [32]byte) (Session, error)
}

// SessionWriter writes sessions.
type SessionWriter interface {
	// PutSession inserts the session.
	PutSession(ctx context.Context, s Session) error
	// TouchSession moves the session's LastSeenAt; it is no error if there is
	// none, and it never brings back one that has just ended.
	TouchSession(ctx context.Context, tokenHash [32]byte, seen time.Time) error
	// DeleteSession ends the session; it is no error if there is none.
	DeleteSession(ctx context.Context, tokenHash [32]byte) error
	// DeleteUserSessions ends the user's sessions.
	DeleteUserSessions(ctx context.Context, userID int64) error
	// DeleteIdleSessions ends the sessions that were last seen before seen or
	// created before created.
	DeleteIdleSessions(ctx context.Context, seen, created time.Time) error
}

const (
	// SessionLifetime is how long a session lasts at most.
	SessionLifetime = 7 * 24 * time.Hour
	// sessionIdle is how long a session lasts without being used.
	sessionIdle = 12 * time.Hour
	// sessionGrain is how exactly the last use is recorded, so that not every
	// request writes.
	sessionGrain = time.Minute
)

// Credentials are what somebody signs in with.
type Credentials struct {
	Username string
	Password string
	// Address is where the attempt comes from.
	Address netip.Addr
}

// Login starts a session and returns its token, which is never stored. When it
// fails, the user returned is the one whose account was tried, if there is one.
func (s *Site) Login(ctx context.Context, c Credentials) (user User, token string, err error) {
	c.Username = strings.TrimSpace(c.Username)
	if c.Username == "" {
		return User{}, "", Errorf(Invalid, "Username is required")
	}
	if c.Password == "" {
		return User{}, "", Errorf(Invalid, "Password is required")
	}
	try, err := s.throttle.take(c.Username, c.Address)
	if err != nil {
		return User{}, "", err
	}
	user, err = namedUser(ctx, s.store, c.Username)
	if err != nil && KindOf(err) != NotFound {
		try.refund()
		return User{}, "", err
	}
	if len(c.Password) > maxPassword {
		// No such password can have been set; it is compared in vain.
		c.Password = c.Password[:maxPassword]
		user.PasswordHash = ""
	}
	match, err := s.vault.matches(ctx, c.Password, user.PasswordHash)
	if err != nil {
		try.refund()
		return user, "", err
	}
	if match {
		token, err = s.startSession(ctx, user)
	}
	if !match || KindOf(err) == NotFound {
		return user, "", Errorf(Unauthorized, "Invalid username or password")
	}
	try.refund()
	return user, token, err
}

func (s *Site) startSession(ctx context.Context, user User) (string, error) {
	token, now := rand.Text(), s.stamp()
	err := s.store.Write(ctx, func(tx Tx) error {
		// It may have been changed while this one was compared.
		if err := tx.HoldPassword(ctx, user.ID, user.PasswordHash); err != nil {
			return err
		}
		if err := tx.DeleteIdleSessions(ctx, now.Add(-sessionIdle), now.Add(-SessionLifetime)); err != nil {
			return err
		}
		return tx.PutSession(ctx, Session{TokenHash: hashToken(token), UserID: user.ID, CreatedAt: now, LastSeenAt: now})
	})
	return token, err
}

// Logout ends the session; it is no error if there is none.
func (s *Site) Logout(ctx context.Context, token string) error {
	return s.store.Write(ctx, func(tx Tx) error {
		return tx.DeleteSession(ctx, hashToken(token))
	})
}

// Authenticate returns the user whose session the token belongs to, or
// Unauthorized.
func (s *Site) Authenticate(ctx context.Context, token string) (User, error) {
	now := s.stamp()
	session, user, err := s.sessionOf(ctx, token, now)
	if err != nil {
		return User{}, err
	}
	if now.Sub(session.LastSeenAt) >= sessionGrain {
		// A session that could not be prolonged is still valid now, so a full
		// disk does not keep anybody from reading.
		_ = s.store.Write(ctx, func(tx Tx) error {
			return tx.TouchSession(ctx, session.TokenHash, now)
		})
	}
	return user, nil
}

// sessionOf returns the session that the token belongs to, with its user, or
// Unauthorized.
func (s *Site) sessionOf(ctx context.Context, token string, now time.Time) (Session, User, error) {
	nobody := Errorf(Unauthorized, "You are not signed in.")
	if token == "" {
		return Session{}, User{}, nobody
	}
	session, err := s.store.Session(ctx, hashToken(token))
	if KindOf(err) == NotFound {
		return Session{}, User{}, nobody
	}
	if err != nil {
		return Session{}, User{}, err
	}
	if now.Sub(session.LastSeenAt) >= sessionIdle || now.Sub(session.CreatedAt) >= SessionLifetime {
		return Session{}, User{}, nobody
	}
	user, err := s.store.User(ctx, session.UserID)
	if KindOf(err) == NotFound {
		return Session{}, User{}, nobody
	}
	return session, user, err
}

func hashToken(token string) [32]byte { return sha256.Sum256([]byte(token)) }
