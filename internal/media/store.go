package media

import (
	"context"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/scope"
)

// Alias is an upload that led to an image. An image has several when the same
// file was uploaded more than once; it is served under the ID of each.
type Alias struct {
	UploadID string
	ImageID  string
}

// Query chooses images from the library.
type Query struct {
	Search string // part of the name or the alternative text; "" means all
	Sort   Sort
	Limit  int
	Offset int
}

// Store keeps the records of images and uploads. Every method returns NotFound
// when the one thing asked for does not exist, and Unavailable when the database
// cannot be reached; lists are never nil. A committed write is on disk before
// its method returns.
type Store interface {
	ImageSequence
	// Images returns the images that the query chooses, without their Uses, and
	// CountImages how many match the search. Only the letters a to z match
	// without regard to case.
	Images(ctx context.Context, q Query) ([]Image, error)
	CountImages(ctx context.Context, search string) (int, error)
	Image(ctx context.Context, id string) (Image, error)
	ImageByUpload(ctx context.Context, uploadID string) (Image, error)
	// NextUnoptimised returns the image that waits for its variants: of those with
	// the fewest attempts, the one that has waited longest.
	NextUnoptimised(ctx context.Context) (Image, error)
	// GivenUpImages returns the images that were left without variants after at
	// least so many attempts.
	GivenUpImages(ctx context.Context, attempts int) ([]Image, error)
	// ImagesByUpload returns the images that the uploads have led to, by upload
	// ID.
	ImagesByUpload(ctx context.Context, uploadIDs []string) (map[string]Image, error)
	// ImageUses returns where the images are used, by image ID, each list by kind
	// and ID. An image is used where a text names it by any of its aliases.
	ImageUses(ctx context.Context, imageIDs []string) (map[string][]Use, error)
	Upload(ctx context.Context, id string) (Upload, error)
	// ExpiredUploads returns the uploads that expired before the time.
	ExpiredUploads(ctx context.Context, before time.Time) ([]Upload, error)

	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
	// ChangedSince reports whether one of the scopes has changed after the
	// revision, up to the newest one that Revision has returned.
	ChangedSince(revision int64, scopes []scope.Scope) bool
	// Publish runs fn in one transaction, which raises the revision if fn has
	// changed an image that a text of the site names, or deleted any. No other
	// publishing transaction runs meanwhile, so no text can begin to name it.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Write runs fn in one transaction that changes nothing the public sees.
	Write(ctx context.Context, fn func(Tx) error) error
}

// Tx reads and writes inside one transaction.
type Tx interface {
	record.VersionTx
	Image(ctx context.Context, id string) (Image, error)
	ImageByUpload(ctx context.Context, uploadID string) (Image, error)
	ImageByHash(ctx context.Context, hash string) (Image, error)
	ImageUses(ctx context.Context, imageIDs []string) (map[string][]Use, error)

	// ImageAliases returns the upload IDs that have led to the image, in order.
	ImageAliases(ctx context.Context, id string) ([]string, error)

	// PutImage inserts the image or replaces the one with its ID. It returns
	// Conflict if another image has the same Hash.
	PutImage(ctx context.Context, i Image) error
	// PutImageAttempts changes the number of attempts, which nobody sees.
	PutImageAttempts(ctx context.Context, id string, attempts int) error
	// PutImageAlias inserts the alias, or returns Conflict if the upload has led
	// to an image already.
	PutImageAlias(ctx context.Context, a Alias) error
	// DeleteImage deletes the image and all of its aliases, or returns NotFound.
	DeleteImage(ctx context.Context, id string) error

	// PutUpload inserts the upload or replaces the one with its ID.
	PutUpload(ctx context.Context, u Upload) error
	// DeleteUpload deletes the upload, if it exists.
	DeleteUpload(ctx context.Context, id string) error
}
