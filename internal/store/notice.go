package store

import (
	"context"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/store/db"
)

var noticeSubject = subject{noun: "notice"}

func pendingNotice(row db.ChatNotice) chat.PendingNotice {
	return chat.PendingNotice{
		Conversation: row.ConversationID,
		Channel:      row.Channel,
		Reason:       chat.Reason(row.Reason),
		Through:      row.Through,
		CreatedAt:    instant(row.CreatedAt),
		DueAt:        instant(row.DueAt),
		Attempts:     row.Attempts,
	}
}

func deliveries(row db.ChatChannel) chat.Deliveries {
	d := chat.Deliveries{Channel: row.Channel, Error: row.Error}
	if row.DeliveredAt > 0 {
		d.DeliveredAt = new(instant(row.DeliveredAt))
	}
	if row.FailedAt > 0 {
		d.FailedAt = new(instant(row.FailedAt))
	}
	return d
}

// notices is the notices outside a transaction.
type notices struct{ reader }

// Notices returns the notices to the staff.
func (s *Store) Notices() chat.NoticeStore { return notices{s.reader} }

// noticeTx is the notices in a transaction.
type noticeTx struct{ tx }

func (t tx) Notices() chat.NoticeTx { return noticeTx{t} }

func (r notices) CountDue(ctx context.Context, channel string, now time.Time) (int64, error) {
	return one(ctx, r.reader, noticeSubject, r.q.CountDueNotices,
		db.CountDueNoticesParams{Channel: channel, Now: micros(now)}, same)
}

func (r notices) Deliveries(ctx context.Context) ([]chat.Deliveries, error) {
	return all(ctx, r.reader, r.q.ListChannels, deliveries)
}

func (r messages) AwaitAnswer(ctx context.Context, conversation string) (bool, error) {
	return one(ctx, r.reader, conversationSubject, r.q.AwaitsAnswer, conversation, func(n int64) bool { return n > 0 })
}

func (t noticeTx) Put(ctx context.Context, n chat.PendingNotice) error {
	return exec(ctx, t.tx, noticeSubject, t.q.PutNotice, db.PutNoticeParams{
		ConversationID: n.Conversation, Channel: n.Channel, Reason: string(n.Reason),
		Through: n.Through, CreatedAt: micros(n.CreatedAt), DueAt: micros(n.DueAt),
	})
}

func (t noticeTx) Unclaimed(ctx context.Context, conversation string, now time.Time) ([]chat.PendingNotice, error) {
	return all(ctx, t.reader, func(ctx context.Context) ([]db.ChatNotice, error) {
		return t.q.ListUnclaimedNotices(ctx, db.ListUnclaimedNoticesParams{ConversationID: conversation, Now: micros(now)})
	}, pendingNotice)
}

func (t noticeTx) DeleteAnswered(ctx context.Context, conversation string) error {
	return exec(ctx, t.tx, noticeSubject, t.q.DeleteAnsweredNotices, conversation)
}

func (t noticeTx) Claim(ctx context.Context, channel string, now, until time.Time, limit int) ([]chat.PendingNotice, error) {
	return all(ctx, t.reader, func(ctx context.Context) ([]db.ChatNotice, error) {
		return t.q.ClaimNotices(ctx, db.ClaimNoticesParams{
			Channel: channel, Now: micros(now), ClaimedUntil: micros(until), LimitedTo: int32(min(limit, 1_000)),
		})
	}, pendingNotice)
}

func (t noticeTx) Settle(ctx context.Context, n chat.PendingNotice) (settled bool, err error) {
	return one(ctx, t.reader, noticeSubject, t.q.SettleNotice, db.SettleNoticeParams{
		ConversationID: n.Conversation, Channel: n.Channel, Reason: string(n.Reason), Through: n.Through, CreatedAt: micros(n.CreatedAt),
	}, func(n int64) bool { return n > 0 })
}

func (t noticeTx) Reschedule(ctx context.Context, n chat.PendingNotice) error {
	return exec(ctx, t.tx, noticeSubject, t.q.RescheduleNotice, db.RescheduleNoticeParams{
		ConversationID: n.Conversation, Channel: n.Channel, Reason: string(n.Reason),
		DueAt: micros(n.DueAt), Attempts: n.Attempts, CreatedAt: micros(n.CreatedAt),
	})
}

func (t noticeTx) PutDelivery(ctx context.Context, channel string, at time.Time) error {
	return exec(ctx, t.tx, noticeSubject, t.q.PutDelivery, db.PutDeliveryParams{Channel: channel, DeliveredAt: micros(at)})
}

func (t noticeTx) PutFailure(ctx context.Context, channel string, at time.Time, reason string) error {
	return exec(ctx, t.tx, noticeSubject, t.q.PutDeliveryFailure,
		db.PutDeliveryFailureParams{Channel: channel, FailedAt: micros(at), Error: reason})
}
