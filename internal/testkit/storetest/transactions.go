package storetest

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"

	"perimeter/internal/site"
)

var errRefused = errors.New("refused")

var transactionTests = []test{
	{"the store answers", func(t *testing.T, s site.Store) {
		if err := s.Ping(t.Context()); err != nil {
			t.Errorf("Ping: %v", err)
		}
	}},

	{"publishing raises the revision by one and signals a change", func(t *testing.T, s site.Store) {
		before := revision(t, s)
		put(t, s, site.Tx.PutService, aService("ants"))
		same(t, revision(t, s), before+1)
		<-s.Changes()
		publish(t, s, func(site.Tx) error { return nil })
		same(t, revision(t, s), before+2)
		<-s.Changes()
	}},

	{"a write leaves the revision alone", func(t *testing.T, s site.Store) {
		before := revision(t, s)
		write(t, s, func(tx site.Tx) error {
			_, err := tx.PutUser(t.Context(), aUser("rosa"))
			return err
		})
		same(t, revision(t, s), before)
		same(t, len(must(s.Users(t.Context()))(t)), 1)
	}},

	{"a function that fails changes nothing", func(t *testing.T, s site.Store) {
		before := revision(t, s)
		fails := func(tx site.Tx) error {
			if _, err := tx.PutService(t.Context(), aService("ants")); err != nil {
				return err
			}
			if err := tx.MarkStarterDone(t.Context()); err != nil {
				return err
			}
			return errRefused
		}
		for name, run := range map[string]func(context.Context, func(site.Tx) error) error{"Publish": s.Publish, "Write": s.Write} {
			if err := run(t.Context(), fails); !errors.Is(err, errRefused) {
				t.Errorf("%s returned %v, want the function's own error", name, err)
			}
		}
		same(t, must(s.Services(t.Context()))(t), []site.Service{})
		same(t, starterDone(t, s), false)
		same(t, revision(t, s), before)
	}},

	{"a function that panics changes nothing and leaves the store usable", func(t *testing.T, s site.Store) {
		before := revision(t, s)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic did not come through")
				}
			}()
			_ = s.Publish(t.Context(), func(tx site.Tx) error {
				if _, err := tx.PutService(t.Context(), aService("ants")); err != nil {
					return err
				}
				panic("defect")
			})
		}()
		same(t, must(s.Services(t.Context()))(t), []site.Service{})
		same(t, revision(t, s), before)
		put(t, s, site.Tx.PutService, aService("ants"))
	}},

	{"a transaction sees its own writes, others only what is committed", func(t *testing.T, s site.Store) {
		publish(t, s, func(tx site.Tx) error {
			if _, err := tx.PutService(t.Context(), aService("ants")); err != nil {
				return err
			}
			same(t, len(must(tx.Services(t.Context()))(t)), 1)
			same(t, len(must(s.Services(t.Context()))(t)), 0)
			return nil
		})
		same(t, len(must(s.Services(t.Context()))(t)), 1)
	}},

	{"a transaction goes on after something was not found", func(t *testing.T, s site.Store) {
		publish(t, s, func(tx site.Tx) error {
			_, err := tx.ServiceBySlug(t.Context(), "ants")
			failsWith(t, err, site.NotFound)
			_, err = tx.PutService(t.Context(), aService("ants"))
			return err
		})
		same(t, len(must(s.Services(t.Context()))(t)), 1)
	}},

	{"a transaction that met a conflict is not committed", func(t *testing.T, s site.Store) {
		put(t, s, site.Tx.PutService, aService("ants"))
		before := revision(t, s)
		err := s.Publish(t.Context(), func(tx site.Tx) error {
			if _, err := tx.PutService(t.Context(), aService("bees")); err != nil {
				return err
			}
			_, err := tx.PutService(t.Context(), aService("ants"))
			failsWith(t, err, site.Conflict)
			return nil
		})
		failsWith(t, err, site.Conflict)
		same(t, len(must(s.Services(t.Context()))(t)), 1)
		same(t, revision(t, s), before)
	}},

	{"a caller that has gone away changes nothing and is no outage", func(t *testing.T, s site.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.Publish(ctx, func(tx site.Tx) error {
			if _, err := tx.PutService(ctx, aService("ants")); err != nil {
				return err
			}
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) || site.KindOf(err) != 0 {
			t.Errorf("Publish returned %v of kind %d, want a plain context.Canceled", err, site.KindOf(err))
		}
		if _, err := s.Services(ctx); !errors.Is(err, context.Canceled) || site.KindOf(err) != 0 {
			t.Errorf("Services returned %v of kind %d, want a plain context.Canceled", err, site.KindOf(err))
		}
		same(t, must(s.Services(t.Context()))(t), []site.Service{})
	}},

	{"the starter content is marked as done once", func(t *testing.T, s site.Store) {
		same(t, starterDone(t, s), false)
		for range 2 {
			publish(t, s, func(tx site.Tx) error { return tx.MarkStarterDone(t.Context()) })
			same(t, starterDone(t, s), true)
		}
	}},

	{"concurrent publishing loses no update", func(t *testing.T, s site.Store) {
		const workers, rounds = 8, 5
		counter := aContentItem("counter")
		counter.Value = "0"
		counter = put(t, s, site.Tx.PutContentItem, counter)
		before := revision(t, s)

		increment := func(tx site.Tx) error {
			item, err := tx.ContentItem(t.Context(), counter.ID)
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(item.Value)
			if err != nil {
				return err
			}
			item.Value = strconv.Itoa(n + 1)
			_, err = tx.PutContentItem(t.Context(), item)
			return err
		}
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for range rounds {
					if err := s.Publish(t.Context(), increment); err != nil {
						t.Errorf("Publish: %v", err)
					}
				}
			})
		}
		wg.Wait()
		same(t, must(s.ContentItem(t.Context(), counter.ID))(t).Value, strconv.Itoa(workers*rounds))
		same(t, revision(t, s), before+workers*rounds)
	}},

	{"of concurrent creations with one slug just one succeeds", func(t *testing.T, s site.Store) {
		const workers = 8
		results := make(chan error, workers)
		for range workers {
			go func() {
				results <- s.Publish(t.Context(), func(tx site.Tx) error {
					_, err := tx.PutPost(t.Context(), aPost("same"))
					return err
				})
			}()
		}
		created := 0
		for range workers {
			if err := <-results; err == nil {
				created++
			} else {
				failsWith(t, err, site.Conflict)
			}
		}
		same(t, created, 1)
	}},

	{"whoever asks after a publication gets at least its revision", func(t *testing.T, s site.Store) {
		start := revision(t, s)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				last := start
				for range 10 {
					publishErr := s.Publish(t.Context(), func(site.Tx) error { return nil })
					now, err := s.Revision(t.Context())
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

func starterDone(t *testing.T, s site.Store) bool {
	t.Helper()
	var done bool
	write(t, s, func(tx site.Tx) (err error) {
		done, err = tx.StarterDone(t.Context())
		return err
	})
	return done
}
