package stats

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The measures of how fast pages are for visitors, as their browsers report them.
// They are counted by the upper limit of a range: sums per day, as everything here.
const (
	LCP Kind = "lcp" // when the largest content was shown, in milliseconds, by range and page
	INP Kind = "inp" // the slowest answer to a tap or key, in milliseconds, by range
	CLS Kind = "cls" // how much the layout shifted, in thousandths, by range
)

// ranges are the upper limits of the ranges of each measure. What is above the last is
// counted there.
var ranges = map[Kind][]int{
	LCP: {500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10000, 20000},
	INP: {25, 50, 100, 150, 200, 300, 500, 800, 1500, 5000},
	CLS: {0, 10, 25, 50, 100, 150, 250, 500, 1000},
}

// rangeOf returns the upper limit of the range of a value.
func rangeOf(kind Kind, value float64) int {
	limits := ranges[kind]
	i := slices.IndexFunc(limits, func(limit int) bool { return value <= float64(limit) })
	if i < 0 {
		i = len(limits) - 1
	}
	return limits[i]
}

// Vitals are what a browser has measured of one view. A nil measure is not known.
type Vitals struct {
	LCP, INP *float64 // in milliseconds
	CLS      *float64
}

// Measure counts how fast a page was for a visitor.
func (s *Stats) Measure(path string, m Vitals, v Visit) {
	if v.Private || s.agents.isBot(v.UserAgent) {
		return
	}
	if m.LCP != nil {
		s.counters.add(LCP, fmt.Sprintf("%d %s", rangeOf(LCP, *m.LCP), path))
	}
	if m.INP != nil {
		s.counters.add(INP, strconv.Itoa(rangeOf(INP, *m.INP)))
	}
	if m.CLS != nil {
		s.counters.add(CLS, strconv.Itoa(rangeOf(CLS, *m.CLS*1000)))
	}
}

// EnoughVisits is how many measured visits say something about speed.
const EnoughVisits = 10

// speedDays is how many days Speed looks at.
const speedDays = 7

// Speed is how fast pages were for visitors in the last seven days. A measure is the
// upper limit for three of four visits; nil if there is none.
type Speed struct {
	Views      int64
	Measured   int64 // views of which there is an LCP
	LCP, INP   *float64
	CLS        *float64
	Slowest    string // the page with the largest LCP; "" if none has enough visits
	SlowestLCP float64
}

// Speed returns how fast pages were in the last seven days. What this process has
// counted since it last wrote is included.
func (s *Stats) Speed(ctx context.Context) (Speed, error) {
	_ = s.Write(ctx) // if it fails, the numbers are older; the counts are kept
	now := s.clock.Now().In(s.location(ctx))
	counts, err := s.store.Counts(ctx, now.AddDate(0, 0, 1-speedDays).Format(time.DateOnly), now.Format(time.DateOnly))
	if err != nil {
		return Speed{}, err
	}
	var speed Speed
	measures, pages := map[Kind]histogram{LCP: {}, INP: {}, CLS: {}}, map[string]histogram{}
	for _, count := range counts {
		if count.Kind == View {
			speed.Views += count.N
		}
		all, known := measures[count.Kind]
		if !known {
			continue
		}
		text, page, _ := strings.Cut(count.Name, " ")
		limit, err := strconv.Atoi(text)
		if err != nil {
			continue // too many names: see create
		}
		all[limit] += count.N
		if count.Kind == LCP {
			if pages[page] == nil {
				pages[page] = histogram{}
			}
			pages[page][limit] += count.N
		}
	}
	speed.Measured = measures[LCP].total()
	speed.LCP, speed.INP, speed.CLS = measures[LCP].mostly(1), measures[INP].mostly(1), measures[CLS].mostly(1000)
	for page, h := range pages {
		if h.total() < EnoughVisits {
			continue
		}
		if lcp := *h.mostly(1); lcp > speed.SlowestLCP || lcp == speed.SlowestLCP && page < speed.Slowest {
			speed.Slowest, speed.SlowestLCP = page, lcp
		}
	}
	return speed, nil
}

// histogram has the number of values by the upper limit of their range.
type histogram map[int]int64

func (h histogram) total() (n int64) {
	for _, count := range h {
		n += count
	}
	return n
}

// mostly returns the limit that three of four values do not exceed, divided by unit,
// or nil if there are no values.
func (h histogram) mostly(unit float64) *float64 {
	limits := make([]int, 0, len(h))
	for limit := range h {
		limits = append(limits, limit)
	}
	slices.Sort(limits)
	total, seen := h.total(), int64(0)
	for _, limit := range limits {
		if seen += h[limit]; seen*4 >= total*3 {
			value := float64(limit) / unit
			return &value
		}
	}
	return nil
}
