package limit

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"perimeter/internal/errs"
)

// table is a Tx in memory that rolls nothing back.
type table struct {
	clearAt map[string]time.Time
	sweptAt time.Time
	kept    int // what the last sweep was told to keep
	calls   int
}

func (t *table) LockUses(context.Context) (time.Time, error) {
	t.calls++
	return t.sweptAt, nil
}

func (t *table) UseClearAt(_ context.Context, key string) (time.Time, error) {
	return t.clearAt[key], nil
}

func (t *table) PutUse(_ context.Context, key string, clearAt time.Time) error {
	t.clearAt[key] = clearAt
	return nil
}

func (t *table) SweepUses(_ context.Context, now time.Time, keep int) error {
	t.sweptAt, t.kept = now, keep
	return nil
}

func TestReplicasShareTheLimit(t *testing.T) {
	one, now := newTestLimiter()
	other := NewRateLimiter(one.clock, "Please wait %s.")
	shared := &table{clearAt: map[string]time.Time{}, sweptAt: *now}
	key := Key{Name: "a", Rate: perKey}
	for i, l := range []*RateLimiter{one, other, one} {
		if err := l.AllowShared(t.Context(), shared, key); err != nil {
			t.Fatalf("use %d: %v", i+1, err)
		}
	}
	if err := other.CheckShared(t.Context(), shared, key); errs.KindOf(err) != errs.TooMany {
		t.Errorf("a check beyond the limit: %v", err)
	}
	err := other.AllowShared(t.Context(), shared, key)
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != errs.TooMany || e.RetryAfter != 10*time.Second {
		t.Fatalf("beyond the limit: %v", err)
	}
	calls := shared.calls
	if _, err := other.Allow(key); errs.KindOf(err) != errs.TooMany || shared.calls != calls {
		t.Errorf("a replica that was told asks again: %v", err)
	}
	*now = now.Add(10 * time.Second)
	for range 2 { // a check counts nothing
		if err := one.CheckShared(t.Context(), shared, key); err != nil {
			t.Error(err)
		}
	}
	if err := one.AllowShared(t.Context(), shared, key); err != nil {
		t.Errorf("after the wait: %v", err)
	}
}

func TestSharedTableIsSweptEveryMinute(t *testing.T) {
	l, now := newTestLimiter()
	shared := &table{clearAt: map[string]time.Time{}}
	sweeps := 0
	for i := range 10 {
		before := shared.sweptAt
		if err := l.AllowShared(t.Context(), shared, Key{Name: fmt.Sprint(i), Rate: perKey}); err != nil {
			t.Fatal(err)
		}
		if shared.sweptAt != before {
			sweeps++
		}
		*now = now.Add(20 * time.Second)
	}
	if sweeps != 4 || shared.kept != maxSharedKeys {
		t.Errorf("%d sweeps in three minutes, keeping %d", sweeps, shared.kept)
	}
	shared.sweptAt = now.Add(24 * time.Hour) // by a clock that was wrong
	if err := l.AllowShared(t.Context(), shared, Key{Name: "a", Rate: perKey}); err != nil || shared.sweptAt.After(*now) {
		t.Errorf("after a sweep in the future: %v, swept at %v", err, shared.sweptAt)
	}
}
