package validate

import (
	"reflect"
	"time"

	"perimeter/internal/errs"
)

// BasedOn returns Conflict if an edit would overwrite a version that its editor
// has not seen, with the stored record: the editor started from the version of basedOn, and the stored
// one is that of updatedAt. Nil means that the edit overwrites whatever is
// stored. An edit that changes nothing passes, so that a save whose response was
// lost can be sent again.
func BasedOn(basedOn *time.Time, updatedAt time.Time, stored, edited any) error {
	if basedOn == nil || basedOn.Equal(updatedAt) || reflect.DeepEqual(stored, edited) {
		return nil
	}
	return &errs.Error{
		Kind: errs.Conflict, Stored: stored,
		Message: "Somebody else has changed this since you began, and nothing was overwritten. Compare both versions to go on.",
	}
}
