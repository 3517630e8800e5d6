// Package reviews owns the customers' reviews: fetching them in the background,
// what is shown of them, and the reviewers' photos. It must not know Google's API
// nor how anything is stored or sent over HTTP.
package reviews

import (
	"context"
	"sync/atomic"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
)

// Review is what a customer wrote about the company on Google.
type Review struct {
	ReviewID   string   `json:"reviewId"`
	Reviewer   Reviewer `json:"reviewer"`
	StarRating string   `json:"starRating"` // ONE to FIVE; any other word counts as no star
	Comment    string   `json:"comment"`
	CreateTime string   `json:"createTime"` // RFC 3339, as Google sends it
	CreateDay  string   `json:"createDay"`  // that day in the company's time zone, such as 2025-05-14, or ""
}

// Reviewer is the author of a review.
type Reviewer struct {
	DisplayName string `json:"displayName"`
	// ProfilePhotoURL is a URL at Google in what is fetched and stored, and a
	// path of ours in what is shown: visitors' browsers contact nobody else.
	ProfilePhotoURL string `json:"profilePhotoUrl"`
}

// Source is where reviews come from.
type Source interface {
	// Name tells sources apart: reviews from another source are not shown.
	Name() string

	// Fetch returns all reviews, newest first. It fails with Upstream and a
	// message that tells the owner what to do; RetryAfter is set if the source
	// asked to wait.
	Fetch(ctx context.Context) ([]Review, error)

	// ReviewPage returns the URL of the page on which customers write a review, or ""
	// if there is none.
	ReviewPage(ctx context.Context) (string, error)

	// FetchPhoto returns the photo at a URL that a review has named, as a small
	// square JPEG.
	FetchPhoto(ctx context.Context, url string) ([]byte, error)
}

// CodeNeedsOwner is the code of a failure to fetch that lasts until somebody gives the
// site access again.
const CodeNeedsOwner = "needs_owner"

// DefaultMaxAge is how long fetched reviews count as fresh.
const DefaultMaxAge = 5 * time.Minute

// Config is what Reviews needs.
type Config struct {
	Store Store
	// Source returns where the reviews come from at the moment, nil if they come from
	// nowhere. A Source of nil means that there are never any.
	Source func(ctx context.Context) (Source, error)
	// MaxAge is how long fetched reviews count as fresh; 0 means DefaultMaxAge.
	MaxAge time.Duration
	// PhotoPath is the URL path that precedes the name of a reviewer's photo.
	PhotoPath string
	// Location returns the company's time zone at the time; nil means UTC.
	Location func(context.Context) *time.Location
	Clock    clock.Clock
}

// Reviews is the customers' reviews.
type Reviews struct {
	store     Store
	source    func(ctx context.Context) (Source, error) // may be nil
	maxAge    time.Duration
	photoPath string
	location  func(context.Context) *time.Location
	clock     clock.Clock

	restarted chan struct{} // ends the wait of Run
	snapshot  atomic.Pointer[snapshot]
	photos    *photoFetcher
}

// New returns the reviews in the store.
func New(cfg Config) *Reviews {
	r := &Reviews{
		store:     cfg.Store,
		source:    cfg.Source,
		maxAge:    cfg.MaxAge,
		photoPath: cfg.PhotoPath,
		location:  cfg.Location,
		clock:     cfg.Clock,
		restarted: make(chan struct{}, 1),
		photos:    newPhotoFetcher(),
	}
	if r.location == nil {
		r.location = func(context.Context) *time.Location { return time.UTC }
	}
	if r.maxAge <= 0 {
		r.maxAge = DefaultMaxAge
	}
	return r
}

// Status is what the back office shows about the reviews.
type Status struct {
	Configured bool       `json:"configured"`
	Count      int        `json:"count"`
	AsOf       *time.Time `json:"asOf,omitempty" doc:"When the reviews were last fetched; absent if never"`
	Problem    string     `json:"problem" doc:"What keeps them from being fetched and what to do about it, or empty"`
	NeedsOwner bool       `json:"needsOwner" doc:"Whether they cannot be fetched until somebody gives the site access again"`
}

// List returns the stored reviews, newest first; the caller must not change
// them. It never waits for Google. It returns Upstream if reviews are configured
// but were never fetched.
func (r *Reviews) List(ctx context.Context) ([]Review, error) {
	current, err := r.current(ctx)
	if err != nil {
		return nil, err
	}
	if !current.configured {
		return []Review{}, nil
	}
	if !current.fetched {
		return nil, errs.Errorf(errs.Upstream, "The reviews could not be fetched from Google yet. Please try again in a minute.")
	}
	return current.reviews, nil
}

// Page returns the URL of the page at Google on which customers write a review, or "" if
// none is known.
func (r *Reviews) Page(ctx context.Context) (string, error) {
	current, err := r.current(ctx)
	if err != nil {
		return "", err
	}
	return current.page, nil
}

// Status returns whether the reviews can be fetched.
func (r *Reviews) Status(ctx context.Context) (Status, error) {
	if r.source == nil {
		return Status{}, nil
	}
	source, err := r.source(ctx)
	if err != nil || source == nil {
		return Status{}, err
	}
	feed, err := r.store.ReviewFeed(ctx)
	if err != nil {
		return Status{}, err
	}
	current, err := r.current(ctx)
	if err != nil {
		return Status{}, err
	}
	status := Status{Configured: true, Count: len(current.reviews), Problem: feed.Problem, NeedsOwner: feed.NeedsOwner}
	if current.fetched {
		status.AsOf = &feed.AsOf
	}
	return status, nil
}
