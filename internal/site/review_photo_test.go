package site_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestPhotosAreFetchedOnceAndServedFromHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, source := testkit.NewStore(t), &google{name: "here", reviews: reviewsOf("a", "b")}
		s, _ := copyOf(t, store, source)
		pass(time.Second)
		address := must(s.Reviews(t.Context()))(t)[0].Reviewer.ProfilePhotoURL
		name, ours := strings.CutPrefix(address, site.ReviewPhotoPath)
		if !ours {
			t.Fatalf("the photo is at %s", address)
		}
		var visitors sync.WaitGroup
		var good atomic.Int32
		for range 20 {
			visitors.Go(func() {
				photo, err := s.ReviewPhoto(t.Context(), name)
				if err == nil && string(photo) == "photo at https://photos.example/a" {
					good.Add(1)
				}
			})
		}
		visitors.Wait()
		other, _ := copyOf(t, store, source) // finds it in the store
		if _, err := other.ReviewPhoto(t.Context(), name); err != nil {
			t.Error(err)
		}
		if good.Load() != 20 || source.photos != 1 {
			t.Errorf("%d of 20 visitors saw the photo, which was fetched %d times", good.Load(), source.photos)
		}

		// With its review the photo goes.
		source.tell(func(g *google) { g.reviews = reviewsOf("b") })
		pass(6 * time.Minute)
		if _, err := s.ReviewPhoto(t.Context(), name); site.KindOf(err) != site.NotFound {
			t.Errorf("a photo of no review: %v", err)
		}
		if names := must(store.ReviewPhotoNames(t.Context()))(t); len(names) != 0 {
			t.Errorf("kept photos: %v", names)
		}
	})
}

func TestAPhotoThatCannotBeHadIsNotAskedForAgainAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &google{name: "here", reviews: reviewsOf("a")}
		s, _ := copyOf(t, testkit.NewStore(t), source)
		pass(time.Second)
		name := strings.TrimPrefix(must(s.Reviews(t.Context()))(t)[0].Reviewer.ProfilePhotoURL, site.ReviewPhotoPath)
		source.tell(func(g *google) { g.failure = site.Errorf(site.Upstream, "No photo.") })
		for range 5 {
			if _, err := s.ReviewPhoto(t.Context(), name); site.KindOf(err) != site.Upstream {
				t.Errorf("got %v", err)
			}
		}
		if source.photos != 1 {
			t.Errorf("asked for %d times", source.photos)
		}
		source.tell(func(g *google) { g.failure = nil })
		pass(time.Minute)
		if _, err := s.ReviewPhoto(t.Context(), name); err != nil {
			t.Errorf("a minute after the recovery: %v", err)
		}
	})
}
