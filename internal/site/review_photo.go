package site

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// ReviewPhotoPath is where reviewers' photos are, before the name.
const ReviewPhotoPath = "/reviews/photos/"

const (
	photoLimit    = 8 * time.Second // how long a visitor waits for a photo that is new here
	photoRetry    = time.Minute     // when to try one again that could not be had
	photosAtATime = 4
)

// photoDesk fetches photos, each once.
type photoDesk struct {
	flights singleflight.Group
	slots   chan struct{}
	failed  sync.Map // names with the time from which they may be tried again
}

func newPhotoDesk() *photoDesk { return &photoDesk{slots: make(chan struct{}, photosAtATime)} }

// ReviewPhoto returns the photo of a reviewer as a small square JPEG. Only
// photos of reviews that are shown can be had. The first who asks for one makes
// it be fetched and kept.
func (s *Site) ReviewPhoto(ctx context.Context, name string) ([]byte, error) {
	if s.reviewSource == nil {
		return nil, Errorf(NotFound, "There is no such photo.")
	}
	board, err := s.currentReviews(ctx)
	if err != nil {
		return nil, err
	}
	address, shown := board.photos[name]
	if !shown {
		return nil, Errorf(NotFound, "There is no such photo.")
	}
	photo, err := s.store.ReviewPhoto(ctx, name)
	if KindOf(err) != NotFound {
		return photo, err
	}
	fetched := s.photos.flights.DoChan(name, func() (any, error) {
		// Not ended by whoever came first: others wait for it too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), photoLimit)
		defer cancel()
		return s.fetchPhoto(ctx, name, address)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-fetched:
		photo, _ := result.Val.([]byte)
		return photo, result.Err
	}
}

func (s *Site) fetchPhoto(ctx context.Context, name, address string) ([]byte, error) {
	// Another visitor's flight may have ended since this one looked.
	if photo, err := s.store.ReviewPhoto(ctx, name); KindOf(err) != NotFound {
		return photo, err
	}
	if until, ok := s.photos.failed.Load(name); ok && s.clock().Before(until.(time.Time)) {
		return nil, Errorf(Upstream, "The photo could not be fetched from Google.")
	}
	select {
	case s.photos.slots <- struct{}{}:
		defer func() { <-s.photos.slots }()
	case <-ctx.Done():
		return nil, &Error{Kind: Upstream, Message: "Too many photos are being fetched right now.", Err: ctx.Err()}
	}
	photo, err := s.reviewSource.FetchPhoto(ctx, address)
	if err != nil {
		s.photos.failed.Store(name, s.clock().Add(photoRetry))
		return nil, err
	}
	s.photos.failed.Delete(name)
	err = s.store.Write(ctx, func(tx Tx) error { return tx.PutReviewPhoto(ctx, name, photo) })
	return photo, err
}
