package reviews

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"perimeter/internal/errs"
)

const (
	// fetchTimeout is how long fetching all reviews may take.
	fetchTimeout = 45 * time.Second
	// fetchLease is how long a replica keeps the others from fetching. It is
	// longer than a fetch, and ends by itself if the replica dies.
	fetchLease = time.Minute

	// The delays after failures grow, but a recovery is noticed within a minute.
	minRetryDelay = time.Second
	maxRetryDelay = 30 * time.Second
	maxRetryAfter = time.Minute // if Google itself asks to wait

	// storeRetryDelay is how long to wait if the database is unavailable.
	storeRetryDelay = 5 * time.Second
)

// Run fetches the reviews whenever they are due, until ctx ends. Of several
// replicas, one fetches each time. It calls started once, after the first check
// and, if it was due, the first fetch.
func (r *Reviews) Run(ctx context.Context, logger *slog.Logger, started func()) {
	if r.source == nil {
		started()
		return
	}
	for first := true; ; first = false {
		wait, err := r.refresh(ctx, logger)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			logger.WarnContext(ctx, "could not read or write the state of the reviews", "error", err)
			wait = storeRetryDelay
		}
		if first {
			started()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// refresh fetches the reviews if they are due and no other replica does. It
// returns how long to wait until the next check; its error is the store's.
func (r *Reviews) refresh(ctx context.Context, logger *slog.Logger) (wait time.Duration, err error) {
	feed, err := r.store.ReviewFeed(ctx)
	if err != nil {
		return 0, err
	}
	if wait := r.untilDue(feed); wait > 0 {
		// Another replica may change the feed meanwhile.
		return min(wait, fetchLease), nil
	}
	var claimed bool
	err = r.store.Write(ctx, func(tx Tx) (err error) {
		claimed, err = tx.ClaimReviewFeed(ctx, feed, r.clock.Stamp().Add(fetchLease))
		return err
	})
	if err != nil {
		return 0, err
	}
	if claimed {
		err = r.fetch(ctx, feed, logger)
	}
	return 0, err
}

// untilDue returns how long it is until the next fetch.
func (r *Reviews) untilDue(feed Feed) time.Duration {
	due := feed.NotBefore
	if stale := feed.AsOf.Add(r.maxAge); feed.Source == r.source.Name() && stale.After(due) {
		due = stale
	}
	wait := due.Sub(r.clock.Now())
	if wait > max(r.maxAge, fetchLease, maxRetryAfter) {
		return 0 // the clock was set back
	}
	return wait
}

// fetch fetches the reviews and stores them, or when to try again. The caller
// has claimed the feed.
func (r *Reviews) fetch(ctx context.Context, feed Feed, logger *slog.Logger) error {
	limited, cancel := context.WithTimeout(ctx, fetchTimeout)
	list, failure := r.source.Fetch(limited)
	cancel()

	before := feed.Problem
	switch {
	case ctx.Err() != nil:
		// The server is stopping: another replica may fetch at once.
		feed.NotBefore = r.clock.Stamp()
	case failure != nil:
		feed.Failures++
		feed.Problem = problemOf(failure)
		feed.NotBefore = r.clock.Stamp().Add(r.retryDelay(feed.Failures, failure))
		if feed.Problem != before {
			logger.WarnContext(ctx, "could not fetch the reviews", "error", failure)
		}
	default:
		if before != "" {
			logger.InfoContext(ctx, "the reviews can be fetched again", "count", len(list))
		}
		return r.save(ctx, feed, list)
	}
	ctx = context.WithoutCancel(ctx)
	return r.store.Write(ctx, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) })
}

// problemOf is what the owner reads about a failure.
func problemOf(failure error) string {
	var known *errs.Error
	if errors.As(failure, &known) {
		return known.Message
	}
	return "The reviews cannot be fetched because of a fault in this program. The server's log says more."
}

// retryDelay returns how long to wait after a number of failures. It is
// randomised, so that replicas that fail together do not retry together.
func (r *Reviews) retryDelay(failures int, failure error) time.Duration {
	wait := min(minRetryDelay<<min(failures-1, 10), maxRetryDelay, r.maxAge)
	wait -= time.Duration(rand.Int64N(int64(wait)/4 + 1))
	var known *errs.Error
	if errors.As(failure, &known) {
		wait = max(wait, min(known.RetryAfter, maxRetryAfter))
	}
	return wait
}

// save stores fetched reviews. It publishes only a list that has changed.
func (r *Reviews) save(ctx context.Context, feed Feed, list []Review) error {
	stored, err := r.store.StoredReviews(ctx)
	if err != nil {
		return err
	}
	unchanged := feed.Source == r.source.Name() && slices.Equal(stored, list)
	now := r.clock.Stamp()
	feed = Feed{Source: r.source.Name(), AsOf: now, NotBefore: now}
	if unchanged {
		return r.store.Write(ctx, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) })
	}
	return r.store.Publish(ctx, func(tx Tx) error {
		if err := tx.PutReviews(ctx, list); err != nil {
			return err
		}
		if err := deleteUnusedPhotos(ctx, tx, list); err != nil {
			return err
		}
		return tx.PutReviewFeed(ctx, feed)
	})
}

// deleteUnusedPhotos deletes the photos that no review shows any more.
func deleteUnusedPhotos(ctx context.Context, tx Tx, list []Review) error {
	shown := map[string]bool{}
	for _, review := range list {
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
