package site

import (
	"time"

	"perimeter/internal/validate"
)

// Precondition is part of an edit: the version of the record that the editor
// started from. An edit without one overwrites whatever is stored.
type Precondition struct {
	BasedOn *time.Time `json:"basedOn,omitempty" doc:"The record's updatedAt as the editor saw it; if it was saved since, the edit is refused"`
}

// check returns Conflict if the edit would overwrite a version that its editor
// has not seen.
func (p Precondition) check(updatedAt time.Time, stored, edited any) error {
	return validate.BasedOn(p.BasedOn, updatedAt, stored, edited)
}
