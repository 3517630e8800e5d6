package site_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// google is a source of reviews that does as it is told.
type google struct {
	name string

	mu      sync.Mutex
	reviews []site.Review
	failure error
	hangs   bool
	fetches []time.Time
	photos  int
}

func (g *google) Name() string { return g.name }

func (g *google) Fetch(ctx context.Context) ([]site.Review, error) {
	g.mu.Lock()
	g.fetches = append(g.fetches, time.Now())
	reviews, failure, hangs := g.reviews, g.failure, g.hangs
	g.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return nil, site.Errorf(site.Upstream, "No answer came.")
	}
	return reviews, failure
}

func (g *google) FetchPhoto(_ context.Context, address string) ([]byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.photos++
	if g.failure != nil {
		return nil, g.failure
	}
	return []byte("photo at " + address), nil
}

// tell changes what the source does.
func (g *google) tell(change func(*google)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change(g)
}

func (g *google) fetched() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.fetches)
}

func reviewsOf(names ...string) []site.Review {
	reviews := make([]site.Review, len(names))
	for i, name := range names {
		reviews[i] = site.Review{
			ReviewID:   name,
			Reviewer:   site.Reviewer{DisplayName: name, ProfilePhotoURL: "https://photos.example/" + name},
			StarRating: "FIVE",
			CreateTime: "2025-05-14T17:00:00Z",
		}
	}
	return reviews
}

// copyOf is one more copy of the server on the store. It keeps the reviews fresh
// until the test or stop ends it.
func copyOf(t *testing.T, store site.Store, source site.ReviewSource) (s *site.Site, stop func()) {
	t.Helper()
	s = site.New(site.Config{Store: store, Identity: site.SampleIdentity(), Reviews: source})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.KeepReviewsFresh(ctx, slog.New(slog.DiscardHandler), func() {})
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(stop)
	return s, stop
}

// pass lets time go by.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func shown(t *testing.T, s *site.Site) string {
	t.Helper()
	reviews, err := s.Reviews(t.Context())
	if err != nil {
		if site.KindOf(err) != site.Upstream {
			t.Fatal(err)
		}
		return "failure"
	}
	names := make([]string, len(reviews))
	for i, r := range reviews {
		names[i] = r.ReviewID
	}
	return strings.Join(names, " ")
}

func TestWithoutASourceThereAreNoReviews(t *testing.T) {
	s := newSite(t)
	if reviews, err := s.Reviews(t.Context()); err != nil || reviews == nil || len(reviews) != 0 {
		t.Errorf("got %v, %v", reviews, err)
	}
	s.KeepReviewsFresh(t.Context(), slog.New(slog.DiscardHandler), func() {})
	if _, err := s.ReviewPhoto(t.Context(), "x"); site.KindOf(err) != site.NotFound {
		t.Errorf("a photo: %v", err)
	}
	if status := must(s.ReviewStatus(t.Context()))(t); status != (site.ReviewStatus{}) {
		t.Errorf("the status is %+v", status)
	}
}

func TestReviewsAreFetchedOncePerFreshPeriodHoweverManyCopiesRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, source := testkit.NewStore(t), &google{name: "here", reviews: reviewsOf("a")}
		var copies []*site.Site
		for range 3 {
			s, _ := copyOf(t, store, source)
			copies = append(copies, s)
		}
		pass(time.Hour + time.Second)
		if n := source.fetched(); n != 13 {
			t.Errorf("an hour took %d fetches, want 13", n)
		}
		for _, s := range copies {
			if got := shown(t, s); got != "a" {
				t.Errorf("a copy shows %q", got)
			}
		}
	})
}

func TestARestartDoesNotFetchWhatIsFresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, source := testkit.NewStore(t), &google{name: "here", reviews: reviewsOf("a")}
		_, stop := copyOf(t, store, source)
		pass(time.Minute)
		stop()
		s, _ := copyOf(t, store, source)
		pass(3 * time.Minute)
		if n := source.fetched(); n != 1 || shown(t, s) != "a" {
			t.Errorf("%d fetches; shows %q", n, shown(t, s))
		}
		pass(2 * time.Minute)
		if n := source.fetched(); n != 2 {
			t.Errorf("%d fetches after five minutes, want 2", n)
		}
	})
}

