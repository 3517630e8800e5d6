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
	enough = 20 * time.Millisecond // some systems count CPU time in steps of 4 ms
)

// Check fails the test if work takes out of proportion longer for a larger input.
// It compares CPU times with each other, so that neither a slow nor a busy machine
// matters. A virtual machine that stands still counts that as CPU time, so two of three
// comparisons decide.
func Check(t *testing.T, size int, input func(size int) string, work func(string)) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	small, large := input(size), input(size*factor)
	linear, not := 0, 0
	for linear < 2 && not < 2 {
		one, many := compare(small, large, work)
		if many <= one*limit {
			linear++
			continue
		}
		not++
		t.Logf("%d bytes take %v, and %d times %d bytes %v", len(large), many, factor, len(small), one)
	}
	if linear < not {
		t.Error("the work grows out of proportion to its input")
	}
}

// compare returns how long work takes for factor small inputs and for a large one, in
// as many rounds as it takes to measure that.
func compare(small, large string, work func(string)) (one, many time.Duration) {
	for one < enough && many < limit*2*enough {
		start := now()
		for range factor {
			work(small)
		}
		middle := now()
		work(large)
		one, many = one+middle-start, many+now()-middle
	}
	return one, many
}
