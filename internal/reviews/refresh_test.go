package reviews_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/testkit"
)

func TestWithoutSourceThereAreNoReviews(t *testing.T) {
	r := reviews.New(reviews.Config{Store: testkit.NewStore(t).Reviews()})
	if list, err := r.List(t.Context()); err != nil || list == nil || len(list) != 0 {
		t.Errorf("got %v, %v", list, err)
	}
	r.Run(t.Context(), slog.New(slog.DiscardHandler), func() {})
	if _, err := r.Photo(t.Context(), "x"); errs.KindOf(err) != errs.NotFound {
		t.Errorf("a photo: %v", err)
	}
	if status := testkit.Must(r.Status(t.Context()))(t); status != (reviews.Status{}) {
		t.Errorf("the status is %+v", status)
	}
}

func TestReplicasTogetherFetchOncePerMaxAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, source := testkit.NewStore(t), &fakeSource{name: "here", reviews: reviewsOf("a")}
		var replicas []*reviews.Reviews
		for range 3 {
			r, _ := startReplica(t, db, source)
			replicas = append(replicas, r)
		}
		pass(time.Hour + time.Second)
		if n := source.fetched(); n != 13 {
			t.Errorf("an hour took %d fetches, want 13", n)
		}
		for _, r := range replicas {
			if got := shown(t, r); got != "a" {
				t.Errorf("a replica shows %q", got)
			}
		}
	})
}

func TestRestartDoesNotFetchFreshReviews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, source := testkit.NewStore(t), &fakeSource{name: "here", reviews: reviewsOf("a")}
		_, stop := startReplica(t, db, source)
		pass(time.Minute)
		stop()
		r, _ := startReplica(t, db, source)
		pass(3 * time.Minute)
		if n := source.fetched(); n != 1 || shown(t, r) != "a" {
			t.Errorf("%d fetches; shows %q", n, shown(t, r))
		}
		pass(2 * time.Minute)
		if n := source.fetched(); n != 2 {
			t.Errorf("%d fetches after five minutes, want 2", n)
		}
	})
}

func TestLastGoodListStaysUntilSourceRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &fakeSource{name: "here", reviews: reviewsOf("a", "b")}
		r, _ := startReplica(t, testkit.NewStore(t), source)
		pass(time.Second)
		began := time.Now()
		source.set(func(f *fakeSource) { f.failure = errs.Errorf(errs.Upstream, "Renew the token.") })
		pass(2 * time.Hour)
		if got := shown(t, r); got != "a b" {
			t.Errorf("while Google fails, %q is shown", got)
		}
		status := testkit.Must(r.Status(t.Context()))(t)
		if !status.Configured || status.Count != 2 || status.Problem != "Renew the token." || status.AsOf.After(began) {
			t.Errorf("the status is %+v", status)
		}

		source.set(func(f *fakeSource) { f.failure, f.reviews = nil, reviewsOf("c") })
		pass(time.Minute)
		if got := shown(t, r); got != "c" {
			t.Errorf("a minute after the recovery %q is shown", got)
		}
		status = testkit.Must(r.Status(t.Context()))(t)
		if status.Problem != "" || time.Since(*status.AsOf) > time.Minute {
			t.Errorf("after the recovery the status is %+v", status)
		}
	})
}

func TestListFailsAtOnceIfNeverFetched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &fakeSource{name: "here", hangs: true}
		r, _ := startReplica(t, testkit.NewStore(t), source)
		synctest.Wait() // Google is being waited for
		before := time.Now()
		if _, err := r.List(t.Context()); errs.KindOf(err) != errs.Upstream || time.Since(before) != 0 {
			t.Errorf("%v after %v", err, time.Since(before))
		}
		pass(2 * time.Minute)
		if status := testkit.Must(r.Status(t.Context()))(t); status.AsOf != nil || status.Problem != "No answer came." {
			t.Errorf("the status is %+v", status)
		}
		source.set(func(f *fakeSource) { f.hangs = false })
		pass(2 * time.Minute)
		if got := shown(t, r); got != "" {
			t.Errorf("an empty list shows as %q", got)
		}
	})
}

func TestRetriesBackOffWithJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &fakeSource{name: "here", failure: errors.New("defect")}
		startReplica(t, testkit.NewStore(t), source)
		pass(10 * time.Minute)
		source.set(func(f *fakeSource) {
			gaps := map[time.Duration]bool{}
			for i := 1; i < len(f.fetches); i++ {
				gap := f.fetches[i].Sub(f.fetches[i-1])
				full := min(time.Second<<(i-1), 30*time.Second)
				if gap < full*3/4-time.Millisecond || gap > full+time.Millisecond {
					t.Errorf("retry %d came after %v, want up to a quarter less than %v", i, gap, full)
				}
				gaps[gap] = true
			}
			if n := len(f.fetches); n < 20 || n > 35 || len(gaps) < n-2 {
				t.Errorf("%d fetches with %d different gaps", n, len(gaps))
			}
		})
	})
}

func TestRetryAfterIsRespectedUpToAMinute(t *testing.T) {
	for asked, want := range map[time.Duration]time.Duration{20 * time.Second: 20 * time.Second, time.Hour: time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			source := &fakeSource{name: "here", failure: &errs.Error{Kind: errs.Upstream, RetryAfter: asked}}
			startReplica(t, testkit.NewStore(t), source)
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

func TestDeadReplicaIsReplacedWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := testkit.NewStore(t)
		seen := testkit.Must(db.ReviewFeed(t.Context()))(t)
		err := db.Reviews().Write(t.Context(), func(tx reviews.Tx) error {
			_, err := tx.ClaimReviewFeed(t.Context(), seen, time.Now().Add(time.Minute))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r, _ := startReplica(t, db, &fakeSource{name: "here", reviews: reviewsOf("a")})
		pass(time.Minute + time.Second)
		if got := shown(t, r); got != "a" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestStoppingReplicaReleasesItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, source := testkit.NewStore(t), &fakeSource{name: "here", hangs: true}
		_, stop := startReplica(t, db, source)
		pass(time.Second)
		stop()
		r, _ := startReplica(t, db, &fakeSource{name: "here", reviews: reviewsOf("a")})
		pass(time.Second)
		if got := shown(t, r); got != "a" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestClockSetBackDoesNotStopFetching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, source := testkit.NewStore(t), &fakeSource{name: "here", reviews: reviewsOf("a")}
		err := db.Reviews().Write(t.Context(), func(tx reviews.Tx) error {
			later := time.Now().Add(1000 * time.Hour)
			return tx.PutReviewFeed(t.Context(), reviews.Feed{Source: "here", AsOf: later, NotBefore: later})
		})
		if err != nil {
			t.Fatal(err)
		}
		startReplica(t, db, source)
		pass(time.Second)
		if source.fetched() != 1 {
			t.Error("nothing is fetched until the clock is where it was")
		}
	})
}

func TestReviewsOfAnotherSourceAreNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := testkit.NewStore(t)
		_, stop := startReplica(t, db, &fakeSource{name: "there", reviews: reviewsOf("a")})
		pass(time.Second)
		stop()
		source := &fakeSource{name: "here", failure: errs.Errorf(errs.Upstream, "Fails.")}
		r, _ := startReplica(t, db, source)
		pass(time.Second)
		if got := shown(t, r); got != "failure" || source.fetched() == 0 {
			t.Errorf("shows %q after %d fetches", got, source.fetched())
		}
	})
}

func TestOnlyChangedListIsPublished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, source := testkit.NewStore(t), &fakeSource{name: "here"}
		r, _ := startReplica(t, db, source)
		revision := func() int64 { return testkit.Must(db.Revision(t.Context()))(t) }
		before := revision()
		pass(time.Second)
		empty := revision()
		if empty == before {
			t.Error("the empty list was not published")
		}
		pass(time.Hour)
		if revision() != empty {
			t.Error("the same list was published again")
		}
		source.set(func(f *fakeSource) { f.reviews = reviewsOf("a") })
		pass(5 * time.Minute)
		if revision() == empty {
			t.Error("a new list was not published")
		}
		if got := shown(t, r); got != "a" {
			t.Errorf("shows %q", got)
		}
		failing := revision()
		source.set(func(f *fakeSource) { f.failure = errors.New("defect") })
		pass(time.Hour)
		if revision() != failing {
			t.Error("a failure was published")
		}
	})
}

func TestReviewsAreDatedInLocalTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		days := map[string]string{
			"2025-05-15T03:30:00Z":           "2025-05-14",
			"2025-05-15T05:00:00.123456789Z": "2025-05-15",
			"2025-12-31T23:59:59.9-06:00":    "2025-12-31",
			"some day":                       "",
			"":                               "",
		}
		source := &fakeSource{name: "here"}
		for created := range days {
			source.reviews = append(source.reviews, reviews.Review{ReviewID: created, CreateTime: created})
		}
		r, _ := startReplica(t, testkit.NewStore(t), source)
		pass(time.Second)
		got := map[string]string{}
		for _, review := range testkit.Must(r.List(t.Context()))(t) {
			got[review.CreateTime] = review.CreateDay
		}
		if diff := cmp.Diff(days, got); diff != "" {
			t.Errorf("differs (-want +got):\n%s", diff)
		}
	})
}

func TestSourceCanChangeWhileReplicasRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := testkit.NewStore(t)
		var current atomic.Pointer[fakeSource]
		source := func(context.Context) (reviews.Source, error) {
			if s := current.Load(); s != nil {
				return s, nil
			}
			return nil, nil
		}
		var replicas []*reviews.Reviews
		for range 2 {
			replicas = append(replicas, startReplicaFrom(t, db, source))
		}
		quiet := slog.New(slog.DiscardHandler)
		expect := func(want, page string) {
			t.Helper()
			for i, r := range replicas {
				if got := shown(t, r); got != want || testkit.Must(r.Page(t.Context()))(t) != page {
					t.Errorf("replica %d shows %q, want %q", i, got, want)
				}
			}
		}
		pass(time.Hour)
		expect("", "")

		// Connected on one replica, both show it at once.
		here := &fakeSource{name: "here", reviews: reviewsOf("a"), page: "https://google.example/here"}
		current.Store(here)
		if err := replicas[0].Restart(t.Context(), quiet); err != nil {
			t.Fatal(err)
		}
		expect("a", "https://google.example/here")
		// A page that cannot be read now stays.
		here.set(func(f *fakeSource) { f.pageFailure = errors.New("defect") })
		pass(10 * time.Minute)
		expect("a", "https://google.example/here")

		// A fetch from the former source that ends later stores nothing.
		here.set(func(f *fakeSource) { f.slow = 20 * time.Second })
		pass(5 * time.Minute)
		for here.fetching() == 0 {
			pass(time.Second)
		}
		there := &fakeSource{name: "there", reviews: reviewsOf("b")}
		current.Store(there)
		if err := replicas[1].Restart(t.Context(), quiet); err != nil {
			t.Fatal(err)
		}
		expect("b", "")
		pass(30 * time.Second)
		expect("b", "")

		// Reviews of another source are not shown, even if the new one fails.
		failing := &fakeSource{name: "elsewhere", failure: &errs.Error{Kind: errs.Upstream, Message: "Connect again.", Code: reviews.CodeNeedsOwner}}
		current.Store(failing)
		if err := replicas[0].Restart(t.Context(), quiet); err != nil {
			t.Fatal(err)
		}
		expect("failure", "")
		if status := testkit.Must(replicas[1].Status(t.Context()))(t); !status.NeedsOwner || status.Problem != "Connect again." {
			t.Errorf("the status is %+v", status)
		}

		// A replica that dies between disconnecting and telling the others is made up for.
		current.Store(nil)
		pass(2 * time.Minute)
		expect("", "")
		if status := testkit.Must(replicas[1].Status(t.Context()))(t); status != (reviews.Status{}) {
			t.Errorf("the status is %+v", status)
		}
	})
}
