// Package linear owns the check that work grows in proportion to its input. It
// must not know what the work is.
package linear

import (
	"testing"
	"time"
)

// Inputs are compared at size and at factor times that. Linear work then takes
// factor times as long and quadratic work the square of that; the limit is between.
const (
	factor = 8
	limit  = 30
	rounds = 6
)

// Check fails the test if work takes out of proportion longer for a larger input.
// It compares two durations with each other and the shortest of several runs, so
// that neither a slow nor a busy machine matters.
func Check(t *testing.T, size int, input func(size int) string, work func(string)) {
	t.Helper()
	small, large := input(size), input(size*factor)
	shortest := func(known time.Duration, input string) time.Duration {
		start := time.Now()
		work(input)
		return max(min(known, time.Since(start)), time.Microsecond)
	}
	one, many := time.Duration(1<<62), time.Duration(1<<62)
	for range rounds {
		for range factor { // as much time as one run of the other
			one = shortest(one, small)
		}
		many = shortest(many, large)
		if many <= one*factor {
			return
		}
	}
	if many > one*limit {
		t.Errorf("%d bytes take %d times as long as %d bytes", len(large), many/one, len(small))
	}
}
