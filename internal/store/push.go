package store

import (
	"context"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/push"
	"perimeter/internal/store/db"
)

var pushSubject = subject{noun: "push subscription"}

// Push returns the store of push subscriptions.
func (s *Store) Push() push.Store { return view[push.Tx]{s} }

func pushSubscription(row db.PushSubscription) push.Subscription {
	return push.Subscription{
		NewSubscription: push.NewSubscription{Endpoint: row.Endpoint, Keys: push.Keys{P256dh: row.P256dh, Auth: row.Auth}},
		UserID:          row.UserID,
		RegisteredAt:    instant(row.RegisteredAt),
		Delivered:       row.Delivered,
	}
}

func (r reader) PushRecipients(ctx context.Context, since time.Time) ([]push.Subscription, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.PushSubscription, error) {
		return r.q.ListPushRecipients(ctx, db.ListPushRecipientsParams{Role: string(auth.RoleAdmin), Since: micros(since)})
	}, pushSubscription)
}

func (t tx) PutPushSubscription(ctx context.Context, session [32]byte, s push.Subscription) error {
	stored, err := one(ctx, t.reader, pushSubject, t.q.PutPushSubscription, db.PutPushSubscriptionParams{
		Endpoint: s.Endpoint, SessionHash: session[:], P256dh: s.Keys.P256dh, Auth: s.Keys.Auth, RegisteredAt: micros(s.RegisteredAt),
	}, func(n int64) bool { return n > 0 })
	if err == nil && !stored {
		return errs.Errorf(errs.NotFound, "The session has ended.")
	}
	return err
}

func (t tx) DeletePushBeyond(ctx context.Context, session [32]byte, keep int) error {
	return exec(ctx, t, pushSubject, t.q.DeletePushBeyond,
		db.DeletePushBeyondParams{SessionHash: session[:], Keep: int32(min(keep, 1_000))})
}

func (t tx) DeletePushBefore(ctx context.Context, before time.Time) error {
	return exec(ctx, t, pushSubject, t.q.DeletePushBefore, micros(before))
}

func (t tx) DeletePushSubscription(ctx context.Context, endpoint string) error {
	return exec(ctx, t, pushSubject, t.q.DeletePushSubscription, endpoint)
}

func (t tx) DeleteOwnPush(ctx context.Context, session [32]byte, endpoint string) error {
	return exec(ctx, t, pushSubject, t.q.DeleteOwnPush, db.DeleteOwnPushParams{SessionHash: session[:], Endpoint: endpoint})
}

func (t tx) MarkPushDelivered(ctx context.Context, endpoint, message string) error {
	return exec(ctx, t, pushSubject, t.q.MarkPushDelivered, db.MarkPushDeliveredParams{Endpoint: endpoint, Delivered: message})
}
