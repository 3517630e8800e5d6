package site

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The front end's tests use the same vectors.
func TestOpeningHoursAgreeWithTheFrontEnd(t *testing.T) {
	var vectors struct {
		Times [][2]any
		Days  []struct {
			Times     []string
			Intervals [][2]int
		}
	}
	file, err := os.ReadFile("../../web/src/domain/hours-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &vectors); err != nil || len(vectors.Times) == 0 || len(vectors.Days) == 0 {
		t.Fatalf("the vectors cannot be read: %v", err)
	}
	for _, v := range vectors.Times {
		text, _ := v[0].(string)
		want, readable := v[1].(float64)
		if got, ok := minuteOfDay(text); ok != readable || ok && got != int(want) {
			t.Errorf("%q is read as %d, %v; want %v", text, got, ok, v[1])
		}
	}
	for _, v := range vectors.Days {
		hours := DayHours{OpenTime: v.Times[0], CloseTime: v.Times[1]}
		if len(v.Times) > 2 {
			hours.SecondOpenTime, hours.SecondCloseTime = v.Times[2], v.Times[3]
		}
		intervals, ok := hours.intervals()
		got := [][2]int(nil)
		for _, interval := range intervals {
			got = append(got, [2]int{interval.from, interval.to})
		}
		if diff := cmp.Diff(v.Intervals, got); ok != (v.Intervals != nil) || diff != "" {
			t.Errorf("%q (-want +got):\n%s", v.Times, diff)
		}
	}
}
