package site

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"
)

const (
	// DefaultReviewsFresh is how long fetched reviews stay fresh.
	DefaultReviewsFresh = 5 * time.Minute

	// fetchLimit is how long fetching all reviews may take.
	fetchLimit = 45 * time.Second
	// fetchLease is how long a copy of the server keeps the others from
	// fetching; it outlasts a fetch, and a copy that died in the middle.
	fetchLease = time.Minute

	// After a failure the next try comes soon, after more of them later, but
	// never so late that a recovery goes unnoticed for a minute.
	firstRetry   = time.Second
	lastRetry    = 30 * time.Second
	longestRetry = time.Minute // if Google itself asks for patience

	// storeRetry is when to look again after the database was away.
	storeRetry = 5 * time.Second
)

// KeepReviewsFresh fetches the reviews whenever they are due, until ctx ends.
// Of several copies of the server one does it each time. It calls looked once,
// after it has looked for the first time and fetched if that was due.
func (s *Site) KeepReviewsFresh(ctx context.Context, logger *slog.Logger, looked func()) {
	if s.reviewSource == nil {
		looked()
		return
	}
	for first := true; ; first = false {
		wait, err := s.refreshReviews(ctx, logger)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			logger.WarnContext(ctx, "the state of the reviews is not to be had", "error", err)
			wait = storeRetry
		}
		if first {
			looked()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// refreshReviews fetches the reviews if they are due and nobody else does. It
// returns when to look again; its error is the store's.
func (s *Site) refreshReviews(ctx context.Context, logger *slog.Logger) (wait time.Duration, err error) {
	feed, err := s.store.ReviewFeed(ctx)
	if err != nil {
		return 0, err
	}
	if wait := s.untilDue(feed); wait > 0 {
		// Somebody else may change the feed meanwhile.
		return min(wait, fetchLease), nil
	}
	var claimed bool
	err = s.store.Write(ctx, func(tx Tx) (err error) {
		claimed, err = tx.ClaimReviewFeed(ctx, feed, s.stamp().Add(fetchLease))
		return err
	})
	if err != nil {
		return 0, err
	}
	if claimed {
		err = s.fetchReviews(ctx, feed, logger)
	}
	return 0, err
}

// untilDue returns how long the reviews need not be fetched.
func (s *Site) untilDue(feed ReviewFeed) time.Duration {
	due := feed.NotBefore
	if stale := feed.AsOf.Add(s.reviewsFresh); feed.Source == s.reviewSource.Name() && stale.After(due) {
		due = stale
	}
	wait := due.Sub(s.clock())
	if wait > max(s.reviewsFresh, fetchLease, longestRetry) {
		return 0 // the clock was turned back
	}
	return wait
}

// fetchReviews fetches, keeps what came and says when to try again. The feed
// has been claimed.
func (s *Site) fetchReviews(ctx context.Context, feed ReviewFeed, logger *slog.Logger) error {
	limited, cancel := context.WithTimeout(ctx, fetchLimit)
	reviews, failure := s.reviewSource.Fetch(limited)
	cancel()

	before := feed.Problem
	switch {
	case ctx.Err() != nil:
		// The server stops: another copy may go on at once.
		feed.NotBefore = s.stamp()
	case failure != nil:
		feed.Failures++
		feed.Problem = problemOf(failure)
		feed.NotBefore = s.stamp().Add(s.retryIn(feed.Failures, failure))
		if feed.Problem != before {
			logger.WarnContext(ctx, "the reviews could not be fetched", "error", failure)
		}
	default:
		if before != "" {
			logger.InfoContext(ctx, "the reviews could be fetched again", "count", len(reviews))
		}
		return s.keepReviews(ctx, feed, reviews)
	}
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) })
}

// problemOf is what the owner is told of a failure.
func problemOf(failure error) string {
	var known *Error
	if errors.As(failure, &known) {
		return known.Message
	}
	return "The reviews cannot be fetched because of a fault in this program. The server's log says more."
}

// retryIn returns how long to wait after a number of failures. It is never the
// same twice, so that those who failed together do not return together.
func (s *Site) retryIn(failures int, failure error) time.Duration {
	wait := min(firstRetry<<min(failures-1, 10), lastRetry, s.reviewsFresh)
	wait -= time.Duration(rand.Int64N(int64(wait)/4 + 1))
	var known *Error
	if errors.As(failure, &known) {
		wait = max(wait, min(known.RetryAfter, longestRetry))
	}
	return wait
}

// keepReviews stores what was fetched. Only a list that differs from the kept
// one is published.
func (s *Site) keepReviews(ctx context.Context, feed ReviewFeed, reviews []Review) error {
	kept, err := s.store.KeptReviews(ctx)
	if err != nil {
		return err
	}
	same := feed.Source == s.reviewSource.Name() && slices.Equal(kept, reviews)
	now := s.stamp()
	feed = ReviewFeed{Source: s.reviewSource.Name(), AsOf: now, NotBefore: now}
	if same {
		return s.store.Write(ctx, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) })
	}
	return s.store.Publish(ctx, func(tx Tx) error {
		if err := tx.PutReviews(ctx, reviews); err != nil {
			return err
		}
		if err := dropPhotos(ctx, tx, reviews); err != nil {
			return err
		}
		return tx.PutReviewFeed(ctx, feed)
	})
}

// dropPhotos removes the photos that no review shows any more.
func dropPhotos(ctx context.Context, tx Tx, reviews []Review) error {
	shown := map[string]bool{}
	for _, review := range reviews {
		shown[photoName(review.Reviewer.ProfilePhotoURL)] = true
	}
	names, err := tx.ReviewPhotoNames(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if shown[name] {
			continue
		}
		if err := tx.DeleteReviewPhoto(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
