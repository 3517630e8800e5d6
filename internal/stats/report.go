package stats

import (
	"cmp"
	"context"
	"slices"
	"time"

	"perimeter/internal/errs"
)

// InTime is how soon a first answer is in time, in opening hours.
const InTime = 15 * time.Minute

// maxListed is how many pages and referring sites a report lists.
const maxListed = 20

// Report is what happened in one month.
type Report struct {
	Month string `json:"month" doc:"Such as 2026-03"`
	Days  []Day  `json:"days" doc:"Every day of the month up to today"`

	Conversations  int `json:"conversations"`
	Answered       int `json:"answered"`
	AnsweredInTime int `json:"answeredInTime" doc:"Within 15 minutes of opening hours"`
	// MedianReply is nil if nothing was answered.
	MedianReply *int `json:"medianReplySeconds" doc:"The median time to the first answer, in opening hours; null if there is none"`
	Contacts    int  `json:"contacts"`

	Taps  int64 `json:"taps" doc:"Taps on the phone number"`
	Views int64 `json:"views"`
	// Pages and Referrers are the most frequent ones, the most frequent first.
	Pages     []Named `json:"pages" doc:"An empty name stands for all others"`
	Referrers []Named `json:"referrers" doc:"Other sites that visitors came from; an empty name stands for all others"`
}

// Day is what happened on a day.
type Day struct {
	Day           string `json:"day"`
	Views         int64  `json:"views"`
	Taps          int64  `json:"taps"`
	Conversations int    `json:"conversations"`
}

// Named is how often something was counted.
type Named struct {
	Name string `json:"name"`
	N    int64  `json:"count"`
}

// Report returns what happened in a month, such as "2026-03"; "" means the current
// one. What this process has counted since it last wrote is included.
func (s *Stats) Report(ctx context.Context, month string) (Report, error) {
	location := s.location(ctx)
	now := s.clock.Now().In(location)
	first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, location)
	if month != "" {
		asked, err := time.ParseInLocation("2006-01", month, location)
		if err != nil || asked.After(first) || asked.Before(first.Add(-Retention)) {
			return Report{}, errs.Errorf(errs.Invalid, "The month must be one of the last year, such as %s.", first.Format("2006-01"))
		}
		first = asked
	}
	_ = s.Write(ctx) // if it fails, the report is older; the counts are kept
	next := first.AddDate(0, 1, 0)
	report := Report{Month: first.Format("2006-01"), Days: []Day{}, Pages: []Named{}, Referrers: []Named{}}
	days := map[string]*Day{}
	for day := first; day.Before(next) && !day.After(now); day = day.AddDate(0, 0, 1) {
		report.Days = append(report.Days, Day{Day: day.Format(time.DateOnly)})
	}
	for i := range report.Days {
		days[report.Days[i].Day] = &report.Days[i]
	}
	if err := s.addCounts(ctx, &report, days, next.AddDate(0, 0, -1)); err != nil {
		return Report{}, err
	}
	return report, s.addConversations(ctx, &report, days, first, next)
}

func (s *Stats) addCounts(ctx context.Context, report *Report, days map[string]*Day, last time.Time) error {
	counts, err := s.store.Counts(ctx, report.Month+"-01", last.Format(time.DateOnly))
	if err != nil {
		return err
	}
	pages, referrers := map[string]int64{}, map[string]int64{}
	for _, count := range counts {
		day := days[count.Day]
		if day == nil {
			continue // of a replica whose clock is ahead
		}
		switch count.Kind {
		case View:
			pages[count.Name] += count.N
			report.Views += count.N
			day.Views += count.N
		case Referrer:
			referrers[count.Name] += count.N
		case Tap:
			report.Taps += count.N
			day.Taps += count.N
		}
	}
	report.Pages, report.Referrers = mostFrequent(pages), mostFrequent(referrers)
	return nil
}

func mostFrequent(counts map[string]int64) []Named {
	list := make([]Named, 0, len(counts))
	for name, n := range counts {
		list = append(list, Named{name, n})
	}
	slices.SortFunc(list, func(a, b Named) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return list[:min(len(list), maxListed)]
}

func (s *Stats) addConversations(ctx context.Context, report *Report, days map[string]*Day, from, before time.Time) error {
	starts, err := s.store.ConversationStarts(ctx, from, before)
	if err != nil {
		return err
	}
	var replies []time.Duration
	for _, start := range starts {
		report.Conversations++
		if day := days[start.StartedAt.In(from.Location()).Format(time.DateOnly)]; day != nil {
			day.Conversations++
		}
		if start.HasContact {
			report.Contacts++
		}
		if start.AnsweredAt.IsZero() {
			continue
		}
		took, err := s.openTime(ctx, start.StartedAt, start.AnsweredAt)
		if err != nil {
			return err
		}
		report.Answered++
		if took <= InTime {
			report.AnsweredInTime++
		}
		replies = append(replies, took)
	}
	if len(replies) > 0 {
		slices.Sort(replies)
		middle := int(((replies[(len(replies)-1)/2] + replies[len(replies)/2]) / 2).Seconds())
		report.MedianReply = &middle
	}
	return nil
}
