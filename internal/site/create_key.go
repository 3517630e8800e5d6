package site

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"perimeter/internal/errs"
)

// The limits of create keys. A request whose response was lost is repeated within
// minutes; a day covers a laptop that was closed in between.
const (
	createKeyAge  = 24 * time.Hour
	maxCreateKeys = 200 // of one user
	maxKeyLength  = 200
)

// CreateKey identifies a request that creates a record, so that sending it again
// returns the record instead of creating another. Only hashes are kept.
type CreateKey struct {
	User int64
	Key  [32]byte
	Body [32]byte
}

// Created is what a request with a CreateKey has created.
type Created struct {
	RecordID int64
	Body     [32]byte
}

// NewCreateKey returns the key of a user's request that creates a record of the
// kind. The same text may be used for another kind: the keys differ.
func NewCreateKey(user int64, kind, text string, body any) (*CreateKey, error) {
	if len(text) > maxKeyLength {
		return nil, errs.Errorf(errs.Invalid, "The Idempotency-Key is longer than %d characters.", maxKeyLength)
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("hash the body: %w", err)
	}
	return &CreateKey{User: user, Key: sha256.Sum256([]byte(kind + "\x00" + text)), Body: sha256.Sum256(encoded)}, nil
}

// createdBefore reads the record that the same request has created before, and
// reports whether there is one.
func createdBefore[T any](
	ctx context.Context, s *Site, tx Tx, edit Precondition, load func(context.Context, int64) (T, error), record *T,
) (bool, error) {
	key := edit.CreateKey
	if key == nil {
		return false, nil
	}
	created, err := tx.CreateKey(ctx, key.User, key.Key, s.clock.Stamp().Add(-createKeyAge))
	if errs.KindOf(err) == errs.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if created.Body != key.Body {
		return false, &errs.Error{
			Kind: errs.Invalid, Code: "idempotency_key_reused",
			Message: "This Idempotency-Key was used for a request with another body. Nothing was created. Use a new key for each record.",
		}
	}
	found, err := load(ctx, created.RecordID)
	if errs.KindOf(err) == errs.NotFound {
		return false, errs.Errorf(errs.NotFound, "What this request created has been deleted since.")
	}
	if err == nil {
		*record = found
	}
	return true, err
}

// recordCreate remembers what a request has created.
func (s *Site) recordCreate(ctx context.Context, tx Tx, edit Precondition, recordID int64) error {
	key, now := edit.CreateKey, s.clock.Stamp()
	if key == nil {
		return nil
	}
	if err := tx.PutCreateKey(ctx, *key, recordID, now); err != nil {
		return err
	}
	return tx.DeleteOldCreateKeys(ctx, key.User, now.Add(-createKeyAge), maxCreateKeys)
}
