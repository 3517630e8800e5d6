package push

import (
	"context"
	"time"
)

// Store keeps subscriptions. A subscription also ends when its session is ended by
// somebody, or all sessions of its user are; it does not end with a session that
// expires. Every method returns Unavailable when the database cannot be reached.
type Store interface {
	// Secret returns the random bytes of that name, which are made when they are
	// first asked for. They are the same in every replica and in no backup.
	Secret(ctx context.Context, name string) ([]byte, error)
	// PushRecipients returns the subscriptions that were registered at since or
	// later, of the users who may use the back office, oldest first.
	PushRecipients(ctx context.Context, since time.Time) ([]Subscription, error)
	// Write runs fn in one transaction.
	Write(ctx context.Context, fn func(Tx) error) error
}

// Tx writes inside one transaction.
type Tx interface {
	// PutPushSubscription inserts the subscription or replaces the one with its
	// endpoint, for the user of the session. It returns NotFound if the session has
	// ended.
	PutPushSubscription(ctx context.Context, session [32]byte, s Subscription) error
	// DeletePushBeyond deletes all but the newest subscriptions of the session's
	// user.
	DeletePushBeyond(ctx context.Context, session [32]byte, keep int) error
	// DeletePushBefore deletes the subscriptions that were registered before.
	DeletePushBefore(ctx context.Context, before time.Time) error
	// DeletePushSubscription deletes the subscription, if it exists.
	DeletePushSubscription(ctx context.Context, endpoint string) error
	// DeleteOwnPush deletes the subscription if it belongs to the session's user.
	DeleteOwnPush(ctx context.Context, session [32]byte, endpoint string) error
	// MarkPushDelivered sets Delivered, if the subscription exists.
	MarkPushDelivered(ctx context.Context, endpoint, message string) error
}
