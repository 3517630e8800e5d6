package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/testkit"
)

// clearAt reads a key's clear time.
func clearAt(t *testing.T, s Stores, key string) time.Time {
	t.Helper()
	return testkit.Must(get(t, s.Auth().Write, func(tx auth.Tx, ctx context.Context, key string) (time.Time, error) {
		return tx.Uses().UseClearAt(ctx, key)
	}, key))(t)
}

var limitTests = []test{
	{"uses are kept, replaced and swept", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, clearAt(t, s, "a"), time.Time{})
		write(t, s.Auth(), func(tx auth.Tx) error {
			for i, key := range []string{"a", "b", "c", "d"} {
				if err := tx.Uses().PutUse(ctx, key, noon.Add(time.Duration(i)*time.Minute)); err != nil {
					return err
				}
			}
			return tx.Uses().PutUse(ctx, "b", noon.Add(time.Hour))
		})
		same(t, clearAt(t, s, "b"), noon.Add(time.Hour))
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Uses().SweepUses(ctx, noon, 2) })
		for key, want := range map[string]time.Time{"a": {}, "b": noon.Add(time.Hour), "c": {}, "d": noon.Add(3 * time.Minute)} {
			same(t, clearAt(t, s, key), want)
		}
		swept := testkit.Must(get(t, s.Auth().Write, func(tx auth.Tx, ctx context.Context, _ string) (time.Time, error) { return tx.Uses().LockUses(ctx) }, ""))(t)
		same(t, swept, noon)
	}},

	{"concurrent uses never pass the limit together", func(t *testing.T, s Stores) {
		limiter := limit.NewRateLimiter(func() time.Time { return noon }, "Please wait %s.")
		rate := limit.Rate{Burst: 5, Every: time.Minute}
		var uses sync.WaitGroup
		outcomes := make(chan error, 20)
		for i := range 20 {
			uses.Go(func() {
				// Each in another order: that must not make them wait for each other.
				keys := []limit.Key{{Name: "all", Rate: rate}, {Name: fmt.Sprint("odd", i%2), Rate: rate}}
				if i%2 == 1 {
					keys[0], keys[1] = keys[1], keys[0]
				}
				outcomes <- s.Auth().Write(t.Context(), func(tx auth.Tx) error {
					return limiter.AllowShared(t.Context(), tx.Uses(), keys...)
				})
			})
		}
		uses.Wait()
		close(outcomes)
		allowed := 0
		for err := range outcomes {
			if err == nil {
				allowed++
			} else {
				wantError(t, err, errs.TooMany)
			}
		}
		same(t, allowed, 5)
	}},

	{"a secret is made once and kept", func(t *testing.T, s Stores) {
		var callers sync.WaitGroup
		secrets := make(chan string, 8)
		for range 8 {
			callers.Go(func() {
				secret, err := s.Auth().Secret(t.Context(), "one")
				if err != nil {
					t.Error(err)
				}
				secrets <- string(secret)
			})
		}
		callers.Wait()
		close(secrets)
		one := string(testkit.Must(s.Auth().Secret(t.Context(), "one"))(t))
		for secret := range secrets {
			same(t, secret, one)
		}
		same(t, len(one), 32)
		if other := testkit.Must(s.Auth().Secret(t.Context(), "other"))(t); string(other) == one {
			t.Error("two names have the same secret")
		}
	}},
}
