package auth

import (
	"context"
	"time"

	"perimeter/internal/limit"
)

// Store keeps users and sessions. Usernames are compared without regard to case.
// Every method returns NotFound when the one thing asked for does not exist, and
// Unavailable when the database cannot be reached; lists are never nil. A
// committed write is on disk before its method returns.
type Store interface {
	// Users returns all users ordered by username.
	Users(ctx context.Context) ([]User, error)
	User(ctx context.Context, id int64) (User, error)
	UserByName(ctx context.Context, username string) (User, error)
	// SecondFactorRequired reports whether administrators need a second factor.
	SecondFactorRequired(ctx context.Context) (bool, error)
	// AccountSetup returns what the user has yet to set up, or NotFound.
	AccountSetup(ctx context.Context, userID int64) (Setup, error)

	Session(ctx context.Context, tokenHash [32]byte) (Session, error)
	// SessionSummaries returns one summary for each user who has sessions that
	// were last seen and created no earlier than these times.
	SessionSummaries(ctx context.Context, seen, created time.Time) ([]SessionSummary, error)
	// UserSessions returns the user's sessions, the last used first.
	UserSessions(ctx context.Context, userID int64) ([]Session, error)

	Factors() FactorStore
	Links() LinkStore
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

// Tx is one transaction.
type Tx interface {
	Users() UserTx
	Sessions() SessionTx
	Factors() FactorTx
	Links() LinkTx
	Uses() limit.Tx
}

// UserTx reads and changes users.
type UserTx interface {
	// List returns all users ordered by username.
	List(ctx context.Context) ([]User, error)
	Get(ctx context.Context, id int64) (User, error)
	ByName(ctx context.Context, username string) (User, error)
	// Put inserts the user if its ID is 0 and updates it otherwise. It returns the
	// user as stored, or Conflict if the username is taken. To read a user and
	// write it back needs a lock on the user: another change in between would be
	// lost.
	Put(ctx context.Context, u User) (User, error)
	// Delete deletes the user and all of the user's sessions, or returns NotFound.
	Delete(ctx context.Context, id int64) error
	// SetFullName changes the user's full name, or returns NotFound.
	SetFullName(ctx context.Context, id int64, fullName string) error
	// Lock keeps others from changing the user until the transaction ends, or
	// returns NotFound.
	Lock(ctx context.Context, id int64) error
	// LockPasswordHash keeps others from changing the user's password until the
	// transaction ends. It returns NotFound if the hash is no longer the given
	// one, or the user is disabled.
	LockPasswordHash(ctx context.Context, id int64, hash string) error
	// RequireSecondFactor changes whether administrators need a second factor.
	RequireSecondFactor(ctx context.Context, required bool) error
	// PutSetup inserts or replaces what the user has yet to set up.
	PutSetup(ctx context.Context, s Setup) error
	// DeleteSetup deletes what the user has yet to set up, if anything.
	DeleteSetup(ctx context.Context, userID int64) error
}

// SessionTx changes sessions.
type SessionTx interface {
	// Put inserts the session, or returns NotFound if its user does not exist.
	Put(ctx context.Context, s Session) error
	// Touch sets the session's LastSeenAt. If the session has ended it does
	// nothing.
	Touch(ctx context.Context, tokenHash [32]byte, seen time.Time) error
	// Prove sets the session's ProvedAt, or returns NotFound if the session has
	// ended.
	Prove(ctx context.Context, tokenHash [32]byte, at time.Time) error
	// MarkSecondFactor sets the session's SecondFactor. If the session has ended it
	// does nothing.
	MarkSecondFactor(ctx context.Context, tokenHash [32]byte) error
	// Delete deletes the session, if it exists. Like the next two methods, it also
	// ends the notices by Web Push to the browsers of what it deletes.
	Delete(ctx context.Context, tokenHash [32]byte) error
	// DeleteOf deletes all sessions of the user.
	DeleteOf(ctx context.Context, userID int64) error
	// DeleteOthers deletes all sessions of the user except one.
	DeleteOthers(ctx context.Context, userID int64, tokenHash [32]byte) error
	// DeleteIdle deletes the sessions last seen before seen or created before
	// created.
	DeleteIdle(ctx context.Context, seen, created time.Time) error
	// EndPush ends the notices by Web Push to all browsers of the user.
	EndPush(ctx context.Context, userID int64) error
}
