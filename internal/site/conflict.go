package site

import (
	"time"

	"perimeter/internal/validate"
)

// Precondition is part of an edit: the version of the record that the editor
// started from, or the key of a record that does not exist yet. An edit without
// either overwrites whatever is stored.
type Precondition struct {
	BasedOn *time.Time `json:"basedOn,omitempty" doc:"The record's updatedAt as the editor saw it, or 0001-01-01T00:00:00Z if it had none; if it was saved since, the edit is refused with the stored record"`
	// CreateKey is set for an edit that creates a record and may be repeated.
	CreateKey *CreateKey `json:"-"`
}

// check returns Conflict if the edit would overwrite a version that its editor
// has not seen.
func (p Precondition) check(updatedAt time.Time, stored, edited any) error {
	return validate.BasedOn(p.BasedOn, updatedAt, stored, edited)
}
