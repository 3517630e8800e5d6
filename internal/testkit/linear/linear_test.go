package linear

import (
	"strings"
	"testing"
)

func TestCheckTellsLinearFromQuadraticWork(t *testing.T) {
	input := func(size int) string { return strings.Repeat("a", size) }
	var sum int
	Check(t, 100_000, input, func(s string) {
		for i := range len(s) {
			sum += int(s[i])
		}
	})
	quadratic := &testing.T{}
	Check(quadratic, 300, input, func(s string) {
		for i := range len(s) {
			for j := range i {
				sum += int(s[j])
			}
		}
	})
	if !quadratic.Failed() {
		t.Error("quadratic work passes")
	}
	if sum == 0 {
		t.Error("nothing was done")
	}
}
