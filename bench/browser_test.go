package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSummarizeTakesTheMedianOfWhatVariesAndTheWorstOfTheRest(t *testing.T) {
	got := summarize([]audit{
		{Path: "/", Performance: 91, Accessibility: 100, BestPractices: 100, SEO: 100, LargestPaint: 900, Bytes: 3},
		{Path: "/", Performance: 99, Accessibility: 98, BestPractices: 100, SEO: 100, LargestPaint: 1500, LayoutShift: 0.1, Bytes: 1, Repeated: []string{"timed out"}},
		{Path: "/", Performance: 97, Accessibility: 100, BestPractices: 96, SEO: 92, LargestPaint: 1100, Bytes: 2},
	})
	want := audit{Path: "/", Performance: 97, Accessibility: 98, BestPractices: 96, SEO: 92, LargestPaint: 1100,
		LayoutShift: 0.1, Bytes: 3, Repeated: []string{"timed out"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestARepeatedMeasurementIsReportedAndDoesNotFail(t *testing.T) {
	var out strings.Builder
	r := &report{out: &out}
	r.repeated("Lighthouse /", audit{Repeated: []string{"inspector-issues: timed out"}})
	if want := "      Lighthouse / was measured again: inspector-issues: timed out\n"; out.String() != want || r.err() != nil {
		t.Errorf("got %q, %v, want %q", out.String(), r.err(), want)
	}
}
