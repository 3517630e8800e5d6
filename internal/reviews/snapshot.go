package reviews

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"perimeter/internal/scope"
)

// snapshot is the reviews as they are shown at one revision.
type snapshot struct {
	revision   int64
	configured bool // false if the reviews come from nowhere
	fetched    bool // false if the source's reviews were never fetched
	reviews    []Review
	page       string            // where customers write a review; "" if unknown
	photos     map[string]string // the photos' URLs at Google, by name
}

// current returns the snapshot of the current revision. Reviews and their source
// change only by publishing, so they are read again only then, however long the list is.
func (r *Reviews) current(ctx context.Context) (*snapshot, error) {
	// Even if nothing is read below. The days depend on the company's time zone.
	scope.Read(ctx, scope.Reviews, scope.Company)
	if r.source == nil {
		return &snapshot{}, nil
	}
	revision, err := r.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	if s := r.snapshot.Load(); s != nil && s.revision == revision {
		return s, nil
	}
	source, err := r.source(ctx)
	if err != nil {
		return nil, err
	}
	feed, err := r.store.ReviewFeed(ctx)
	if err != nil {
		return nil, err
	}
	s := &snapshot{revision: revision, configured: source != nil}
	s.fetched = s.configured && feed.Source == source.Name()
	if s.fetched {
		s.page = feed.Page
		if s.reviews, err = r.store.StoredReviews(ctx); err != nil {
			return nil, err
		}
		s.photos = r.prepare(ctx, s.reviews)
	}
	r.snapshot.Store(s)
	return s, nil
}

// prepare changes stored reviews into what is shown, and returns the URLs of
// their photos by name.
func (r *Reviews) prepare(ctx context.Context, list []Review) map[string]string {
	photos, location := map[string]string{}, r.location(ctx)
	for i := range list {
		review := &list[i]
		if created, err := time.Parse(time.RFC3339Nano, review.CreateTime); err == nil {
			review.CreateDay = created.In(location).Format(time.DateOnly)
		}
		if url := review.Reviewer.ProfilePhotoURL; url != "" {
			name := photoName(url)
			photos[name] = url
			review.Reviewer.ProfilePhotoURL = r.photoPath + name
		}
	}
	return photos
}

// photoName is a photo's name in our URLs. It does not reveal Google's URL, and
// changes with it.
func photoName(url string) string {
	sum := sha256.Sum256([]byte(url))
	return hex.EncodeToString(sum[:16])
}