func TestTheLastGoodListStaysWhileGoogleFailsAndRecoveryShowsWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &google{name: "here", reviews: reviewsOf("a", "b")}
		s, _ := copyOf(t, testkit.NewStore(t), source)
		pass(time.Second)
		began := time.Now()
		source.tell(func(g *google) { g.failure = site.Errorf(site.Upstream, "Renew the token.") })
		pass(2 * time.Hour)
		if got := shown(t, s); got != "a b" {
			t.Errorf("while Google fails, %q is shown", got)
		}
		status := must(s.ReviewStatus(t.Context()))(t)
		if !status.Configured || status.Count != 2 || status.Problem != "Renew the token." || status.AsOf.After(began) {
			t.Errorf("the status is %+v", status)
		}

		source.tell(func(g *google) { g.failure, g.reviews = nil, reviewsOf("c") })
		pass(time.Minute)
		if got := shown(t, s); got != "c" {
			t.Errorf("a minute after the recovery %q is shown", got)
		}
		status = must(s.ReviewStatus(t.Context()))(t)
		if status.Problem != "" || time.Since(*status.AsOf) > time.Minute {
			t.Errorf("after the recovery the status is %+v", status)
		}
	})
}

func TestWithoutAnyListAFailureIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &google{name: "here", hangs: true}
		s, _ := copyOf(t, testkit.NewStore(t), source)
		synctest.Wait() // Google is being waited for
		before := time.Now()
		if _, err := s.Reviews(t.Context()); site.KindOf(err) != site.Upstream || time.Since(before) != 0 {
			t.Errorf("%v after %v", err, time.Since(before))
		}
		if _, ok := query(pageAt(t, s, "/"), "google-reviews"); ok {
			t.Error("the page brings reviews that nobody has")
		}
		pass(2 * time.Minute)
		if status := must(s.ReviewStatus(t.Context()))(t); status.AsOf != nil || status.Problem != "No answer came." {
			t.Errorf("the status is %+v", status)
		}
		source.tell(func(g *google) { g.hangs = false })
		pass(2 * time.Minute)
		if got := shown(t, s); got != "" {
			t.Errorf("an empty list shows as %q", got)
		}
	})
}

func TestRetriesComeLaterAndLaterAndNeverTwoAlike(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &google{name: "here", failure: errors.New("defect")}
		copyOf(t, testkit.NewStore(t), source)
		pass(10 * time.Minute)
		source.tell(func(g *google) {
			gaps := map[time.Duration]bool{}
			for i := 1; i < len(g.fetches); i++ {
				gap := g.fetches[i].Sub(g.fetches[i-1])
				full := min(time.Second<<(i-1), 30*time.Second)
				if gap < full*3/4-time.Millisecond || gap > full+time.Millisecond {
					t.Errorf("retry %d came after %v, want up to a quarter less than %v", i, gap, full)
				}
				gaps[gap] = true
			}
			if n := len(g.fetches); n < 20 || n > 35 || len(gaps) < n-2 {
				t.Errorf("%d fetches with %d different gaps", n, len(gaps))
			}
		})
	})
}

func TestPatienceThatGoogleAsksForIsShownUpToAMinute(t *testing.T) {
	for asked, want := range map[time.Duration]time.Duration{20 * time.Second: 20 * time.Second, time.Hour: time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			source := &google{name: "here", failure: &site.Error{Kind: site.Upstream, RetryAfter: asked}}
			copyOf(t, testkit.NewStore(t), source)
			pass(want - time.Millisecond)
			if n := source.fetched(); n != 1 {
				t.Errorf("%d fetches within %v", n, want)
			}
			pass(2 * time.Second)
			if n := source.fetched(); n != 2 {
				t.Errorf("%d fetches after %v", n, want)
			}
		})
	}
}

