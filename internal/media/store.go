package media

import (
	"context"
	"time"
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

// Mention is a place on the site with all of its text that may refer to images.
type Mention struct {
	Use
	Text string
}

// Store keeps the records of images and uploads. Every method returns NotFound
// when the one thing asked for does not exist, and Unavailable when the database
// cannot be reached; lists are never nil. A committed write is on disk before
// its method returns.
type Store interface {
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
	// ImageAliases returns the aliases of all images.
	ImageAliases(ctx context.Context) ([]Alias, error)
	// Mentions returns every place whose text contains FilesPath.
	Mentions(ctx context.Context) ([]Mention, error)
	Upload(ctx context.Context, id string) (Upload, error)
	// ExpiredUploads returns the uploads that expired before the time.
	ExpiredUploads(ctx context.Context, before time.Time) ([]Upload, error)

	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
	// Publish runs fn in one transaction that also raises the revision.
	// Publishing transactions run one at a time.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Write runs fn in one transaction that changes nothing the public sees.
	Write(ctx context.Context, fn func(Tx) error) error
}

// Tx reads and writes inside one transaction.
type Tx interface {
	Image(ctx context.Context, id string) (Image, error)
	ImageByUpload(ctx context.Context, uploadID string) (Image, error)
	ImageByHash(ctx context.Context, hash string) (Image, error)
	ImageAliases(ctx context.Context) ([]Alias, error)
	Mentions(ctx context.Context) ([]Mention, error)

	// PutImage inserts the image or replaces the one with its ID. It returns
	// Conflict if another image has the same Hash.
	PutImage(ctx context.Context, i Image) error
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
