package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"perimeter/internal/reviews"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

func (r reader) ReviewFeed(ctx context.Context) (reviews.Feed, error) {
	get := func(ctx context.Context, _ struct{}) (db.GetReviewFeedRow, error) { return r.q.GetReviewFeed(ctx) }
	return one(ctx, r, subject{}, get, struct{}{}, func(row db.GetReviewFeedRow) reviews.Feed {
		return reviews.Feed{
			Source:    row.Source,
			AsOf:      instant(row.AsOf),
			NotBefore: instant(row.NotBefore),
			Failures:  int(row.Failures),
			Problem:   row.Problem,

			NeedsOwner: row.NeedsOwner, Page: row.Page,
		}
	})
}

func (r reader) StoredReviews(ctx context.Context) ([]reviews.Review, error) {
	scope.Read(ctx, scope.Reviews)
	get := func(ctx context.Context, _ struct{}) (string, error) { return r.q.GetReviews(ctx) }
	text, err := one(ctx, r, subject{}, get, struct{}{}, same)
	if err != nil {
		return nil, err
	}
	list := []reviews.Review{}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("read the stored reviews: %w", err)
	}
	return list, nil
}

func (r reader) ReviewPhoto(ctx context.Context, name string) ([]byte, error) {
	return one(ctx, r, subject{noun: "photo"}, r.q.GetReviewPhoto, name, same)
}

func (r reader) ReviewPhotoNames(ctx context.Context) ([]string, error) {
	return all(ctx, r, r.q.ListReviewPhotoNames, same)
}

func (t tx) ClaimReviewFeed(ctx context.Context, seen reviews.Feed, until time.Time) (bool, error) {
	return one(ctx, t.reader, subject{}, t.q.ClaimReviewFeed, db.ClaimReviewFeedParams{
		Until:         micros(until),
		SeenNotBefore: micros(seen.NotBefore),
		SeenAsOf:      micros(seen.AsOf),
	}, func(rows int64) bool { return rows == 1 })
}

func (t tx) PutReviewFeed(ctx context.Context, feed reviews.Feed) error {
	return exec(ctx, t, subject{}, t.q.PutReviewFeed, db.PutReviewFeedParams{
		Source:    feed.Source,
		AsOf:      micros(feed.AsOf),
		NotBefore: micros(feed.NotBefore),
		Failures:  int64(feed.Failures),
		Problem:   feed.Problem,

		NeedsOwner: feed.NeedsOwner, Page: feed.Page,
	})
}

func (t tx) PutReviews(ctx context.Context, list []reviews.Review) error {
	t.touch(scope.Reviews)
	if list == nil {
		list = []reviews.Review{}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("write the reviews: %w", err)
	}
	return exec(ctx, t, subject{}, t.q.PutReviews, string(text))
}

func (t tx) PutReviewPhoto(ctx context.Context, name string, jpeg []byte) error {
	return exec(ctx, t, subject{noun: "photo"}, t.q.PutReviewPhoto, db.PutReviewPhotoParams{Name: name, Jpeg: jpeg})
}

func (t tx) DeleteReviewPhoto(ctx context.Context, name string) error {
	return exec(ctx, t, subject{noun: "photo"}, t.q.DeleteReviewPhoto, name)
}
