// Package media owns images: uploads, the library, where an image is used, and
// the worker that makes variants. It must not know what pages look like, how
// image formats work, or where files and records are stored.
//
// It owns the transaction that deletes an image while a page names it: the check
// for uses and the deletion run in one publishing transaction, and edits of pages
// publish too, so none can come between.
package media

import (
	"cmp"
	"context"
	"time"

	"perimeter/internal/clock"
)

// DefaultUploadTTL is how long an upload URL works if nothing else is configured.
const DefaultUploadTTL = 15 * time.Minute

// Sessions knows who is signed in.
type Sessions interface {
	// SessionUser returns the ID, the username and what people call the
	// administrator whose session it is, Unauthorized if the session has ended, or
	// Forbidden if the user is no administrator any more.
	SessionUser(ctx context.Context, sessionHash [32]byte) (id int64, username, name string, err error)
}

// Config is what a Library needs.
type Config struct {
	Store   Store
	Storage Storage
	Codec   Codec
	// Sessions end uploads; nil means that only their expiry does.
	Sessions Sessions
	// UploadTTL is how long an upload URL works; 0 means DefaultUploadTTL.
	UploadTTL time.Duration
	Clock     clock.Clock
}

// Library is all uploaded images.
type Library struct {
	store     Store
	storage   Storage
	codec     Codec
	sessions  Sessions
	uploadTTL time.Duration
	clock     clock.Clock
	wake      chan struct{} // wakes Run
	cache     imageCache
}

// New returns the library in the store and the storage.
func New(cfg Config) *Library {
	return &Library{
		store:     cfg.Store,
		storage:   cfg.Storage,
		codec:     cfg.Codec,
		sessions:  cfg.Sessions,
		uploadTTL: cmp.Or(cfg.UploadTTL, DefaultUploadTTL),
		clock:     cfg.Clock,
		wake:      make(chan struct{}, 1),
	}
}
