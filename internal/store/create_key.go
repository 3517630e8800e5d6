package store

import (
	"context"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/store/db"
)

func (r reader) CreateKey(ctx context.Context, user int64, key [32]byte, since time.Time) (record.Created, error) {
	return one(ctx, r, subject{noun: "create key"}, r.q.GetCreateKey, db.GetCreateKeyParams{
		UserID: user, KeyHash: key[:], Since: micros(since),
	}, func(row db.GetCreateKeyRow) record.Created {
		created := record.Created{RecordID: row.RecordID}
		copy(created.Body[:], row.BodyHash)
		return created
	})
}

func (t tx) PutCreateKey(ctx context.Context, key record.CreateKey, recordID int64, at time.Time) error {
	return exec(ctx, t, subject{noun: "user"}, t.q.PutCreateKey, db.PutCreateKeyParams{
		UserID: key.User, KeyHash: key.Key[:], BodyHash: key.Body[:], RecordID: recordID, CreatedAt: micros(at),
	})
}

func (t tx) DeleteOldCreateKeys(ctx context.Context, user int64, before time.Time, kept int) error {
	if err := exec(ctx, t, subject{}, t.q.DeleteOldCreateKeys, micros(before)); err != nil {
		return err
	}
	return exec(ctx, t, subject{}, t.q.DeleteExcessCreateKeys, db.DeleteExcessCreateKeysParams{UserID: user, Kept: int32(kept)})
}
