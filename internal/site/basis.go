package site

import (
	"reflect"
	"time"
)

// Basis is part of an edit: the state of the record that the editor had before
// their eyes. An edit without one is made whatever was saved in between.
type Basis struct {
	BasedOn *time.Time `json:"basedOn,omitempty" doc:"The record's updatedAt as the editor saw it; if it was saved since, the edit is refused"`
}

// check refuses an edit that would overwrite what its editor has not seen.
// Wanting what is stored already overwrites nothing: so a save whose answer was
// lost can be sent again.
func (b Basis) check(updatedAt time.Time, stored, edited any) error {
	if b.BasedOn == nil || b.BasedOn.Equal(updatedAt) || reflect.DeepEqual(stored, edited) {
		return nil
	}
	return Errorf(Conflict, "Somebody else has changed this since you began, and nothing was overwritten. "+
		"Copy what you typed, leave this form and open it again to see their version.")
}
