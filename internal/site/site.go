package site

import (
	"context"

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
	// Page returns the URL of the page on which customers write a review, or "".
	Page(ctx context.Context) (string, error)
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
	records records
	version cachedVersion

	claimCache  claimCache
	formerCache formerCache
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
		records: newRecords(cfg.Store, cfg.Clock),
	}
}

// shownImage is where an item keeps the URL and the details of its image.
type shownImage struct {
	url     *string
	details **media.ImageDetails
	// fallback replaces the URL of an uploaded image that was deleted.
	fallback string
}

// addImages sets the details of each item's image, and replaces the images that
// were deleted.
func addImages[T any](ctx context.Context, s *Site, items []T, imageOf func(*T) shownImage) ([]T, error) {
	if s.images == nil {
		return items, nil
	}
	urls := make([]string, len(items))
	for i := range items {
		urls[i] = *imageOf(&items[i]).url
	}
	found, err := s.images.Details(ctx, urls)
	if err != nil {
		return nil, err
	}
	for i := range items {
		image := imageOf(&items[i])
		*image.details = found[i]
		if found[i] == nil && media.IsImageURL(urls[i]) {
			*image.url = image.fallback
		}
	}
	return items, nil
}
