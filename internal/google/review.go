package google

import (
	"path"
	"slices"
	"strings"
	"time"

	"perimeter/internal/reviews"
)

// review is a review as the API returns it. Missing fields are empty.
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

// anonymous is the name that Google shows for an author without a name.
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
		Reviewer:   reviews.Reviewer{DisplayName: name, ProfilePhotoURL: c.photoURL(r.Reviewer.ProfilePhotoURL)},
		StarRating: r.StarRating,
		Comment:    originalComment(r.Comment),
		CreateTime: r.CreateTime,
	}
}

// Google inserts these markers into a comment that it has translated.
const (
	translatedMarker = "(Translated by Google)"
	originalMarker   = "(Original)"
)

// originalComment removes Google's translation from a comment. The translation
// comes either first, with markers on both parts, or last.
func originalComment(comment string) string {
	comment = strings.TrimSpace(comment)
	if translated, ok := strings.CutPrefix(comment, translatedMarker); ok {
		if _, original, ok := strings.Cut(translated, originalMarker); ok {
			translated = original
		}
		return strings.TrimSpace(translated)
	}
	// Within a line, the customer may have typed the marker.
	if original, _, ok := strings.Cut(comment, "\n"+translatedMarker); ok {
		return strings.TrimSpace(original)
	}
	return comment
}

// reviewSet collects reviews without duplicates: pages overlap when reviews are
// added while the list is fetched.
type reviewSet struct {
	seen    map[string]bool
	reviews []datedReview
}

type datedReview struct {
	reviews.Review
	created time.Time // zero if the time cannot be parsed
}

func newReviewSet() *reviewSet { return &reviewSet{seen: map[string]bool{}} }

// add adds a review and reports whether it is new.
func (s *reviewSet) add(r reviews.Review) bool {
	if s.seen[r.ReviewID] {
		return false
	}
	s.seen[r.ReviewID] = true
	created, err := time.Parse(time.RFC3339Nano, r.CreateTime)
	if err != nil {
		created = time.Time{}
	}
	s.reviews = append(s.reviews, datedReview{r, created})
	return true
}

func (s *reviewSet) newestFirst() []reviews.Review {
	slices.SortStableFunc(s.reviews, func(a, b datedReview) int { return b.created.Compare(a.created) })
	reviews := make([]reviews.Review, len(s.reviews))
	for i, r := range s.reviews {
		reviews[i] = r.Review
	}
	return reviews
}
