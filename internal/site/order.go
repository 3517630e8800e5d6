package site

import (
	"fmt"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// checkOrder checks that IDs name each of the stored records once. Records that
// were added or deleted since the order was made are a Conflict: whoever made it
// has not seen them.
func checkOrder[T any](noun string, ids []int64, stored []T, idOf func(T) int64) error {
	named := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if named[id] {
			return validate.Field{Name: "ids"}.Invalid(fmt.Sprintf("names %d twice", id))
		}
		named[id] = true
	}
	same := len(named) == len(stored)
	for _, record := range stored {
		same = same && named[idOf(record)]
	}
	if !same {
		return errs.Errorf(errs.Conflict,
			"Nothing was moved: the order must name each of the %d %s once. Somebody may have added or deleted one since.",
			len(stored), noun)
	}
	return nil
}
