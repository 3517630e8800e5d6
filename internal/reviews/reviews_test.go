package reviews_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/store"
)

// fakeSource is a source of reviews that the test controls.
type fakeSource struct {
	name string

	mu      sync.Mutex
	reviews []reviews.Review
	failure error
	hangs   bool
	fetches []time.Time
	photos  int
	slow    time.Duration // how long a fetch takes
	pending int           // how many are under way
	page    string
	// pageFailure is why the page is not known.
	pageFailure error
}

func (f *fakeSource) Name() string { return f.name }

func (f *fakeSource) Fetch(ctx context.Context) ([]reviews.Review, error) {
	f.mu.Lock()
	f.fetches = append(f.fetches, time.Now())
	list, failure, hangs := f.reviews, f.failure, f.hangs
	f.pending++
	slow := f.slow
	f.mu.Unlock()
	time.Sleep(slow) // in a bubble of synctest
	f.mu.Lock()
	f.pending--
	f.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return nil, errs.Errorf(errs.Upstream, "No answer came.")
	}
	return list, failure
}

func (f *fakeSource) ReviewPage(context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.page, f.pageFailure
}

func (f *fakeSource) FetchPhoto(_ context.Context, url string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.photos++
	if f.failure != nil {
		return nil, f.failure
	}
	return []byte("photo at " + url), nil
}

// set changes what the source does.
func (f *fakeSource) set(change func(*fakeSource)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

func (f *fakeSource) fetching() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pending
}

func (f *fakeSource) fetched() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.fetches)
}

func reviewsOf(names ...string) []reviews.Review {
	list := make([]reviews.Review, len(names))
	for i, name := range names {
		list[i] = reviews.Review{
			ReviewID:   name,
			Reviewer:   reviews.Reviewer{DisplayName: name, ProfilePhotoURL: "https://photos.example/" + name},
			StarRating: "FIVE",
			CreateTime: "2025-05-14T17:00:00Z",
		}
	}
	return list
}

const photoPath = "/photos/"

// from returns a source that never changes.
func from(source reviews.Source) func(context.Context) (reviews.Source, error) {
	return func(context.Context) (reviews.Source, error) { return source, nil }
}

// startReplica runs one more replica on the store until the test or stop ends it.
func startReplica(t *testing.T, db *store.Store, source reviews.Source) (r *reviews.Reviews, stop func()) {
	t.Helper()
	return run(t, db, from(source))
}

// startReplicaFrom runs one more replica whose source may change.
func startReplicaFrom(t *testing.T, db *store.Store, source func(context.Context) (reviews.Source, error)) *reviews.Reviews {
	t.Helper()
	r, _ := run(t, db, source)
	return r
}

func run(t *testing.T, db *store.Store, source func(context.Context) (reviews.Source, error)) (r *reviews.Reviews, stop func()) {
	t.Helper()
	location, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	r = reviews.New(reviews.Config{Store: db.Reviews(), Source: source, PhotoPath: photoPath,
		Location: func(context.Context) *time.Location { return location },
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx, slog.New(slog.DiscardHandler), func() {})
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(stop)
	return r, stop
}

// pass lets time go by.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func shown(t *testing.T, r *reviews.Reviews) string {
	t.Helper()
	list, err := r.List(t.Context())
	if err != nil {
		if errs.KindOf(err) != errs.Upstream {
			t.Fatal(err)
		}
		return "failure"
	}
	names := make([]string, len(list))
	for i, review := range list {
		names[i] = review.ReviewID
	}
	return strings.Join(names, " ")
}
