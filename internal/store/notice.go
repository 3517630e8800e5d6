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

func (r reader) CountDueNotices(ctx context.Context, channel string, now time.Time) (int64, error) {
	return one(ctx, r, noticeSubject, r.q.CountDueNotices,
		db.CountDueNoticesParams{Channel: channel, Now: micros(now)}, same)
}

func (r reader) Deliveries(ctx context.Context) ([]chat.Deliveries, error) {
	return all(ctx, r, r.q.ListChannels, deliveries)
}

func (r reader) AwaitsAnswer(ctx context.Context, conversation string) (bool, error) {
	return one(ctx, r, conversationSubject, r.q.AwaitsAnswer, conversation, func(n int64) bool { return n > 0 })
}

func (t tx) PutNotice(ctx context.Context, n chat.PendingNotice) error {
	return exec(ctx, t, noticeSubject, t.q.PutNotice, db.PutNoticeParams{
		ConversationID: n.Conversation, Channel: n.Channel, Reason: string(n.Reason),
		Through: n.Through, CreatedAt: micros(n.CreatedAt), DueAt: micros(n.DueAt),
	})
}

func (t tx) DeleteAnsweredNotices(ctx context.Context, conversation string) error {
	return exec(ctx, t, noticeSubject, t.q.DeleteAnsweredNotices, conversation)
}

func (t tx) ClaimNotices(ctx context.Context, channel string, now, until time.Time, limit int) ([]chat.PendingNotice, error) {
	return all(ctx, t.reader, func(ctx context.Context) ([]db.ChatNotice, error) {
		return t.q.ClaimNotices(ctx, db.ClaimNoticesParams{
			Channel: channel, Now: micros(now), ClaimedUntil: micros(until), LimitedTo: int32(min(limit, 1_000)),
		})
	}, pendingNotice)
}

func (t tx) SettleNotice(ctx context.Context, n chat.PendingNotice) (settled bool, err error) {
	return one(ctx, t.reader, noticeSubject, t.q.SettleNotice, db.SettleNoticeParams{
		ConversationID: n.Conversation, Channel: n.Channel, Reason: string(n.Reason), Through: n.Through, CreatedAt: micros(n.CreatedAt),
	}, func(n int64) bool { return n > 0 })
}

func (t tx) RescheduleNotice(ctx context.Context, n chat.PendingNotice) error {
	return exec(ctx, t, noticeSubject, t.q.RescheduleNotice, db.RescheduleNoticeParams{
		ConversationID: n.Conversation, Channel: n.Channel, Reason: string(n.Reason),
		DueAt: micros(n.DueAt), Attempts: n.Attempts, CreatedAt: micros(n.CreatedAt),
	})
}

func (t tx) PutDelivery(ctx context.Context, channel string, at time.Time) error {
	return exec(ctx, t, noticeSubject, t.q.PutDelivery, db.PutDeliveryParams{Channel: channel, DeliveredAt: micros(at)})
}

func (t tx) PutDeliveryFailure(ctx context.Context, channel string, at time.Time, reason string) error {
	return exec(ctx, t, noticeSubject, t.q.PutDeliveryFailure,
		db.PutDeliveryFailureParams{Channel: channel, FailedAt: micros(at), Error: reason})
}
