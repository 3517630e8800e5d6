package company

import (
	"context"

	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// Versioned is the company as the history of the site restores it.
type Versioned struct{ *Company }

// Restore replaces the document with that of a version.
func (v Versioned) Restore(ctx context.Context, change record.Change, version record.Version) (record.Restored, error) {
	if v.file != nil {
		return record.Restored{}, errFromFile
	}
	return v.records.Versioned().Restore(ctx, change, version)
}

// Delete is not possible.
func (Versioned) Delete(context.Context, record.Change, string) ([]int64, error) {
	return nil, errs.Errorf(errs.Invalid, "The facts about the company cannot be deleted.")
}