func TestACopyThatDiesWhileFetchingIsReplacedWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := testkit.NewStore(t)
		err := store.Write(t.Context(), func(tx site.Tx) error {
			seen, err := tx.ReviewFeed(t.Context())
			if err != nil {
				return err
			}
			_, err = tx.ClaimReviewFeed(t.Context(), seen, time.Now().Add(time.Minute))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s, _ := copyOf(t, store, &google{name: "here", reviews: reviewsOf("a")})
		pass(time.Minute + time.Second)
		if got := shown(t, s); got != "a" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestACopyThatStopsWhileFetchingLetsAnotherGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, source := testkit.NewStore(t), &google{name: "here", hangs: true}
		_, stop := copyOf(t, store, source)
		pass(time.Second)
		stop()
		s, _ := copyOf(t, store, &google{name: "here", reviews: reviewsOf("a")})
		pass(time.Second)
		if got := shown(t, s); got != "a" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestAClockThatWasTurnedBackDoesNotStopTheFetching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, source := testkit.NewStore(t), &google{name: "here", reviews: reviewsOf("a")}
		err := store.Write(t.Context(), func(tx site.Tx) error {
			later := time.Now().Add(1000 * time.Hour)
			return tx.PutReviewFeed(t.Context(), site.ReviewFeed{Source: "here", AsOf: later, NotBefore: later})
		})
		if err != nil {
			t.Fatal(err)
		}
		copyOf(t, store, source)
		pass(time.Second)
		if source.fetched() != 1 {
			t.Error("nothing is fetched until the clock is where it was")
		}
	})
}

func TestReviewsOfAnotherLocationAreNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := testkit.NewStore(t)
		_, stop := copyOf(t, store, &google{name: "there", reviews: reviewsOf("a")})
		pass(time.Second)
		stop()
		source := &google{name: "here", failure: site.Errorf(site.Upstream, "Fails.")}
		s, _ := copyOf(t, store, source)
		pass(time.Second)
		if got := shown(t, s); got != "failure" || source.fetched() == 0 {
			t.Errorf("shows %q after %d fetches", got, source.fetched())
		}
	})
}

func TestOnlyAListThatHasChangedIsPublished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, source := testkit.NewStore(t), &google{name: "here"}
		s, _ := copyOf(t, store, source)
		epoch := func() string { return must(s.Epoch(t.Context()))(t) }
		nothingYet := epoch()
		pass(time.Second)
		empty := epoch()
		if empty == nothingYet {
			t.Error("that there are no reviews was not published")
		}
		pass(time.Hour)
		if epoch() != empty {
			t.Error("the same list was published again")
		}
		source.tell(func(g *google) { g.reviews = reviewsOf("a") })
		pass(5 * time.Minute)
		if epoch() == empty {
			t.Error("a new list was not published")
		}
		page := pageAt(t, s, "/")
		if reviews, _ := query(page, "google-reviews"); len(reviews.([]site.Review)) != 1 {
			t.Errorf("the page brings %v", reviews)
		}
		failing := epoch()
		source.tell(func(g *google) { g.failure = errors.New("defect") })
		pass(time.Hour)
		if epoch() != failing {
			t.Error("a failure was published")
		}
	})
}

func TestAPageBringsTheNewestReviewsAndSaysIfThereAreMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &google{name: "here"}
		s, _ := copyOf(t, testkit.NewStore(t), source)
		for _, count := range []int{0, 24, 25, 10_000} {
			names := make([]string, count)
			for i := range names {
				names[i] = fmt.Sprint(i)
			}
			source.tell(func(g *google) { g.reviews = reviewsOf(names...) })
			pass(5 * time.Minute)
			for _, q := range pageAt(t, s, "/").Queries {
				if q.Key[0] != "google-reviews" {
					continue
				}
				if got := q.Data.([]site.Review); len(got) != min(count, 24) || q.Partial != (count > 24) {
					t.Errorf("of %d reviews the page brings %d, partial: %v", count, len(got), q.Partial)
				}
			}
			if got := must(s.Reviews(t.Context()))(t); len(got) != count {
				t.Errorf("of %d reviews %d are listed", count, len(got))
			}
		}
	})
}

func TestReviewsAreDatedInTheCompanysTimeZone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		days := map[string]string{
			"2025-05-15T03:30:00Z":           "2025-05-14",
			"2025-05-15T05:00:00.123456789Z": "2025-05-15",
			"2025-12-31T23:59:59.9-06:00":    "2025-12-31",
			"some day":                       "",
			"":                               "",
		}
		source := &google{name: "here"}
		for created := range days {
			source.reviews = append(source.reviews, site.Review{ReviewID: created, CreateTime: created})
		}
		s, _ := copyOf(t, testkit.NewStore(t), source)
		pass(time.Second)
		got := map[string]string{}
		for _, r := range must(s.Reviews(t.Context()))(t) {
			got[r.CreateTime] = r.CreateDay
		}
		if diff := cmp.Diff(days, got); diff != "" {
			t.Errorf("differs (-want +got):\n%s", diff)
		}
	})
}
