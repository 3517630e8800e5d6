package store

import (
	"context"
	"crypto/rand"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/store/db"
)

// secretSize is the number of random bytes of a secret.
const secretSize = 32

// Secret returns the random bytes of that name. They are made when they are first
// asked for, are the same in every replica, and are part of no dump.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	find := func(r reader) ([]byte, error) {
		return one(ctx, r, subject{noun: "secret"}, r.q.GetSecret, name, same)
	}
	secret, err := find(s.reader)
	if errs.KindOf(err) != errs.NotFound {
		return secret, err
	}
	fresh := make([]byte, secretSize)
	rand.Read(fresh)
	err = s.transact(ctx, func(t tx) (err error) {
		if err := exec(ctx, t, subject{}, t.q.InsertSecret, db.InsertSecretParams{Name: name, Value: fresh}); err != nil {
			return err
		}
		secret, err = find(t.reader) // another replica's, if that was faster
		return err
	})
	return secret, err
}

func (t tx) Uses() limit.Tx { return t }

func (t tx) LockUses(ctx context.Context) (time.Time, error) {
	return one(ctx, t.reader, subject{}, func(ctx context.Context, _ struct{}) (int64, error) {
		return t.q.LockUses(ctx)
	}, struct{}{}, instant)
}

func (t tx) UseClearAt(ctx context.Context, key string) (time.Time, error) {
	clearAt, err := one(ctx, t.reader, subject{noun: "use"}, t.q.GetUse, key, instant)
	if errs.KindOf(err) == errs.NotFound {
		return time.Time{}, nil
	}
	return clearAt, err
}

func (t tx) PutUse(ctx context.Context, key string, clearAt time.Time) error {
	return exec(ctx, t, subject{}, t.q.PutUse, db.PutUseParams{Key: key, ClearAt: micros(clearAt)})
}

func (t tx) SweepUses(ctx context.Context, now time.Time, keep int) error {
	return exec(ctx, t, subject{}, func(ctx context.Context, at int64) error {
		if err := t.q.DeleteClearUses(ctx, at); err != nil {
			return err
		}
		if err := t.q.DeleteUsesBeyond(ctx, int32(keep)); err != nil {
			return err
		}
		return t.q.PutSweptAt(ctx, at)
	}, micros(now))
}
