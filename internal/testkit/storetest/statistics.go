package storetest

import (
	"sync"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/stats"
	"perimeter/internal/testkit"
)

var statisticsTests = []test{
	{"counts of a day add up and are purged", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Stats()
		same(t, testkit.Must(store.Counts(ctx, "2025-01-01", "2026-01-01"))(t), []stats.Count{})
		add := func(counts ...stats.Count) {
			t.Helper()
			if err := store.AddCounts(ctx, counts); err != nil {
				t.Fatal(err)
			}
		}
		add(stats.Count{Day: "2025-05-14", Kind: stats.View, Name: "/b", N: 2}, stats.Count{Day: "2025-05-14", Kind: stats.View, Name: "/", N: 1})
		add(stats.Count{Day: "2025-05-14", Kind: stats.View, Name: "/", N: 3}, stats.Count{Day: "2025-05-14", Kind: stats.Tap, N: 1})
		add(stats.Count{Day: "2025-05-15", Kind: stats.View, Name: "/", N: 1})
		all := []stats.Count{
			{Day: "2025-05-14", Kind: stats.Tap, N: 1},
			{Day: "2025-05-14", Kind: stats.View, Name: "/", N: 4},
			{Day: "2025-05-14", Kind: stats.View, Name: "/b", N: 2},
			{Day: "2025-05-15", Kind: stats.View, Name: "/", N: 1},
		}
		same(t, testkit.Must(store.Counts(ctx, "2025-05-14", "2025-05-15"))(t), all)
		same(t, testkit.Must(store.Counts(ctx, "2025-05-15", "2025-05-15"))(t), all[3:])
		if err := store.PurgeCounts(ctx, "2025-05-15"); err != nil {
			t.Fatal(err)
		}
		same(t, testkit.Must(store.Counts(ctx, "2025-01-01", "2026-01-01"))(t), all[3:])
	}},
	{"counts of many replicas add up", func(t *testing.T, s Stores) {
		const replicas, rounds = 4, 5
		var writes sync.WaitGroup
		for i := range replicas {
			names := []string{"/", "/about", "/blog"}
			if i%2 == 1 {
				names = []string{"/blog", "/about", "/"}
			}
			writes.Go(func() {
				for range rounds {
					var counts []stats.Count
					for _, name := range names {
						counts = append(counts, stats.Count{Day: "2025-05-14", Kind: stats.View, Name: name, N: 1})
					}
					if err := s.Stats().AddCounts(t.Context(), counts); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writes.Wait()
		for _, count := range testkit.Must(s.Stats().Counts(t.Context(), "2025-05-14", "2025-05-14"))(t) {
			same(t, count.N, int64(replicas*rounds))
		}
	}},
	{"the starts of conversations are listed with their first answers", func(t *testing.T, s Stores) {
		ctx := t.Context()
		start := func(id, contact string, at time.Time) {
			t.Helper()
			change(t, s, id, func(tx chat.Tx) error {
				return tx.Conversations().Put(ctx, chat.Conversation{ID: id, StartedAt: at, UpdatedAt: at, Contact: contact})
			})
		}
		answer := func(id, key string, staff bool, at time.Time) {
			t.Helper()
			change(t, s, id, func(tx chat.Tx) error {
				_, err := tx.Messages().Add(ctx, chat.Message{ConversationID: id, Key: key, Staff: staff, SentAt: at, Text: "a"})
				return err
			})
		}
		start("a", "", noon)
		start("b", "b@customer.example", noon.Add(time.Hour))
		start("c", "", noon.Add(2*time.Hour))
		answer("a", "1", false, noon)
		answer("b", "1", false, noon.Add(time.Hour))
		answer("b", "2", true, noon.Add(61*time.Minute))
		answer("b", "3", true, noon.Add(62*time.Minute))
		same(t, testkit.Must(s.Stats().ConversationStarts(ctx, noon, noon.Add(2*time.Hour)))(t), []stats.ConversationStart{
			{StartedAt: noon},
			{StartedAt: noon.Add(time.Hour), AnsweredAt: noon.Add(61 * time.Minute), HasContact: true},
		})
	}},
	{"conversations that were too old stay in the report until the counts of their day are purged", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Stats()
		for id, at := range map[string]time.Time{"old": noon, "deleted": noon, "new": noon.Add(time.Hour)} {
			change(t, s, id, func(tx chat.Tx) error {
				return tx.Conversations().Put(ctx, chat.Conversation{ID: id, StartedAt: at, UpdatedAt: at, Contact: "b@customer.example"})
			})
		}
		change(t, s, "old", func(tx chat.Tx) error {
			_, err := tx.Messages().Add(ctx, chat.Message{ConversationID: "old", Key: "1", Staff: true, SentAt: noon.Add(time.Minute), Text: "a"})
			return err
		})
		change(t, s, "deleted", func(tx chat.Tx) error { return tx.Conversations().Delete(ctx, "deleted") })
		starts := func() []stats.ConversationStart {
			t.Helper()
			return testkit.Must(store.ConversationStarts(ctx, noon, noon.Add(2*time.Hour)))(t)
		}
		want := []stats.ConversationStart{
			{StartedAt: noon, AnsweredAt: noon.Add(time.Minute), HasContact: true},
			{StartedAt: noon.Add(time.Hour), HasContact: true},
		}
		same(t, starts(), want)
		for range 2 {
			change(t, s, "", func(tx chat.Tx) error {
				_, err := tx.Conversations().DeleteOld(ctx, noon.Add(time.Hour))
				return err
			})
			same(t, starts(), want)
		}
		for _, purge := range []struct {
			before time.Time
			want   []stats.ConversationStart
		}{{noon, want}, {noon.AddDate(0, 0, 1), want[1:]}} {
			if err := store.PurgeCounts(ctx, purge.before.Format(time.DateOnly)); err != nil {
				t.Fatal(err)
			}
			same(t, starts(), purge.want)
		}
	}},
}
