package store

import (
	"context"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
)

// view is the store as one domain package declares it. The packages' interfaces
// differ in the type of their transactions; tx implements all of them.
type view[Tx any] struct{ *Store }

var (
	_ site.Tx    = tx{}
	_ company.Tx = tx{}
	_ auth.Tx    = tx{}
	_ media.Tx   = tx{}
	_ chat.Tx    = tx{}
	_ reviews.Tx = tx{}
)

// Site returns the store of what the company publishes.
func (s *Store) Site() site.Store { return view[site.Tx]{s} }

// Company returns the store of the facts about the company.
func (s *Store) Company() company.Store { return view[company.Tx]{s} }

// Auth returns the store of users and sessions.
func (s *Store) Auth() auth.Store { return view[auth.Tx]{s} }

// Audit returns the store of the audit log.
func (s *Store) Audit() audit.Store { return s }

// Media returns the store of images and uploads.
func (s *Store) Media() media.Store { return view[media.Tx]{s} }

// Chat returns the store of conversations.
func (s *Store) Chat() chat.Store { return view[chat.Tx]{s} }

// Reviews returns the store of reviews.
func (s *Store) Reviews() reviews.Store { return view[reviews.Tx]{s} }

// Publish runs fn in a transaction that raises the revision.
func (v view[Tx]) Publish(ctx context.Context, fn func(Tx) error) error {
	return v.publish(ctx, as(fn))
}

// Write runs fn in a transaction.
func (v view[Tx]) Write(ctx context.Context, fn func(Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionTimeout)
	defer cancel()
	return v.transact(ctx, as(fn))
}

// WriteExclusive publishes, because publishing transactions run one at a time.
func (v view[Tx]) WriteExclusive(ctx context.Context, fn func(Tx) error) error {
	return v.publish(ctx, as(fn))
}

// Change runs fn in a transaction that changes the chat's version.
func (v view[Tx]) Change(ctx context.Context, conversation string, fn func(Tx) error) error {
	return v.changeChat(ctx, conversation, as(fn))
}

// as converts a function on a package's transaction into one on ours. The
// assertion cannot fail: see the variables above.
func as[Tx any](fn func(Tx) error) func(tx) error {
	return func(t tx) error { return fn(any(t).(Tx)) }
}
