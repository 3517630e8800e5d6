package google

import (
	"path"
	"slices"
	"strings"
	"time"

	"perimeter/internal/reviews"
)

// review is a review as the API has it. Whatever the author left out is empty.
type review struct {
	Name     string `json:"name"` // accounts/A/locations/L/reviews/R
	ReviewID string `json:"reviewId"`
	Reviewer struct {
		DisplayName     string `json:"displayName"`
		ProfilePhotoURL string `json:"profilePhotoUrl"`
	} `json:"reviewer"`
	StarRating string `json:"starRating"`
	Comment    string `json:"comment"`
	CreateTime string `json:"createTime"`
}

// anonymous is what Google itself calls an author without a name.
const anonymous = "A Google user"

func (c *Client) convert(r review) reviews.Review {
	if r.ReviewID == "" && r.Name != "" {
		r.ReviewID = path.Base(r.Name)
	}
	name := strings.TrimSpace(r.Reviewer.DisplayName)
	if name == "" {
		name = anonymous
	}
	return reviews.Review{
		ReviewID:   r.ReviewID,
		Reviewer:   reviews.Reviewer{DisplayName: name, ProfilePhotoURL: c.photoAddress(r.Reviewer.ProfilePhotoURL)},
		StarRating: r.StarRating,
		Comment:    ownWords(r.Comment),
		CreateTime: r.CreateTime,
	}
}

// The marks that Google puts into a comment that it has translated.
const (
	markTranslated = "(Translated by Google)"
	markOriginal   = "(Original)"
)

// ownWords returns what the customer wrote. Google adds a translation either in
// front, and then marks both, or behind.
func ownWords(comment string) string {
	comment = strings.TrimSpace(comment)
	if translated, ok := strings.CutPrefix(comment, markTranslated); ok {
		if _, original, ok := strings.Cut(translated, markOriginal); ok {
			translated = original
		}
		return strings.TrimSpace(translated)
	}
	// A mark inside a line may be the customer's own.
	if original, _, ok := strings.Cut(comment, "\n"+markTranslated); ok {
		return strings.TrimSpace(original)
	}
	return comment
}

// collection gathers reviews. Pages overlap when reviews are written while the
// list is read, so each is taken once.
type collection struct {
	seen    map[string]bool
	reviews []datedReview
}

type datedReview struct {
	reviews.Review
	created time.Time // zero if the API's time cannot be read
}

func newCollection() *collection { return &collection{seen: map[string]bool{}} }

// add takes the review and reports whether it is a new one.
func (c *collection) add(r reviews.Review) bool {
	if c.seen[r.ReviewID] {
		return false
	}
	c.seen[r.ReviewID] = true
	created, err := time.Parse(time.RFC3339Nano, r.CreateTime)
	if err != nil {
		created = time.Time{}
	}
	c.reviews = append(c.reviews, datedReview{r, created})
	return true
}

func (c *collection) newestFirst() []reviews.Review {
	slices.SortStableFunc(c.reviews, func(a, b datedReview) int { return b.created.Compare(a.created) })
	reviews := make([]reviews.Review, len(c.reviews))
	for i, r := range c.reviews {
		reviews[i] = r.Review
	}
	return reviews
}
