package storetest

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

var errRefused = errors.New("refused")

var transactionTests = []test{
	{"Ping succeeds", func(t *testing.T, s Stores) {
		if err := s.Ping(t.Context()); err != nil {
			t.Errorf("Ping: %v", err)
		}
	}},

	{"publishing raises the revision by one and signals a change", func(t *testing.T, s Stores) {
		before := revision(t, s)
		put(t, s.Site(), putService, newService("ants"))
		same(t, revision(t, s), before+1)
		<-s.Site().Changes()
	}},

	{"publishing nothing leaves every page as it is", func(t *testing.T, s Stores) {
		before := revision(t, s)
		publish(t, s.Site(), func(site.Tx) error { return nil })
		publish(t, s.Company(), func(company.Tx) error { return nil })
		publish(t, s.Reviews(), func(reviews.Tx) error { return nil })
		same(t, revision(t, s), before)
		same(t, s.Site().ChangedSince(before, nil), false)
	}},

	{"a write does not raise the revision", func(t *testing.T, s Stores) {
		before := revision(t, s)
		putUser(t, s, newUser("rosa"))
		same(t, revision(t, s), before)
		same(t, len(testkit.Must(s.Auth().Users(t.Context()))(t)), 1)
	}},

	{"a function that fails changes nothing", func(t *testing.T, s Stores) {
		before := revision(t, s)
		fails := func(tx site.Tx) error {
			if _, err := putService(tx, t.Context(), newService("ants")); err != nil {
				return err
			}
			if _, err := tx.MarkStarterDone(t.Context()); err != nil {
				return err
			}
			return errRefused
		}
		if err := s.Site().Publish(t.Context(), fails); !errors.Is(err, errRefused) {
			t.Errorf("Publish returned %v, want the function's own error", err)
		}
		err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			if _, err := tx.Users().Put(t.Context(), newUser("rosa")); err != nil {
				return err
			}
			return errRefused
		})
		if !errors.Is(err, errRefused) {
			t.Errorf("Write returned %v, want the function's own error", err)
		}
		same(t, testkit.Must(s.Auth().Users(t.Context()))(t), []auth.User{})
		same(t, testkit.Must(s.Site().Services(t.Context()))(t), []site.Service{})
		same(t, starterDone(t, s), false)
		same(t, revision(t, s), before)
	}},

	{"a function that panics changes nothing and leaves the store usable", func(t *testing.T, s Stores) {
		before := revision(t, s)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic did not come through")
				}
			}()
			_ = s.Site().Publish(t.Context(), func(tx site.Tx) error {
				if _, err := putService(tx, t.Context(), newService("ants")); err != nil {
					return err
				}
				panic("defect")
			})
		}()
		same(t, testkit.Must(s.Site().Services(t.Context()))(t), []site.Service{})
		same(t, revision(t, s), before)
		put(t, s.Site(), putService, newService("ants"))
	}},

	{"a transaction sees its own writes, others only what is committed", func(t *testing.T, s Stores) {
		publish(t, s.Site(), func(tx site.Tx) error {
			if _, err := putService(tx, t.Context(), newService("ants")); err != nil {
				return err
			}
			same(t, len(testkit.Must(tx.Services().List(t.Context()))(t)), 1)
			same(t, len(testkit.Must(s.Site().Services(t.Context()))(t)), 0)
			return nil
		})
		same(t, len(testkit.Must(s.Site().Services(t.Context()))(t)), 1)
	}},

	{"a transaction continues after NotFound", func(t *testing.T, s Stores) {
		publish(t, s.Site(), func(tx site.Tx) error {
			_, err := getService(tx, t.Context(), 7)
			wantError(t, err, errs.NotFound)
			_, err = putService(tx, t.Context(), newService("ants"))
			return err
		})
		same(t, len(testkit.Must(s.Site().Services(t.Context()))(t)), 1)
	}},

	{"a transaction with a conflict is not committed", func(t *testing.T, s Stores) {
		put(t, s.Site(), putService, newService("ants"))
		before := revision(t, s)
		err := s.Site().Publish(t.Context(), func(tx site.Tx) error {
			if _, err := putService(tx, t.Context(), newService("bees")); err != nil {
				return err
			}
			_, err := putService(tx, t.Context(), newService("ants"))
			wantError(t, err, errs.Conflict)
			return nil
		})
		wantError(t, err, errs.Conflict)
		same(t, len(testkit.Must(s.Site().Services(t.Context()))(t)), 1)
		same(t, revision(t, s), before)
	}},

	{"a cancelled transaction changes nothing and is not Unavailable", func(t *testing.T, s Stores) {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.Site().Publish(ctx, func(tx site.Tx) error {
			if _, err := putService(tx, ctx, newService("ants")); err != nil {
				return err
			}
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) || errs.KindOf(err) != 0 {
			t.Errorf("Publish returned %v of kind %d, want a plain context.Canceled", err, errs.KindOf(err))
		}
		if _, err := s.Site().Services(ctx); !errors.Is(err, context.Canceled) || errs.KindOf(err) != 0 {
			t.Errorf("Services returned %v of kind %d, want a plain context.Canceled", err, errs.KindOf(err))
		}
		same(t, testkit.Must(s.Site().Services(t.Context()))(t), []site.Service{})
	}},

	{"the starter content is marked as done once", func(t *testing.T, s Stores) {
		same(t, starterDone(t, s), false)
		for _, want := range []bool{true, false} {
			publish(t, s.Site(), func(tx site.Tx) error {
				same(t, testkit.Must(tx.MarkStarterDone(t.Context()))(t), want)
				return nil
			})
			same(t, starterDone(t, s), true)
		}
	}},

	{"concurrent publishing loses no update", func(t *testing.T, s Stores) {
		const workers, rounds = 8, 5
		counter := newContentItem("counter")
		counter.Value = "0"
		counter = put(t, s.Site(), putContentItem, counter)
		before := revision(t, s)

		increment := func(tx site.Tx) error {
			item, err := getContentItem(tx, t.Context(), counter.ID)
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(item.Value)
			if err != nil {
				return err
			}
			item.Value = strconv.Itoa(n + 1)
			_, err = putContentItem(tx, t.Context(), item)
			return err
		}
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for range rounds {
					if err := s.Site().Publish(t.Context(), increment); err != nil {
						t.Errorf("Publish: %v", err)
					}
				}
			})
		}
		wg.Wait()
		same(t, testkit.Must(s.Site().ContentItems(t.Context()))(t)[0].Value, strconv.Itoa(workers*rounds))
		same(t, revision(t, s), before+workers*rounds)
	}},

	{"one of many concurrent inserts with the same slug succeeds", func(t *testing.T, s Stores) {
		const workers = 8
		results := make(chan error, workers)
		for range workers {
			go func() {
				results <- s.Site().Publish(t.Context(), func(tx site.Tx) error {
					_, err := putPost(tx, t.Context(), newPost("same"))
					return err
				})
			}()
		}
		created := 0
		for range workers {
			if err := <-results; err == nil {
				created++
			} else {
				wantError(t, err, errs.Conflict)
			}
		}
		same(t, created, 1)
	}},

	{"Revision after Publish returns at least its revision", func(t *testing.T, s Stores) {
		start := revision(t, s)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				last := start
				for range 10 {
					publishErr := s.Site().Publish(t.Context(), func(tx site.Tx) error {
						return putDayHours(tx, t.Context(), site.DayHours{Day: "monday"})
					})
					now, err := s.Site().Revision(t.Context())
					if err := errors.Join(publishErr, err); err != nil {
						t.Errorf("publish and ask: %v", err)
						return
					}
					if now <= last {
						t.Errorf("the revision after a publication is %d, it was %d before", now, last)
					}
					last = now
				}
			})
		}
		wg.Wait()
		same(t, revision(t, s), start+40)
	}},
}

func starterDone(t *testing.T, s Stores) bool {
	t.Helper()
	return testkit.Must(s.Site().StarterDone(t.Context()))(t)
}
