package limit

import (
	"context"
	"time"
)

// Tx keeps counts where all replicas see them, inside one transaction.
type Tx interface {
	// LockUses makes transactions that count uses run one at a time, from this
	// call on. It returns the time of the last SweepUses.
	LockUses(ctx context.Context) (sweptAt time.Time, err error)
	// UseClearAt returns the key's clear time, or the zero time if there is none.
	UseClearAt(ctx context.Context, key string) (time.Time, error)
	// PutUse sets the key's clear time.
	PutUse(ctx context.Context, key string, clearAt time.Time) error
	// SweepUses deletes the keys that are clear at now and, if more than keep
	// are left, those that would be clear first.
	SweepUses(ctx context.Context, now time.Time, keep int) error
}

// AllowShared counts one use of every key in the transaction. If one of them is
// at its limit, it returns TooMany with the time to wait; the caller then rolls
// back. Callers use Allow first, which refuses most of a flood without a
// transaction.
func (l *RateLimiter) AllowShared(ctx context.Context, tx Tx, keys ...Key) error {
	return l.shared(ctx, tx, keys, func(k Key, next time.Time) error { return tx.PutUse(ctx, k.Name, next) })
}

// CheckShared returns what AllowShared would return, and counts nothing.
func (l *RateLimiter) CheckShared(ctx context.Context, tx Tx, keys ...Key) error {
	return l.shared(ctx, tx, keys, func(Key, time.Time) error { return nil })
}

func (l *RateLimiter) shared(ctx context.Context, tx Tx, keys []Key, count func(k Key, next time.Time) error) error {
	sweptAt, err := tx.LockUses(ctx)
	if err != nil {
		return err
	}
	now := l.clock.Stamp()
	if since := now.Sub(sweptAt); since >= sweepInterval || since < 0 {
		if err := tx.SweepUses(ctx, now, maxSharedKeys); err != nil {
			return err
		}
	}
	for _, k := range keys {
		clearAt, err := tx.UseClearAt(ctx, k.Name)
		if err != nil {
			return err
		}
		next, wait := k.next(clearAt, now)
		if wait > 0 {
			l.raise(k.Name, clearAt) // the next refusal needs no transaction
			return l.tooMany(wait)
		}
		if err := count(k, next); err != nil {
			return err
		}
	}
	return nil
}
