package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSummarizeTakesTheMedianOfWhatVariesAndTheWorstOfTheRest(t *testing.T) {
	got := summarize([]audit{
		{Path: "/", Performance: 91, Accessibility: 100, BestPractices: 100, SEO: 100, LargestPaint: 900, Bytes: 3},
		{Path: "/", Performance: 99, Accessibility: 98, BestPractices: 100, SEO: 100, LargestPaint: 1500, LayoutShift: 0.1, Bytes: 1},
		{Path: "/", Performance: 97, Accessibility: 100, BestPractices: 96, SEO: 92, LargestPaint: 1100, Bytes: 2},
	})
	want := audit{Path: "/", Performance: 97, Accessibility: 98, BestPractices: 96, SEO: 92, LargestPaint: 1100,
		LayoutShift: 0.1, Bytes: 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
