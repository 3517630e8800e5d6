package reviews_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func TestPhotosAreFetchedOnceAndStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, source := testkit.NewStore(t), &fakeSource{name: "here", reviews: reviewsOf("a", "b")}
		r, _ := startReplica(t, db, source)
		pass(time.Second)
		url := testkit.Must(r.List(t.Context()))(t)[0].Reviewer.ProfilePhotoURL
		name, ours := strings.CutPrefix(url, photoPath)
		if !ours {
			t.Fatalf("the photo is at %s", url)
		}
		var visitors sync.WaitGroup
		var good atomic.Int32
		for range 20 {
			visitors.Go(func() {
				photo, err := r.Photo(t.Context(), name)
				if err == nil && string(photo) == "photo at https://photos.example/a" {
					good.Add(1)
				}
			})
		}
		visitors.Wait()
		other, _ := startReplica(t, db, source) // finds it in the store
		if _, err := other.Photo(t.Context(), name); err != nil {
			t.Error(err)
		}
		if good.Load() != 20 || source.photos != 1 {
			t.Errorf("%d of 20 visitors saw the photo, which was fetched %d times", good.Load(), source.photos)
		}

		// The photo is deleted with its review.
		source.set(func(f *fakeSource) { f.reviews = reviewsOf("b") })
		pass(6 * time.Minute)
		if _, err := r.Photo(t.Context(), name); errs.KindOf(err) != errs.NotFound {
			t.Errorf("a photo of no review: %v", err)
		}
		if _, err := db.ReviewPhoto(t.Context(), name); errs.KindOf(err) != errs.NotFound {
			t.Errorf("the photo is still stored: %v", err)
		}
	})
}

func TestFailedPhotoIsNotRetriedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &fakeSource{name: "here", reviews: reviewsOf("a")}
		r, _ := startReplica(t, testkit.NewStore(t), source)
		pass(time.Second)
		name := strings.TrimPrefix(testkit.Must(r.List(t.Context()))(t)[0].Reviewer.ProfilePhotoURL, photoPath)
		source.set(func(f *fakeSource) { f.failure = errs.Errorf(errs.Upstream, "No photo.") })
		for range 5 {
			if _, err := r.Photo(t.Context(), name); errs.KindOf(err) != errs.Upstream {
				t.Errorf("got %v", err)
			}
		}
		if source.photos != 1 {
			t.Errorf("fetched %d times", source.photos)
		}
		source.set(func(f *fakeSource) { f.failure = nil })
		pass(time.Minute)
		if _, err := r.Photo(t.Context(), name); err != nil {
			t.Errorf("a minute after the recovery: %v", err)
		}
	})
}
