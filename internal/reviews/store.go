package reviews

import (
	"context"
	"time"
)

// Feed is the progress of fetching reviews, shared by all replicas.
type Feed struct {
	Source    string    // where the stored reviews are from; "" until there are any
	AsOf      time.Time // when they were fetched
	NotBefore time.Time // when the next attempt may be made
	Failures  int       // the number of failed attempts since the last success
	Problem   string    // why the last attempt failed, for the owner
	// NeedsOwner says that it fails until somebody gives the site access again.
	NeedsOwner bool
	// Page is where customers write a review; "" if unknown.
	Page string
}

// Store keeps the fetched reviews. Every method returns NotFound when the one
// thing asked for does not exist, and Unavailable when the database cannot be
// reached; lists are never nil. A committed write is on disk before its method
// returns.
type Store interface {
	ReviewFeed(ctx context.Context) (Feed, error)
	// StoredReviews returns the reviews as they were put.
	StoredReviews(ctx context.Context) ([]Review, error)
	ReviewPhoto(ctx context.Context, name string) ([]byte, error)

	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
	// Publish runs fn in one transaction that raises the revision if fn changes
	// something that pages show. Publishing transactions run one at a time.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Write runs fn in one transaction that changes nothing the public sees.
	Write(ctx context.Context, fn func(Tx) error) error
}

// Tx reads and writes inside one transaction.
type Tx interface {
	// ClaimReviewFeed sets NotBefore to until, unless the feed has changed since
	// it was seen, and reports whether it did. Of all who try at once, one
	// succeeds.
	ClaimReviewFeed(ctx context.Context, seen Feed, until time.Time) (bool, error)
	PutReviewFeed(ctx context.Context, feed Feed) error
	// PutReviews replaces all reviews.
	PutReviews(ctx context.Context, list []Review) error

	ReviewPhotoNames(ctx context.Context) ([]string, error)
	PutReviewPhoto(ctx context.Context, name string, jpeg []byte) error
	// DeleteReviewPhoto deletes the photo, if it exists.
	DeleteReviewPhoto(ctx context.Context, name string) error
}
