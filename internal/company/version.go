package company

import (
	"context"
	"encoding/json"
	"fmt"

	"perimeter/internal/errs"
)

// Versioned is the company as the history of the site restores it.
type Versioned struct{ *Company }

// Restore replaces the document with that of a version.
func (v Versioned) Restore(ctx context.Context, _ string, fields []byte) error {
	var version Record
	if err := json.Unmarshal(fields, &version); err != nil {
		return fmt.Errorf("read a version: %w", err)
	}
	_, err := v.change(ctx, func(stored Record) (Record, error) {
		stored.Document = version.Document
		err := stored.prepare().first()
		return stored, err
	})
	return err
}

// Delete is not possible.
func (Versioned) Delete(context.Context, string) error {
	return errs.Errorf(errs.Invalid, "The facts about the company cannot be deleted.")
}
