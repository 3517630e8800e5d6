package chat

import (
	"context"
	"time"

	"perimeter/internal/limit"
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
	Messages() MessageStore
	Notices() NoticeStore
	Typing() TypingStore

	Conversation(ctx context.Context, id string) (Conversation, error)
	// Conversations returns the conversations after a position in the order of the
	// inbox. The search finds a part of a message, a note, a name or contact
	// details, without regard to the case of ASCII letters.
	Conversations(ctx context.Context, q ConversationQuery) ([]Summary, error)
	// CountOldConversations returns how many conversations have no message since
	// before.
	CountOldConversations(ctx context.Context, before time.Time) (int64, error)
	// ResumedConversation returns the conversation that a visitor took up through a
	// link, or NotFound if there is none or it has expired.
	ResumedConversation(ctx context.Context, visitor string, now time.Time) (string, error)
	// ChatNotes returns the notes of a conversation in order.
	ChatNotes(ctx context.Context, conversation string) ([]Note, error)

	ChatState(ctx context.Context) (State, error)
	// ChatReplies returns the quick replies in their order.
	ChatReplies(ctx context.Context) ([]string, error)
	// IsAway reports whether the person does not answer visitors at the moment.
	IsAway(ctx context.Context, person int64) (bool, error)
	// Secret returns the random bytes of that name, which are made when they are
	// first asked for. They are the same in every replica and in no backup.
	Secret(ctx context.Context, name string) ([]byte, error)

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

// MessageStore reads messages and their photos.
type MessageStore interface {
	// List returns the conversation's messages with IDs above after, in order.
	List(ctx context.Context, conversation string, after int64) ([]Message, error)
	// ByKey returns the conversation's message with that key.
	ByKey(ctx context.Context, conversation, key string) (Message, error)
	// CountPhotos counts the photos of a conversation.
	CountPhotos(ctx context.Context, conversation string) (PhotoCount, error)
	// Photos returns the photos of all messages, without their files.
	Photos(ctx context.Context) ([]Photo, error)
	// Photo returns the file of a photo.
	Photo(ctx context.Context, id string) ([]byte, error)
	// PhotoOf returns the file of a photo, if it is one of the conversation.
	PhotoOf(ctx context.Context, conversation, id string) ([]byte, error)
}

// TypingStore keeps who is typing. It is kept in memory only, and replicas tell one
// another: a sign that is lost is followed by another within seconds.
type TypingStore interface {
	// At returns when somebody of that side was last typing in the conversation, or
	// the zero time if that is long ago.
	At(conversation string, staff bool) time.Time
	// Put sets it, and signals the subscribers to the conversation, in every replica.
	// The zero time ends it.
	Put(ctx context.Context, conversation string, staff bool, at time.Time) error
	// Changes returns how often it has changed in this process, in any conversation.
	Changes() int64
}

// NoticeStore reads notices and how their deliveries went.
type NoticeStore interface {
	// CountDue returns how many notices of the channel can be claimed.
	CountDue(ctx context.Context, channel string, now time.Time) (int64, error)
	// Deliveries returns how the newest deliveries on each channel went.
	Deliveries(ctx context.Context) ([]Deliveries, error)
}

// Tx is one transaction.
type Tx interface {
	Conversations() ConversationTx
	Messages() MessageTx
	Notes() NoteTx
	Notices() NoticeTx
	Resumption() ResumptionTx
	Uses() limit.Tx

	ChatState(ctx context.Context) (State, error)
	// AddChatTotals changes State.Bytes and State.Unread by that much.
	AddChatTotals(ctx context.Context, bytes, unread int64) error
	// PutStaffSeen sets State.StaffSeenAt.
	PutStaffSeen(ctx context.Context, seen time.Time) error
	// PutAway stores whether the person answers visitors at the moment.
	PutAway(ctx context.Context, person int64, away bool) error
	ChatReplies(ctx context.Context) ([]string, error)
	// PutChatReplies replaces all quick replies, and sets State.RepliesUpdatedAt.
	PutChatReplies(ctx context.Context, replies []string, at time.Time) error
}

// ConversationTx reads and changes conversations.
type ConversationTx interface {
	Get(ctx context.Context, id string) (Conversation, error)
	// CountUnanswered returns how many conversations of the client that began at
	// since or later have no message of the staff.
	CountUnanswered(ctx context.Context, client string, since time.Time) (int64, error)
	// Put inserts the conversation or updates the one with its ID. An update changes
	// neither StartedAt nor Page nor Client.
	Put(ctx context.Context, c Conversation) error
	// Delete deletes the conversation, its messages, photos, notes, notices and
	// links, or returns NotFound.
	Delete(ctx context.Context, id string) error
	// DeleteOld deletes the conversations without a message since before, takes them
	// off State.Bytes and State.Unread, and returns how many they were. The statistics
	// keep when they began and were answered.
	DeleteOld(ctx context.Context, before time.Time) (int64, error)
}

// MessageTx reads and adds messages.
type MessageTx interface {
	ByKey(ctx context.Context, conversation, key string) (Message, error)
	Count(ctx context.Context, conversation string) (int64, error)
	CountPhotos(ctx context.Context, conversation string) (PhotoCount, error)
	// CountUnread returns how many of the visitor's messages have IDs above readTo.
	CountUnread(ctx context.Context, conversation string, readTo int64) (int64, error)
	// NewestID returns the highest ID of the conversation's messages, 0 if it has
	// none.
	NewestID(ctx context.Context, conversation string) (int64, error)
	// AwaitAnswer reports whether the newest message is the visitor's.
	AwaitAnswer(ctx context.Context, conversation string) (bool, error)
	// Add inserts the message, with the file of its photo if it has one, and returns
	// it with its ID and without the file. It returns Conflict if the conversation
	// has a message with that key.
	Add(ctx context.Context, m Message) (Message, error)
}

// NoteTx changes notes.
type NoteTx interface {
	Count(ctx context.Context, conversation string) (int64, error)
	// Add inserts the note and returns it with its ID, or returns NotFound if there
	// is no such conversation.
	Add(ctx context.Context, conversation string, n Note) (Note, error)
	// Delete deletes a note of the conversation, or returns NotFound.
	Delete(ctx context.Context, conversation string, note int64) error
}

// NoticeTx changes notices and records how their deliveries went.
type NoticeTx interface {
	// Put adds the notice. If the conversation has one on the channel for the same
	// reason, its Through and CreatedAt change.
	Put(ctx context.Context, n PendingNotice) error
	// Unclaimed returns the conversation's notices that nobody is sending.
	Unclaimed(ctx context.Context, conversation string, now time.Time) ([]PendingNotice, error)
	// DeleteAnswered deletes the conversation's notices that an answer makes
	// needless.
	DeleteAnswered(ctx context.Context, conversation string) error
	// DeleteSeen deletes the notice to the visitor unless it tells of a newer
	// message.
	DeleteSeen(ctx context.Context, conversation string, through int64) error
	// Claim returns notices that are due, at most limit. No other call returns them
	// before until.
	Claim(ctx context.Context, channel string, now, until time.Time, limit int) ([]PendingNotice, error)
	// Settle deletes the notice, unless Put has changed it since it was claimed.
	Settle(ctx context.Context, n PendingNotice) (settled bool, err error)
	// Reschedule sets DueAt, Attempts and, if it is later, CreatedAt, and lets the
	// notice be claimed again.
	Reschedule(ctx context.Context, n PendingNotice) error
	PutDelivery(ctx context.Context, channel string, at time.Time) error
	PutFailure(ctx context.Context, channel string, at time.Time, reason string) error
}

// ResumptionTx changes what lets visitors take up a conversation in another
// browser.
type ResumptionTx interface {
	PutLink(ctx context.Context, l Link) error
	Link(ctx context.Context, tokenHash [32]byte) (Link, error)
	// UseLink marks the link as used, and reports false if it was used before. Of two
	// concurrent transactions only one gets true.
	UseLink(ctx context.Context, tokenHash [32]byte) (bool, error)
	DeleteLink(ctx context.Context, tokenHash [32]byte) error
	// PutVisitor lets a visitor have the conversation until it expires.
	PutVisitor(ctx context.Context, visitor, conversation string, expires time.Time) error
	// DeleteExpired deletes the links and visitors that expired before.
	DeleteExpired(ctx context.Context, before time.Time) error
}
