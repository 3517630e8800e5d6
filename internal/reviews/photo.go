package reviews

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

const (
	photoTimeout        = 8 * time.Second // how long a visitor waits for a photo that must be fetched
	photoRetryDelay     = time.Minute     // after a photo could not be fetched
	maxConcurrentPhotos = 4
)

// photoFetcher limits how photos are fetched: each once, and a few at a time.
type photoFetcher struct {
	flights singleflight.Group
	slots   *limit.Slots
	failed  sync.Map // names with the time from which they may be tried again
}

func newPhotoFetcher() *photoFetcher {
	return &photoFetcher{slots: limit.NewSlots(maxConcurrentPhotos, 0, nil)}
}

// Photo returns the photo of a reviewer as a small square JPEG, or NotFound if
// no shown review has a photo of that name. The first call fetches the photo and
// stores it.
func (r *Reviews) Photo(ctx context.Context, name string) ([]byte, error) {
	current, err := r.current(ctx)
	if err != nil {
		return nil, err
	}
	url, shown := current.photos[name]
	if !shown {
		return nil, errs.Errorf(errs.NotFound, "There is no such photo.")
	}
	photo, err := r.store.ReviewPhoto(ctx, name)
	if errs.KindOf(err) != errs.NotFound {
		return photo, err
	}
	fetched := r.photos.flights.DoChan(name, func() (any, error) {
		// The first caller's cancellation must not end it: others wait for it too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), photoTimeout)
		defer cancel()
		return r.fetchPhoto(ctx, name, url)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-fetched:
		photo, _ := result.Val.([]byte)
		return photo, result.Err
	}
}

func (r *Reviews) fetchPhoto(ctx context.Context, name, url string) ([]byte, error) {
	// Another flight may have stored it since the caller looked.
	if photo, err := r.store.ReviewPhoto(ctx, name); errs.KindOf(err) != errs.NotFound {
		return photo, err
	}
	if until, ok := r.photos.failed.Load(name); ok && r.clock.Now().Before(until.(time.Time)) {
		return nil, errs.Errorf(errs.Upstream, "The photo could not be fetched from Google.")
	}
	release, err := r.photos.slots.Acquire(ctx)
	if err != nil {
		return nil, &errs.Error{Kind: errs.Upstream, Message: "Too many photos are being fetched right now.", Err: err}
	}
	defer release()
	source, err := r.source(ctx)
	if err != nil {
		return nil, err
	}
	if source == nil { // since the caller looked
		return nil, errs.Errorf(errs.NotFound, "There is no such photo.")
	}
	photo, err := source.FetchPhoto(ctx, url)
	if err != nil {
		r.photos.failed.Store(name, r.clock.Now().Add(photoRetryDelay))
		return nil, err
	}
	r.photos.failed.Delete(name)
	err = r.store.Write(ctx, func(tx Tx) error { return tx.PutReviewPhoto(ctx, name, photo) })
	return photo, err
}
