package storetest

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/testkit"
)

func newReview(id string) reviews.Review {
	return reviews.Review{
		ReviewID:   id,
		Reviewer:   reviews.Reviewer{DisplayName: "Author of " + id, ProfilePhotoURL: "https://photos.example/" + id},
		StarRating: "FIVE",
		Comment:    "Größe 白蟻 🐜\n'\"\\ <b> \x00",
		CreateTime: "2025-05-14T17:00:00.123456789Z",
	}
}

var reviewTests = []test{
	{"an empty store has no reviews and no source", func(t *testing.T, s Stores) {
		feed := testkit.Must(s.Reviews().ReviewFeed(t.Context()))(t)
		if feed.Source != "" || feed.Failures != 0 || feed.Problem != "" || feed.NotBefore.After(noon) {
			t.Errorf("the feed is %+v", feed)
		}
		same(t, testkit.Must(s.Reviews().StoredReviews(t.Context()))(t), []reviews.Review{})
		same(t, photoNames(t, s), []string{})
		_, err := s.Reviews().ReviewPhoto(t.Context(), "none")
		wantError(t, err, errs.NotFound)
	}},

	{"reviews are stored in order until they are replaced", func(t *testing.T, s Stores) {
		for _, list := range [][]reviews.Review{{newReview("b"), newReview("a")}, {newReview("c")}, {}} {
			publish(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviews(t.Context(), list) })
			same(t, testkit.Must(s.Reviews().StoredReviews(t.Context()))(t), list)
		}
		publish(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviews(t.Context(), nil) })
		same(t, testkit.Must(s.Reviews().StoredReviews(t.Context()))(t), []reviews.Review{})
	}},

	{"ten thousand reviews are stored", func(t *testing.T, s Stores) {
		list := make([]reviews.Review, 10_000)
		for i := range list {
			list[i] = newReview(fmt.Sprint(i))
			list[i].Comment = strings.Repeat("Good. ", 50)
		}
		publish(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviews(t.Context(), list) })
		same(t, testkit.Must(s.Reviews().StoredReviews(t.Context()))(t), list)
	}},

	{"storing the feed does not change the reviews", func(t *testing.T, s Stores) {
		publish(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviews(t.Context(), []reviews.Review{newReview("a")}) })
		feed := reviews.Feed{Source: "accounts/1/locations/2", AsOf: noon, NotBefore: noon.Add(time.Minute), Failures: 3, Problem: "Access was lost.", NeedsOwner: true, Page: "https://google.example/review"}
		write(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviewFeed(t.Context(), feed) })
		same(t, testkit.Must(s.Reviews().ReviewFeed(t.Context()))(t), feed)
		same(t, testkit.Must(s.Reviews().StoredReviews(t.Context()))(t), []reviews.Review{newReview("a")})
	}},

	{"one of many concurrent claims succeeds", func(t *testing.T, s Stores) {
		seen := testkit.Must(s.Reviews().ReviewFeed(t.Context()))(t)
		var claims atomic.Int32
		var everybody sync.WaitGroup
		for i := range 8 {
			everybody.Go(func() {
				err := s.Reviews().Write(t.Context(), func(tx reviews.Tx) error {
					claimed, err := tx.ClaimReviewFeed(t.Context(), seen, noon.Add(time.Duration(i)*time.Second))
					if claimed {
						claims.Add(1)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		everybody.Wait()
		same(t, claims.Load(), int32(1))
	}},

	{"a changed feed cannot be claimed", func(t *testing.T, s Stores) {
		seen := reviews.Feed{Source: "a", AsOf: noon, NotBefore: noon}
		claim := func() (claimed bool) {
			write(t, s.Reviews(), func(tx reviews.Tx) (err error) {
				claimed, err = tx.ClaimReviewFeed(t.Context(), seen, noon.Add(time.Hour))
				return err
			})
			return claimed
		}
		changed := seen
		changed.AsOf = noon.Add(time.Microsecond)
		write(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviewFeed(t.Context(), changed) })
		same(t, claim(), false)
		write(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviewFeed(t.Context(), seen) })
		same(t, claim(), true)
		want := seen
		want.NotBefore = noon.Add(time.Hour)
		same(t, testkit.Must(s.Reviews().ReviewFeed(t.Context()))(t), want)
		same(t, claim(), false)
	}},

	{"photos are stored by name and deleted", func(t *testing.T, s Stores) {
		ctx := t.Context()
		write(t, s.Reviews(), func(tx reviews.Tx) error {
			if err := tx.PutReviewPhoto(ctx, "b", []byte{0xff, 0xd8, 0}); err != nil {
				return err
			}
			return tx.PutReviewPhoto(ctx, "a", []byte("first"))
		})
		write(t, s.Reviews(), func(tx reviews.Tx) error { return tx.PutReviewPhoto(ctx, "a", []byte("second")) })
		same(t, photoNames(t, s), []string{"a", "b"})
		same(t, testkit.Must(s.Reviews().ReviewPhoto(ctx, "a"))(t), []byte("second"))
		same(t, testkit.Must(s.Reviews().ReviewPhoto(ctx, "b"))(t), []byte{0xff, 0xd8, 0})
		write(t, s.Reviews(), func(tx reviews.Tx) error { return tx.DeleteReviewPhoto(ctx, "a") })
		same(t, photoNames(t, s), []string{"b"})
	}},
}

func photoNames(t *testing.T, s Stores) []string {
	t.Helper()
	var names []string
	write(t, s.Reviews(), func(tx reviews.Tx) (err error) {
		names, err = tx.ReviewPhotoNames(t.Context())
		return err
	})
	return names
}
