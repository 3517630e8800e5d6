package stats_test

import (
	"testing"
	"time"

	"perimeter/internal/stats"
)

func TestSpeedIsThatOfThreeOfFourVisits(t *testing.T) {
	s, _ := newStats(t, time.Date(2026, 3, 10, 18, 0, 0, 0, time.UTC))
	visit := stats.Visit{UserAgent: browser}
	measure := func(path string, lcp, inp, cls float64, n int) {
		for range n {
			s.Measure(path, stats.Vitals{LCP: &lcp, INP: &inp, CLS: &cls}, visit)
		}
	}
	measure("/", 800, 40, 0, 30)
	measure("/blog", 2700, 120, 0.08, 9)
	measure("/about", 99000, 90000, 7, 1) // one visit says nothing about a page
	s.Measure("/", stats.Vitals{}, visit)
	bot := 9000.0
	s.Measure("/", stats.Vitals{LCP: &bot}, stats.Visit{UserAgent: "Googlebot/2.1"})
	s.Measure("/", stats.Vitals{LCP: &bot}, stats.Visit{UserAgent: browser, Private: true})
	s.View("/", visit)

	speed, err := s.Speed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if speed.Views != 1 || speed.Measured != 40 || *speed.LCP != 1000 || *speed.INP != 50 || *speed.CLS != 0 {
		t.Errorf("%+v: LCP %v, INP %v, CLS %v", speed, *speed.LCP, *speed.INP, *speed.CLS)
	}
	if speed.Slowest != "/" {
		t.Errorf("the slowest page is %s with 9 visits", speed.Slowest)
	}
	measure("/blog", 2700, 120, 0.08, 20)
	if speed, err = s.Speed(t.Context()); err != nil || speed.Slowest != "/blog" || speed.SlowestLCP != 3000 || *speed.LCP != 3000 || *speed.CLS != 0.1 {
		t.Errorf("%+v, error %v", speed, err)
	}
}

func TestSpeedOfNoVisits(t *testing.T) {
	s, _ := newStats(t, time.Date(2026, 3, 10, 18, 0, 0, 0, time.UTC))
	if speed, err := s.Speed(t.Context()); err != nil || speed != (stats.Speed{}) {
		t.Errorf("%+v, error %v", speed, err)
	}
}

func TestSpeedForgetsAfterAWeek(t *testing.T) {
	s, m := newStats(t, time.Date(2026, 3, 10, 18, 0, 0, 0, time.UTC))
	m.counts[stats.Count{Day: "2026-03-03", Kind: stats.LCP, Name: "500 /"}] = 5
	m.counts[stats.Count{Day: "2026-03-04", Kind: stats.LCP, Name: "1000 /"}] = 2
	m.counts[stats.Count{Day: "2026-03-04", Kind: stats.LCP, Name: ""}] = 7 // more pages than are told apart
	if speed, err := s.Speed(t.Context()); err != nil || speed.Measured != 2 {
		t.Errorf("%+v, error %v", speed, err)
	}
}
