package site

import "context"

// Reader reads what is stored. Every method returns an error of kind NotFound
// when the one thing asked for does not exist, and Unavailable when the
// database cannot be reached; lists are never nil.
type Reader interface {
	ContentReader
	ServiceReader
	PostReader
	SocialLinkReader
	HoursReader
	RedirectReader
	ReviewReader
	UserReader
	SessionReader
	ImageReader
	ChatReader
}

// Tx reads and writes inside one transaction. Unique keys and slugs are
// enforced: a write that would repeat one returns Conflict.
type Tx interface {
	Reader
	ContentWriter
	ServiceWriter
	PostWriter
	SocialLinkWriter
	HoursWriter
	RedirectWriter
	ReviewWriter
	UserWriter
	SessionWriter
	ImageWriter
	ChatWriter

	// StarterDone reports whether the starter content was ever filled in or
	// declined; MarkStarterDone records it.
	StarterDone(ctx context.Context) (bool, error)
	MarkStarterDone(ctx context.Context) error
}

// Store keeps the site. A committed write is on disk before its method
// returns.
type Store interface {
	Reader

	// Publish runs fn in one transaction that also bumps the content
	// revision. Publishing transactions run one at a time, so that fn may read,
	// decide and write without losing another's update.
	Publish(ctx context.Context, fn func(Tx) error) error

	// Write runs fn in one transaction that changes nothing the public sees.
	Write(ctx context.Context, fn func(Tx) error) error

	// Chat runs fn in one transaction that also changes the chat's version. Such
	// transactions run one at a time. After the commit, in every process, those
	// who follow the conversation get a signal, or everybody if it is "".
	Chat(ctx context.Context, conversation string, fn func(Tx) error) error

	// FollowChat delivers a signal after each change of the conversation, or of
	// any if it is "", until stop; signals may be merged and, between processes,
	// be lost.
	FollowChat(conversation string) (signals <-chan struct{}, stop func())

	// Revision returns the number of the newest publishing transaction that
	// was committed before the call, by whichever process.
	Revision(ctx context.Context) (int64, error)

	// Changes delivers a signal after the revision changed, by whichever
	// process; signals may be merged. It is a hint for background work.
	Changes() <-chan struct{}

	// Ping returns Unavailable when the database does not answer.
	Ping(ctx context.Context) error
}
