package store

import (
	"context"
	"errors"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/push"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/workingcopy"
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
	_ push.Tx    = tx{}
)

// Site returns the store of what the company publishes.
func (s *Store) Site() site.Store { return view[site.Tx]{s} }

// Company returns the store of the facts about the company.
func (s *Store) Company() company.Store { return view[company.Tx]{s} }

// Auth returns the store of users and sessions.
func (s *Store) Auth() auth.Store { return view[auth.Tx]{s} }

// Audit returns the store of the audit log.
func (s *Store) Audit() audit.Store { return s }

// History returns the store of versions.
func (s *Store) History() record.VersionStore { return s }

// Copies returns the store of working copies.
func (s *Store) Copies() workingcopy.Store { return s }

// Media returns the store of images and uploads.
func (s *Store) Media() media.Store { return view[media.Tx]{s} }

// Chat returns the store of conversations.
func (s *Store) Chat() chat.Store { return view[chat.Tx]{s} }

// Reviews returns the store of reviews.
func (s *Store) Reviews() reviews.Store { return view[reviews.Tx]{s} }

// Publish runs fn in a transaction that raises the revision if fn has changed
// something that the public sees.
func (v view[Tx]) Publish(ctx context.Context, fn func(Tx) error) error {
	return v.exclusive(ctx, as(fn))
}

// Write runs fn in a transaction.
func (v view[Tx]) Write(ctx context.Context, fn func(Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionTimeout)
	defer cancel()
	return v.transact(ctx, func(t tx) error {
		err := as(fn)(t)
		if err == nil && len(t.touched)+len(*t.kept) > 0 {
			err = errUnpublished
		}
		return err
	})
}

// errUnpublished says that a transaction must be a publishing one.
var errUnpublished = errors.New("something that the public sees was changed without raising the revision")

// WriteExclusive runs fn in a transaction that no other such transaction and no
// publishing one runs beside.
func (v view[Tx]) WriteExclusive(ctx context.Context, fn func(Tx) error) error {
	return v.exclusive(ctx, as(fn))
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
