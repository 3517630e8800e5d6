package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"
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
	// ProfilePhotoURL is an address at Google in what is fetched and kept, and
	// one of our own in what is shown: a visitor's browser calls nobody else.
	ProfilePhotoURL string `json:"profilePhotoUrl"`
}

// ReviewSource is where reviews come from.
type ReviewSource interface {
	// Name tells sources apart: what was kept from another one is not shown.
	Name() string

	// Fetch returns all reviews, newest first. It fails with Upstream and a
	// message that tells the owner what to do; RetryAfter is set when the
	// source asked for patience.
	Fetch(ctx context.Context) ([]Review, error)

	// FetchPhoto returns the photo at an address that a review has named, as a
	// small square JPEG.
	FetchPhoto(ctx context.Context, address string) ([]byte, error)
}

// ReviewFeed is how far the fetching of reviews has come, for all copies of the
// server together.
type ReviewFeed struct {
	Source    string    // where the kept reviews are from; "" until there are any
	AsOf      time.Time // when they were fetched
	NotBefore time.Time // when somebody may try again
	Failures  int       // how many tries have failed since the last that did not
	Problem   string    // what the last of these failed with, for the owner
}

// ReviewReader reads what was fetched.
type ReviewReader interface {
	ReviewFeed(ctx context.Context) (ReviewFeed, error)
	// KeptReviews returns the reviews as they were put.
	KeptReviews(ctx context.Context) ([]Review, error)
	// ReviewPhoto returns the photo of that name, or NotFound.
	ReviewPhoto(ctx context.Context, name string) ([]byte, error)
	ReviewPhotoNames(ctx context.Context) ([]string, error)
}

// ReviewWriter writes what was fetched.
type ReviewWriter interface {
	// ClaimReviewFeed moves NotBefore to until, unless the feed has changed
	// since it was seen. Of all who try, one is told that it succeeded.
	ClaimReviewFeed(ctx context.Context, seen ReviewFeed, until time.Time) (bool, error)
	PutReviewFeed(ctx context.Context, feed ReviewFeed) error
	// PutReviews replaces all reviews.
	PutReviews(ctx context.Context, reviews []Review) error
	PutReviewPhoto(ctx context.Context, name string, jpeg []byte) error
	DeleteReviewPhoto(ctx context.Context, name string) error
}

// ReviewStatus is what the back office says about the reviews.
type ReviewStatus struct {
	Configured bool       `json:"configured"`
	Count      int        `json:"count"`
	AsOf       *time.Time `json:"asOf,omitempty" doc:"When the reviews were last fetched; absent if never"`
	Problem    string     `json:"problem" doc:"What keeps them from being fetched and what to do about it, or empty"`
}

// pageReviews is how many reviews travel with a page. More would cost every
// visitor what few of them look at.
const pageReviews = 24

func (p *Page) addReviews(reviews []Review) {
	p.Queries = append(p.Queries, Query{
		Key:     []string{"google-reviews"},
		Data:    reviews[:min(len(reviews), pageReviews)],
		Partial: len(reviews) > pageReviews,
	})
}

// reviewBoard is the reviews as this process shows them, as of a revision.
type reviewBoard struct {
	revision int64
	known    bool // there are reviews to show, if only an empty list
	reviews  []Review
	photos   map[string]string // addresses at Google by name
}

// Reviews returns the reviews that are at hand, newest first; the caller must
// not change them. It never waits for Google. It returns Upstream when reviews
// are configured but were never fetched.
func (s *Site) Reviews(ctx context.Context) ([]Review, error) {
	if s.reviewSource == nil {
		return []Review{}, nil
	}
	board, err := s.currentReviews(ctx)
	if err != nil {
		return nil, err
	}
	if !board.known {
		return nil, Errorf(Upstream, "The reviews could not be fetched from Google yet. Please try again in a minute.")
	}
	return board.reviews, nil
}

// ReviewStatus returns how the fetching of reviews goes.
func (s *Site) ReviewStatus(ctx context.Context) (ReviewStatus, error) {
	if s.reviewSource == nil {
		return ReviewStatus{}, nil
	}
	feed, err := s.store.ReviewFeed(ctx)
	if err != nil {
		return ReviewStatus{}, err
	}
	board, err := s.currentReviews(ctx)
	if err != nil {
		return ReviewStatus{}, err
	}
	status := ReviewStatus{Configured: true, Count: len(board.reviews), Problem: feed.Problem}
	if board.known {
		status.AsOf = &feed.AsOf
	}
	return status, nil
}

// currentReviews returns the board of the present revision. Reviews change only
// by publishing, so it is read anew only then, however long the list is.
func (s *Site) currentReviews(ctx context.Context) (*reviewBoard, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	if board := s.board.Load(); board != nil && board.revision == revision {
		return board, nil
	}
	feed, err := s.store.ReviewFeed(ctx)
	if err != nil {
		return nil, err
	}
	board := &reviewBoard{revision: revision, known: feed.Source == s.reviewSource.Name()}
	if board.known {
		if board.reviews, err = s.store.KeptReviews(ctx); err != nil {
			return nil, err
		}
		board.photos = s.prepare(board.reviews)
	}
	s.board.Store(board)
	return board, nil
}

// prepare turns kept reviews into those that are shown, and returns the
// addresses of their photos by name.
func (s *Site) prepare(reviews []Review) map[string]string {
	photos := map[string]string{}
	for i := range reviews {
		review := &reviews[i]
		if created, err := time.Parse(time.RFC3339Nano, review.CreateTime); err == nil {
			review.CreateDay = created.In(s.identity.Location()).Format(time.DateOnly)
		}
		if address := review.Reviewer.ProfilePhotoURL; address != "" {
			name := photoName(address)
			photos[name] = address
			review.Reviewer.ProfilePhotoURL = ReviewPhotoPath + name
		}
	}
	return photos
}

// photoName is what a photo is called here. It tells nothing about the address
// and changes with it.
func photoName(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:16])
}
