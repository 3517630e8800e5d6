package site

import (
	"reflect"
	"time"

	"perimeter/internal/errs"
)

// Precondition is part of an edit: the version of the record that the editor
// started from. An edit without one overwrites whatever is stored.
type Precondition struct {
	BasedOn *time.Time `json:"basedOn,omitempty" doc:"The record's updatedAt as the editor saw it; if it was saved since, the edit is refused"`
}

// check returns Conflict if the edit would overwrite a version that its editor
// has not seen. An edit that changes nothing passes, so that a save whose
// response was lost can be sent again.
func (p Precondition) check(updatedAt time.Time, stored, edited any) error {
	if p.BasedOn == nil || p.BasedOn.Equal(updatedAt) || reflect.DeepEqual(stored, edited) {
		return nil
	}
	return errs.Errorf(errs.Conflict, "Somebody else has changed this since you began, and nothing was overwritten. "+
		"Copy what you typed, leave this form and open it again to see their version.")
}
