package site

import (
	"context"
	"sync/atomic"

	"perimeter/internal/claims"
	"perimeter/internal/clock"
	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/reviews"
)

// Images knows the uploaded images.
type Images interface {
	// Details returns the details of the images at the URLs, in their order, and
	// nil for a URL that is not an uploaded image's.
	Details(ctx context.Context, urls []string) ([]*media.ImageDetails, error)
}

// Reviews knows the customers' reviews.
type Reviews interface {
	// List returns the reviews, newest first, without waiting for anybody. The
	// caller must not change them.
	List(ctx context.Context) ([]reviews.Review, error)
}

// Config is what a Site needs.
type Config struct {
	Store   Store
	Company *company.Company
	// Images adds details to the images that pages show; nil means no details.
	Images Images
	// Reviews are shown on the home page; nil means none.
	Reviews Reviews
	// Claims are the rules on restricted wording; nil means none.
	Claims *claims.Rules
	Clock  clock.Clock
}

// Site is everything that the company publishes.
type Site struct {
	store   Store
	company *company.Company
	images  Images
	reviews Reviews
	claims  *claims.Rules
	clock   clock.Clock
	version atomic.Pointer[pageVersion]
	origins atomic.Pointer[imageOrigins]

	knownClaims knownClaims
}

// New returns the site in the store.
func New(cfg Config) *Site {
	return &Site{
		store:   cfg.Store,
		company: cfg.Company,
		images:  cfg.Images,
		reviews: cfg.Reviews,
		claims:  cfg.Claims,
		clock:   cfg.Clock,
	}
}

// addImages sets the details of each item's image. The function imageOf returns
// an item's image URL and where its details belong.
func addImages[T any](
	ctx context.Context, s *Site, items []T, imageOf func(*T) (url string, details **media.ImageDetails),
) ([]T, error) {
	if s.images == nil {
		return items, nil
	}
	urls := make([]string, len(items))
	for i := range items {
		urls[i], _ = imageOf(&items[i])
	}
	found, err := s.images.Details(ctx, urls)
	if err != nil {
		return nil, err
	}
	for i := range items {
		_, details := imageOf(&items[i])
		*details = found[i]
	}
	return items, nil
}
