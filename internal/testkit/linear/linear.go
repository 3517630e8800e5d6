// Package linear owns the check that work grows in proportion to its input. It
// must not know what the work is.
package linear

import (
	"runtime"
	"testing"
	"time"
)

// An input is compared with factor inputs of a factor-th of its size. Linear work
// takes as long for both, and quadratic work factor times as long for the large one;
// the limit is between.
const (
	factor = 8
	limit  = 4
	enough = 40 * time.Millisecond // some systems count CPU time in steps of 4 ms
)

// Check fails the test if work takes out of proportion longer for a larger input.
// It compares CPU times with each other, so that neither a slow nor a busy machine
// matters.
func Check(t *testing.T, size int, input func(size int) string, work func(string)) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	small, large := input(size), input(size*factor)
	var one, many time.Duration
	for one < enough && many < limit*2*enough {
		start := now()
		for range factor {
			work(small)
		}
		middle := now()
		work(large)
		one, many = one+middle-start, many+now()-middle
	}
	if many > one*limit {
		t.Errorf("%d bytes take %v, and %d times %d bytes %v", len(large), many, factor, len(small), one)
	}
}
