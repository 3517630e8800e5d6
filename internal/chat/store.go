package chat

import (
	"context"
	"time"
)

// State is what is known about the chat as a whole.
type State struct {
	Version     int64 // changes with every conversation
	StaffSeenAt time.Time
}

// Store keeps conversations. Every method returns NotFound when the one thing
// asked for does not exist, and Unavailable when the database cannot be reached;
// lists are never nil. A committed write is on disk before its method returns.
type Store interface {
	ChatState(ctx context.Context) (State, error)
	// ChatReplies returns the quick replies in their order.
	ChatReplies(ctx context.Context) ([]string, error)
	Conversation(ctx context.Context, id string) (Conversation, error)
	// Conversations returns at most limit conversations, the one with the newest
	// message first.
	Conversations(ctx context.Context, limit int) ([]Summary, error)
	// ChatMessages returns the conversation's messages with IDs above after, in
	// order.
	ChatMessages(ctx context.Context, conversation string, after int64) ([]Message, error)
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
	// those from other replicas may be lost.
	SubscribeChat(conversation string) (signals <-chan struct{}, stop func())
}

// Tx reads and writes inside one transaction.
type Tx interface {
	Conversation(ctx context.Context, id string) (Conversation, error)
	ChatMessageByKey(ctx context.Context, conversation, key string) (Message, error)
	CountChatMessages(ctx context.Context, conversation string) (int64, error)
	// NewestChatMessage returns the highest ID of the conversation's messages, 0
	// if it has none.
	NewestChatMessage(ctx context.Context, conversation string) (int64, error)

	// PutConversation inserts the conversation or updates the one with its ID.
	// An update changes neither StartedAt nor Page.
	PutConversation(ctx context.Context, c Conversation) error
	// AddChatMessage inserts the message and returns it with its ID. It returns
	// Conflict if the conversation has a message with that key.
	AddChatMessage(ctx context.Context, m Message) (Message, error)
	// DeleteConversation deletes the conversation and its messages, or returns
	// NotFound.
	DeleteConversation(ctx context.Context, id string) error
	// DeleteOldConversations deletes the conversations without a message since
	// before, and returns how many they were.
	DeleteOldConversations(ctx context.Context, before time.Time) (int64, error)
	// PutStaffSeen sets State.StaffSeenAt.
	PutStaffSeen(ctx context.Context, seen time.Time) error
	// PutChatReplies replaces all quick replies.
	PutChatReplies(ctx context.Context, replies []string) error
}
