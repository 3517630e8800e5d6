package record

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"perimeter/internal/errs"
)

// Change is who changes a record, and under which conditions. The zero value is a
// change by the server itself that overwrites whatever is stored.
type Change struct {
	Actor Actor
	// BasedOn is the version that the editor started from, as the record's updatedAt.
	// If the record was saved since, the change is refused with the stored one.
	BasedOn *time.Time
	// CreateKey is set for a change that creates a record and may be repeated.
	CreateKey *CreateKey
	// Restoring is the newest version of the record that whoever restores or deletes
	// it has seen. If there is a newer one, the change is refused. 0 means that the
	// change restores nothing.
	Restoring int64
}

// By returns the change without conditions that somebody makes.
func By(actor Actor) Change { return Change{Actor: actor} }

// Precondition is the part of an edit that says which version its editor started
// from.
type Precondition struct {
	BasedOn *time.Time `json:"basedOn,omitempty" doc:"The record's updatedAt as the editor saw it, or 0001-01-01T00:00:00Z if it had none; if it was saved since, the edit is refused with the stored record"`
}

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
func NewCreateKey(user int64, kind Kind, text string, body any) (*CreateKey, error) {
	if len(text) > maxKeyLength {
		return nil, errs.Errorf(errs.Invalid, "The Idempotency-Key is longer than %d characters.", maxKeyLength)
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("hash the body: %w", err)
	}
	return &CreateKey{User: user, Key: sha256.Sum256([]byte(string(kind) + "\x00" + text)), Body: sha256.Sum256(encoded)}, nil
}
