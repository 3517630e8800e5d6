package site

import "context"

// Review is what a customer wrote about the company on Google.
type Review struct {
	ReviewID   string   `json:"reviewId"`
	Reviewer   Reviewer `json:"reviewer"`
	StarRating string   `json:"starRating"` // ONE to FIVE; any other word counts as no star
	Comment    string   `json:"comment"`
	CreateTime string   `json:"createTime"` // RFC 3339, as Google sends it
}

// Reviewer is the author of a review.
type Reviewer struct {
	DisplayName     string `json:"displayName"`
	ProfilePhotoURL string `json:"profilePhotoUrl"`
}

// ReviewSource delivers reviews.
type ReviewSource interface {
	// Reviews returns the known reviews, newest first and never nil. It
	// returns Upstream when there are none because Google cannot be reached.
	Reviews(ctx context.Context) ([]Review, error)
}

// noReviews stands in where no source of reviews is configured.
type noReviews struct{}

func (noReviews) Reviews(context.Context) ([]Review, error) { return []Review{}, nil }

// Reviews returns the customers' reviews, newest first.
func (s *Site) Reviews(ctx context.Context) ([]Review, error) { return s.reviews.Reviews(ctx) }
