package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/testkit"
)

func claim(t *testing.T, s Stores, channel string, now time.Time) (claimed []chat.PendingNotice) {
	t.Helper()
	err := s.Chat().Write(t.Context(), func(tx chat.Tx) (err error) {
		claimed, err = tx.Notices().Claim(t.Context(), channel, now, now.Add(time.Minute), 100)
		return err
	})
	if err != nil {
		t.Fatalf("ClaimNotices: %v", err)
	}
	return claimed
}

var noticeTests = []test{
	{"notices are claimed once, released and settled", func(t *testing.T, s Stores) {
		ctx := t.Context()
		n := chat.PendingNotice{Conversation: "a", Channel: "email", Reason: chat.ReasonMessage, Through: 1, CreatedAt: noon, DueAt: noon}
		put := func(n chat.PendingNotice) {
			t.Helper()
			change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().Put(ctx, n) })
		}
		later := n
		later.Reason, later.DueAt = chat.ReasonReminder, noon.Add(time.Hour)
		other := n
		other.Channel = "webhook"
		put(n)
		put(later)
		put(other)
		same(t, testkit.Must(s.Chat().Notices().CountDue(ctx, "email", noon.Add(-time.Second)))(t), int64(0))
		same(t, testkit.Must(s.Chat().Notices().CountDue(ctx, "email", noon))(t), int64(1))
		same(t, claim(t, s, "email", noon), []chat.PendingNotice{n})
		same(t, testkit.Must(s.Chat().Notices().CountDue(ctx, "email", noon))(t), int64(0))
		same(t, claim(t, s, "email", noon), []chat.PendingNotice{})
		same(t, claim(t, s, "email", noon.Add(time.Minute)), []chat.PendingNotice{n}) // the claim has ended

		newer := n
		newer.Through, newer.CreatedAt, newer.DueAt = 2, noon.Add(time.Hour), noon.Add(time.Hour)
		put(newer) // when it is due stays as it is
		settle := func(n chat.PendingNotice) (settled bool) {
			t.Helper()
			change(t, s, "a", func(tx chat.Tx) (err error) { settled, err = tx.Notices().Settle(ctx, n); return err })
			return settled
		}
		same(t, settle(n), false)
		n.Through, n.Attempts, n.DueAt = 2, 3, noon.Add(time.Second)
		same(t, settle(n), false)                                                            // it was created anew, such as for corrected contact details
		change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().Reschedule(ctx, n) }) // keeps the later CreatedAt
		n.CreatedAt = newer.CreatedAt.Add(time.Second)
		change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().Reschedule(ctx, n) })
		same(t, claim(t, s, "email", noon.Add(time.Second)), []chat.PendingNotice{n})
		same(t, settle(n), true)
		same(t, settle(n), false)
		change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().DeleteAnswered(ctx, "a") })
		same(t, claim(t, s, "email", noon.Add(24*time.Hour)), []chat.PendingNotice{})
		same(t, claim(t, s, "webhook", noon.Add(24*time.Hour)), []chat.PendingNotice{})
	}},
	{"no two replicas claim the same notice", func(t *testing.T, s Stores) {
		ctx := t.Context()
		change(t, s, "a", func(tx chat.Tx) error {
			for i := range 50 {
				n := chat.PendingNotice{Conversation: fmt.Sprint(i), Channel: "email", Reason: chat.ReasonMessage, CreatedAt: noon, DueAt: noon}
				if err := tx.Notices().Put(ctx, n); err != nil {
					return err
				}
			}
			return nil
		})
		var claims sync.WaitGroup
		counts := make(chan int, 4)
		for range 4 {
			claims.Go(func() { counts <- len(claim(t, s, "email", noon)) })
		}
		claims.Wait()
		close(counts)
		total := 0
		for n := range counts {
			total += n
		}
		same(t, total, 50)
	}},
	{"deleting a conversation deletes its notices", func(t *testing.T, s Stores) {
		ctx := t.Context()
		for _, id := range []string{"a", "b"} {
			converse(t, s, newConversation(id), "1")
			change(t, s, id, func(tx chat.Tx) error {
				return tx.Notices().Put(ctx, chat.PendingNotice{Conversation: id, Channel: "email", Reason: chat.ReasonContact, CreatedAt: noon, DueAt: noon})
			})
		}
		change(t, s, "a", func(tx chat.Tx) error { return tx.Conversations().Delete(ctx, "a") })
		change(t, s, "", func(tx chat.Tx) error {
			_, err := tx.Conversations().DeleteOld(ctx, noon.Add(time.Hour))
			return err
		})
		same(t, claim(t, s, "email", noon), []chat.PendingNotice{})
	}},
	{"the newest delivery and the newest failure of a channel are kept", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, testkit.Must(s.Chat().Notices().Deliveries(ctx))(t), []chat.Deliveries{})
		change(t, s, "", func(tx chat.Tx) error {
			return errors.Join(tx.Notices().PutFailure(ctx, "email", noon, "refused"), tx.Notices().PutDelivery(ctx, "webhook", noon),
				tx.Notices().PutDelivery(ctx, "email", noon.Add(time.Minute)), tx.Notices().PutFailure(ctx, "email", noon.Add(time.Hour), "hung up"))
		})
		same(t, testkit.Must(s.Chat().Notices().Deliveries(ctx))(t), []chat.Deliveries{
			{Channel: "email", DeliveredAt: new(noon.Add(time.Minute)), FailedAt: new(noon.Add(time.Hour)), Error: "hung up"},
			{Channel: "webhook", DeliveredAt: new(noon)},
		})
	}},
	{"a conversation awaits an answer if the visitor wrote last", func(t *testing.T, s Stores) {
		ctx := t.Context()
		awaits := func() bool {
			t.Helper()
			return testkit.Must(get(t, s.Chat().Write, func(tx chat.Tx, ctx context.Context, id string) (bool, error) {
				return tx.Messages().AwaitAnswer(ctx, id)
			}, "a"))(t)
		}
		same(t, awaits(), false)
		converse(t, s, newConversation("a"), "1")
		same(t, awaits(), true)
		change(t, s, "a", func(tx chat.Tx) error {
			m := newMessage("a", "2")
			m.Staff = true
			_, err := tx.Messages().Add(ctx, m)
			return err
		})
		same(t, awaits(), false)
	}},
}
