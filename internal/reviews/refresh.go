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
		case <-r.restarted:
		case <-time.After(wait):
		}
	}
}

// Restart fetches the reviews at once, after their source was connected, changed or
// disconnected. Reviews of another source are no longer shown. Its error is the
// store's; Status says how the fetch went.
func (r *Reviews) Restart(ctx context.Context, logger *slog.Logger) error {
	defer func() {
		select {
		case r.restarted <- struct{}{}:
		default: // Run will see it
		}
	}()
	source, err := r.source(ctx)
	if err != nil {
		return err
	}
	feed, err := r.store.ReviewFeed(ctx)
	if err != nil {
		return err
	}
	if source == nil {
		return r.clear(ctx, Feed{NotBefore: r.clock.Stamp()})
	}
	// This also takes the claim from whoever fetches from the former source now.
	feed.NotBefore, feed.Failures, feed.Problem, feed.NeedsOwner = r.clock.Stamp().Add(fetchLease), 0, "", false
	if err := r.store.Write(ctx, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) }); err != nil {
		return err
	}
	return r.fetch(ctx, source, feed, logger)
}

// clear publishes that there are no reviews.
func (r *Reviews) clear(ctx context.Context, feed Feed) error {
	return r.store.Publish(ctx, func(tx Tx) error {
		if err := putReviews(ctx, tx, nil); err != nil {
			return err
		}
		return tx.PutReviewFeed(ctx, feed)
	})
}

// refresh fetches the reviews if they are due and no other replica does. It
// returns how long to wait until the next check; its error is the store's.
func (r *Reviews) refresh(ctx context.Context, logger *slog.Logger) (wait time.Duration, err error) {
	source, err := r.source(ctx)
	if err != nil {
		return 0, err
	}
	feed, err := r.store.ReviewFeed(ctx)
	if err != nil {
		return 0, err
	}
	if source == nil {
		if feed.Source != "" || feed.Problem != "" {
			err = r.clear(ctx, Feed{NotBefore: r.clock.Stamp()})
		}
		// Whoever connects one fetches at once, so this only finds what they did not end.
		return fetchLease, err
	}
	if wait := r.untilDue(source, feed); wait > 0 {
		// Another replica may change the feed meanwhile.
		return min(wait, fetchLease), nil
	}
	until := r.clock.Stamp().Add(fetchLease)
	var claimed bool
	err = r.store.Write(ctx, func(tx Tx) (err error) {
		claimed, err = tx.ClaimReviewFeed(ctx, feed, until)
		return err
	})
	if err != nil {
		return 0, err
	}
	if claimed {
		feed.NotBefore = until
		err = r.fetch(ctx, source, feed, logger)
	}
	return 0, err
}

// untilDue returns how long it is until the next fetch.
func (r *Reviews) untilDue(source Source, feed Feed) time.Duration {
	due := feed.NotBefore
	if stale := feed.AsOf.Add(r.maxAge); feed.Source == source.Name() && stale.After(due) {
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
func (r *Reviews) fetch(ctx context.Context, source Source, claimed Feed, logger *slog.Logger) error {
	limited, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	list, failure := source.Fetch(limited)

	feed, before := claimed, claimed.Problem
	switch {
	case ctx.Err() != nil:
		// The server is stopping: another replica may fetch at once.
		feed.NotBefore = r.clock.Stamp()
	case failure != nil:
		feed.Failures++
		feed.Problem, feed.NeedsOwner = problemOf(failure)
		feed.NotBefore = r.clock.Stamp().Add(r.retryDelay(feed.Failures, failure))
		if feed.Problem != before {
			logger.WarnContext(ctx, "could not fetch the reviews", "error", failure)
		}
	default:
		if before != "" {
			logger.InfoContext(ctx, "the reviews can be fetched again", "count", len(list))
		}
		page, err := source.ReviewPage(limited)
		if err != nil {
			logger.DebugContext(ctx, "could not fetch the page for reviews", "error", err)
			page = ""
			if claimed.Source == source.Name() {
				page = claimed.Page
			}
		}
		return r.save(ctx, source, claimed, list, page)
	}
	ctx = context.WithoutCancel(ctx)
	if failure != nil && feed.Failures == 1 && feed.Source != source.Name() {
		// What pages show changes, although nothing was fetched: their source is another.
		feed.Source, feed.Page = "", ""
		return r.whileClaimed(ctx, claimed, r.store.Publish, func(tx Tx) error {
			if err := putReviews(ctx, tx, nil); err != nil {
				return err
			}
			return tx.PutReviewFeed(ctx, feed)
		})
	}
	return r.whileClaimed(ctx, claimed, r.store.Write, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) })
}

// errSuperseded ends the transaction of a fetch whose claim somebody else has taken.
var errSuperseded = errors.New("the claim was taken")

// whileClaimed runs fn in a transaction, unless the claim has expired and was taken, or
// the source has changed.
func (r *Reviews) whileClaimed(
	ctx context.Context, claimed Feed, run func(context.Context, func(Tx) error) error, fn func(Tx) error,
) error {
	err := run(ctx, func(tx Tx) error {
		still, err := tx.ClaimReviewFeed(ctx, claimed, claimed.NotBefore)
		if err != nil {
			return err
		}
		if !still {
			return errSuperseded
		}
		return fn(tx)
	})
	if errors.Is(err, errSuperseded) {
		return nil
	}
	return err
}

// problemOf is what the owner reads about a failure, and whether somebody has to give
// the site access again.
func problemOf(failure error) (problem string, needsOwner bool) {
	var known *errs.Error
	if errors.As(failure, &known) {
		return known.Message, known.Code == CodeNeedsOwner
	}
	return "The reviews cannot be fetched because of a fault in this program. The server's log says more.", false
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

// save stores fetched reviews. It publishes only what has changed.
func (r *Reviews) save(ctx context.Context, source Source, claimed Feed, list []Review, page string) error {
	stored, err := r.store.StoredReviews(ctx)
	if err != nil {
		return err
	}
	now := r.clock.Stamp()
	feed := Feed{Source: source.Name(), AsOf: now, NotBefore: now, Page: page}
	if claimed.Source == feed.Source && claimed.Page == page && slices.Equal(stored, list) {
		return r.whileClaimed(ctx, claimed, r.store.Write, func(tx Tx) error { return tx.PutReviewFeed(ctx, feed) })
	}
	return r.whileClaimed(ctx, claimed, r.store.Publish, func(tx Tx) error {
		if err := putReviews(ctx, tx, list); err != nil {
			return err
		}
		return tx.PutReviewFeed(ctx, feed)
	})
}

// putReviews replaces the reviews, and deletes the photos that none shows any more.
func putReviews(ctx context.Context, tx Tx, list []Review) error {
	if err := tx.PutReviews(ctx, list); err != nil {
		return err
	}
	return deleteUnusedPhotos(ctx, tx, list)
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
