package site

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// FuzzMinuteOfDay checks what holds for every typed time. The seeds are the cases that
// the front end reads in the same way.
func FuzzMinuteOfDay(f *testing.F) {
	var vectors struct{ Times [][2]any }
	file, err := os.ReadFile("../../web/src/domain/hours-vectors.json")
	if err != nil {
		f.Fatal(err)
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		f.Fatal(err)
	}
	for _, v := range vectors.Times {
		f.Add(v[0].(string), "5:00 PM")
	}
	f.Fuzz(func(t *testing.T, open, closing string) {
		minute, ok := minuteOfDay(open)
		if minute < 0 || minute > 24*60 {
			t.Errorf("%q is minute %d", open, minute)
		}
		if again, okAgain := minuteOfDay(" " + open + " "); again != minute || okAgain != ok {
			t.Errorf("%q is %d, %v with spaces, and %d, %v without", open, again, okAgain, minute, ok)
		}
		if lower, okLower := minuteOfDay(strings.ToLower(open)); isASCII(open) && (lower != minute || okLower != ok) {
			t.Errorf("%q is %d, %v in lower case, and %d, %v as typed", open, lower, okLower, minute, ok)
		}
		intervals, _ := DayHours{OpenTime: open, CloseTime: closing}.intervals()
		for _, i := range intervals {
			if i.from < 0 || i.to <= i.from || i.to > 2*24*60 {
				t.Errorf("%q to %q is open from minute %d to %d", open, closing, i.from, i.to)
			}
		}
	})
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) < 0
}
