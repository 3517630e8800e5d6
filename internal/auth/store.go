package auth

import (
	"context"
	"time"

	"perimeter/internal/ratelimit"
)

// Store keeps users and sessions. Usernames are compared without regard to case.
// Every method returns NotFound when the one thing asked for does not exist, and
// Unavailable when the database cannot be reached; lists are never nil. A
// committed write is on disk before its method returns.
type Store interface {
	LinkStore

	// Users returns all users ordered by username.
	Users(ctx context.Context) ([]User, error)
	User(ctx context.Context, id int64) (User, error)
	UserByName(ctx context.Context, username string) (User, error)
	Session(ctx context.Context, tokenHash [32]byte) (Session, error)
	// SessionSummaries returns one summary for each user who has sessions that
	// were last seen and created no earlier than these times.
	SessionSummaries(ctx context.Context, seen, created time.Time) ([]SessionSummary, error)
	// UserSessions returns the user's sessions, the last used first.
	UserSessions(ctx context.Context, userID int64) ([]Session, error)
	// SecondFactorRequired reports whether administrators need a second factor.
	SecondFactorRequired(ctx context.Context) (bool, error)
	// AccountSetup returns what the user has yet to set up, or NotFound.
	AccountSetup(ctx context.Context, userID int64) (Setup, error)
	factorReader
	// Secret returns the random bytes of that name, which are made when they are
	// first asked for. They are the same in every replica and in no backup.
	Secret(ctx context.Context, name string) ([]byte, error)

	// Write runs fn in one transaction.
	Write(ctx context.Context, fn func(Tx) error) error

	// WriteExclusive runs fn in one transaction. Such transactions run one at a
	// time, across all replicas: fn may read, decide and write, and nothing that
	// it has read is changed by another exclusive transaction.
	WriteExclusive(ctx context.Context, fn func(Tx) error) error
}

// Tx reads and writes inside one transaction.
type Tx interface {
	ratelimit.Tx
	LinkTx
	factorWriter

	// Users returns all users ordered by username.
	Users(ctx context.Context) ([]User, error)
	User(ctx context.Context, id int64) (User, error)
	UserByName(ctx context.Context, username string) (User, error)

	// PutUser inserts the user if its ID is 0 and updates it otherwise. It
	// returns the user as stored, or Conflict if the username is taken. To read a
	// user and write it back needs a lock on the user: another change in between
	// would be lost.
	PutUser(ctx context.Context, u User) (User, error)
	// DeleteUser deletes the user and all of the user's sessions, or returns
	// NotFound.
	DeleteUser(ctx context.Context, id int64) error
	// SetFullName changes the user's full name, or returns NotFound.
	SetFullName(ctx context.Context, id int64, fullName string) error
	// RequireSecondFactor changes whether administrators need a second factor.
	RequireSecondFactor(ctx context.Context, required bool) error
	// PutAccountSetup inserts or replaces what the user has yet to set up.
	PutAccountSetup(ctx context.Context, s Setup) error
	// DeleteAccountSetup deletes what the user has yet to set up, if anything.
	DeleteAccountSetup(ctx context.Context, userID int64) error
	// LockUser keeps others from changing the user until the transaction ends, or
	// returns NotFound.
	LockUser(ctx context.Context, id int64) error
	// LockPasswordHash keeps others from changing the user's password until the
	// transaction ends. It returns NotFound if the hash is no longer the given
	// one, or the user is disabled.
	LockPasswordHash(ctx context.Context, id int64, hash string) error

	// PutSession inserts the session, or returns NotFound if its user does not
	// exist.
	PutSession(ctx context.Context, s Session) error
	// TouchSession sets the session's LastSeenAt. If the session has ended it
	// does nothing.
	TouchSession(ctx context.Context, tokenHash [32]byte, seen time.Time) error
	// ProveSession sets the session's ProvedAt, or returns NotFound if the session
	// has ended.
	ProveSession(ctx context.Context, tokenHash [32]byte, at time.Time) error
	// MarkSecondFactor sets the session's SecondFactor. If the session has ended it
	// does nothing.
	MarkSecondFactor(ctx context.Context, tokenHash [32]byte) error
	// DeleteSession deletes the session, if it exists. Like the next two methods,
	// it also ends the notices by Web Push to the browsers of what it deletes.
	DeleteSession(ctx context.Context, tokenHash [32]byte) error
	// DeleteUserSessions deletes all sessions of the user.
	DeleteUserSessions(ctx context.Context, userID int64) error
	// DeleteOtherSessions deletes all sessions of the user except one.
	DeleteOtherSessions(ctx context.Context, userID int64, tokenHash [32]byte) error
	// EndPush ends the notices by Web Push to all browsers of the user.
	EndPush(ctx context.Context, userID int64) error
	// DeleteIdleSessions deletes the sessions last seen before seen or created
	// before created.
	DeleteIdleSessions(ctx context.Context, seen, created time.Time) error
}
