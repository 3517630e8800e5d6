package chat

import (
	"context"
	"time"

	"perimeter/internal/ratelimit"
)

// State is what is known about the chat as a whole.
type State struct {
	Version     int64 // changes with every conversation
	StaffSeenAt time.Time
	Bytes       int64 // of all conversations together
	Unread      int64 // messages in all conversations together
	// RepliesUpdatedAt is when the quick replies were last saved, or zero.
	RepliesUpdatedAt time.Time
}

// Store keeps conversations. Every method returns NotFound when the one thing
// asked for does not exist, and Unavailable when the database cannot be reached;
// lists are never nil. A committed write is on disk before its method returns.
type Store interface {
	AnswerStore
	PhotoStore

	// Secret returns the random bytes of that name, which are made when they are
	// first asked for. They are the same in every replica and in no backup.
	Secret(ctx context.Context, name string) ([]byte, error)
	ChatState(ctx context.Context) (State, error)
	// ChatReplies returns the quick replies in their order.
	ChatReplies(ctx context.Context) ([]string, error)
	Conversation(ctx context.Context, id string) (Conversation, error)
	// Conversations returns the conversations after a position in the order of the
	// inbox. The search finds a part of a message, a note, a name or contact
	// details, without regard to the case of ASCII letters.
	Conversations(ctx context.Context, q ConversationQuery) ([]Summary, error)
	// ChatMessages returns the conversation's messages with IDs above after, in
	// order.
	ChatMessages(ctx context.Context, conversation string, after int64) ([]Message, error)
	// CountDueNotices returns how many notices of the channel can be claimed.
	CountDueNotices(ctx context.Context, channel string, now time.Time) (int64, error)
	// Deliveries returns how the newest deliveries on each channel went.
	Deliveries(ctx context.Context) ([]Deliveries, error)
	// CountOldConversations returns how many conversations have no message since
	// before.
	CountOldConversations(ctx context.Context, before time.Time) (int64, error)

	// Change runs fn in one transaction that also changes State.Version. Such
	// transactions run one at a time. After the commit, all subscribers to the
	// conversation are signalled, in every replica; if conversation is "", all
	// subscribers are.
	Change(ctx context.Context, conversation string, fn func(Tx) error) error

	// Write runs fn in one transaction that signals nobody.
	Write(ctx context.Context, fn func(Tx) error) error

	// SubscribeChat delivers a signal after each change of the conversation, or
	// of any conversation if it is "", until stop. Signals may be merged, and
	// those from other replicas may be late, but none is lost.
	SubscribeChat(conversation string) (signals <-chan struct{}, stop func())
}

// Tx reads and writes inside one transaction.
type Tx interface {
	ratelimit.Tx
	AnswerTx
	StaffToolTx

	ChatState(ctx context.Context) (State, error)
	Conversation(ctx context.Context, id string) (Conversation, error)
	ChatMessageByKey(ctx context.Context, conversation, key string) (Message, error)
	CountChatMessages(ctx context.Context, conversation string) (int64, error)
	CountPhotos(ctx context.Context, conversation string) (PhotoCount, error)
	// NewestChatMessage returns the highest ID of the conversation's messages, 0
	// if it has none.
	NewestChatMessage(ctx context.Context, conversation string) (int64, error)
	// CountUnreadMessages returns how many of the visitor's messages have IDs
	// above readTo.
	CountUnreadMessages(ctx context.Context, conversation string, readTo int64) (int64, error)
	// CountUnansweredConversations returns how many conversations of the client
	// that began at since or later have no message of the staff.
	CountUnansweredConversations(ctx context.Context, client string, since time.Time) (int64, error)
	// AwaitsAnswer reports whether the newest message is the visitor's.
	AwaitsAnswer(ctx context.Context, conversation string) (bool, error)

	// PutNotice adds the notice. If the conversation has one on the channel for the
	// same reason, its Through and CreatedAt change.
	PutNotice(ctx context.Context, n PendingNotice) error
	// DeleteAnsweredNotices deletes the conversation's notices that an answer makes
	// needless.
	DeleteAnsweredNotices(ctx context.Context, conversation string) error
	// ClaimNotices returns notices that are due, at most limit. No other call
	// returns them before until.
	ClaimNotices(ctx context.Context, channel string, now, until time.Time, limit int) ([]PendingNotice, error)
	// SettleNotice deletes the notice, unless PutNotice has changed it since it was
	// claimed.
	SettleNotice(ctx context.Context, n PendingNotice) (settled bool, err error)
	// RescheduleNotice sets DueAt, Attempts and, if it is later, CreatedAt, and lets
	// the notice be claimed again.
	RescheduleNotice(ctx context.Context, n PendingNotice) error
	PutDelivery(ctx context.Context, channel string, at time.Time) error
	PutDeliveryFailure(ctx context.Context, channel string, at time.Time, reason string) error

	// PutConversation inserts the conversation or updates the one with its ID.
	// An update changes neither StartedAt nor Page nor Client.
	PutConversation(ctx context.Context, c Conversation) error
	// AddChatMessage inserts the message, with the file of its photo if it has one, and
	// returns it with its ID and without the file. It returns Conflict if the
	// conversation has a message with that key.
	AddChatMessage(ctx context.Context, m Message) (Message, error)
	// DeleteConversation deletes the conversation, its messages, photos, notes, notices
	// and links, or returns NotFound.
	DeleteConversation(ctx context.Context, id string) error
	// DeleteOldConversations deletes the conversations without a message since
	// before, and returns how many they were.
	DeleteOldConversations(ctx context.Context, before time.Time) (int64, error)
	// AddChatTotals changes State.Bytes and State.Unread by that much.
	AddChatTotals(ctx context.Context, bytes, unread int64) error
	// RecountChat sets State.Bytes and State.Unread to the sums over all
	// conversations.
	RecountChat(ctx context.Context) error
	// PutStaffSeen sets State.StaffSeenAt.
	PutStaffSeen(ctx context.Context, seen time.Time) error
	ChatReplies(ctx context.Context) ([]string, error)
	// PutChatReplies replaces all quick replies, and sets State.RepliesUpdatedAt.
	PutChatReplies(ctx context.Context, replies []string, at time.Time) error
}
