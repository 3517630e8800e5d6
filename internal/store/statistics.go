package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"perimeter/internal/stats"
	"perimeter/internal/store/db"
)

// Stats returns the store of the statistics.
func (s *Store) Stats() stats.Store { return s }

func count(row db.DailyCount) stats.Count {
	return stats.Count{Day: row.Day, Kind: stats.Kind(row.Kind), Name: row.Name, N: row.Counted}
}

func conversationStart(row db.ListConversationStartsRow) stats.ConversationStart {
	return stats.ConversationStart{
		StartedAt: instant(row.StartedAt), AnsweredAt: optionalInstant(row.AnsweredAt), HasContact: row.HasContact,
	}
}

// AddCounts implements stats.Store.
func (s *Store) AddCounts(ctx context.Context, counts []stats.Count) error {
	// In one order, so that replicas do not wait for each other's rows in a circle.
	sorted := slices.SortedFunc(slices.Values(counts), func(a, b stats.Count) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return s.transact(ctx, func(t tx) error {
		for _, c := range sorted {
			err := exec(ctx, t, subject{}, t.q.AddCount, db.AddCountParams{Day: c.Day, Kind: string(c.Kind), Name: c.Name, Counted: c.N})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Counts implements stats.Store.
func (r reader) Counts(ctx context.Context, from, to string) ([]stats.Count, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.DailyCount, error) {
		return r.q.ListCounts(ctx, db.ListCountsParams{FromDay: from, ToDay: to})
	}, count)
}

// PurgeCounts implements stats.Store.
func (s *Store) PurgeCounts(ctx context.Context, before string) error {
	day, err := time.Parse(time.DateOnly, before)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(t tx) error {
		if err := exec(ctx, t, subject{}, t.q.PurgeCounts, before); err != nil {
			return err
		}
		return exec(ctx, t, subject{}, t.q.PurgePastConversations, micros(day))
	})
}

// ConversationStarts implements stats.Store.
func (r reader) ConversationStarts(ctx context.Context, from, before time.Time) ([]stats.ConversationStart, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.ListConversationStartsRow, error) {
		return r.q.ListConversationStarts(ctx, db.ListConversationStartsParams{FromTime: micros(from), BeforeTime: micros(before)})
	}, conversationStart)
}
