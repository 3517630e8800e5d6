package store

import (
	"context"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/store/db"
)

// changeChat runs fn in one transaction that also changes the chat's version,
// and then signals the conversation's subscribers, or all if it is "".
func (s *Store) changeChat(ctx context.Context, conversation string, fn func(tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionTimeout)
	defer cancel()
	err := s.transact(ctx, func(t tx) error {
		// The version is raised first: on PostgreSQL its row lock makes these
		// transactions run one at a time, so that message IDs grow in the order
		// of commits.
		err := t.q.BumpChatVersion(ctx)
		if err == nil {
			err = t.dialect.notify(ctx, t.sql, chatChannel, conversation)
		}
		if err != nil {
			return t.failed(ctx, subject{}, err)
		}
		return fn(t)
	})
	if err != nil {
		return err
	}
	s.changes.chat.signal(conversation)
	return nil
}

// SubscribeChat delivers a signal after each change of the conversation, or of
// any if it is "", until stop.
func (s *Store) SubscribeChat(conversation string) (<-chan struct{}, func()) {
	return s.changes.chat.subscribe(conversation)
}

var conversationSubject = subject{noun: "conversation"}

func conversation(row db.Conversation) chat.Conversation {
	return chat.Conversation{
		ID:        row.ID,
		StartedAt: instant(row.StartedAt),
		UpdatedAt: instant(row.UpdatedAt),
		Closed:    row.Closed,
		ReadTo:    row.ReadTo,
		Name:      row.Name,
		Contact:   row.Contact,
		Page:      row.Page,
		Unread:    row.Unread,
		Client:    row.Client,
		Bytes:     row.Bytes,
		SeenTo:    row.SeenTo,
		MailedTo:  row.MailedTo,
		Assignee:  chat.StaffMember{ID: row.AssigneeID, Name: row.Assignee},
	}
}

func conversationSummary(row db.ListConversationsRow) chat.Summary {
	return chat.Summary{
		Conversation: conversation(row.Conversation),
		LastStaff:    row.LastStaff,
		LastText:     row.LastText,
	}
}

func chatMessage(row db.ChatMessage) chat.Message {
	return chat.Message{
		ID:             row.ID,
		ConversationID: row.ConversationID,
		Key:            row.Key,
		Staff:          row.Staff,
		Author:         row.Author,
		Text:           row.Text,
		SentAt:         instant(row.SentAt),
		Photo:          chatPhoto(row),
	}
}

func (r reader) ChatState(ctx context.Context) (chat.State, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	row, err := r.q.GetChatState(ctx)
	if err != nil {
		return chat.State{}, r.failed(ctx, subject{}, err)
	}
	return chat.State{
		Version: row.Version, StaffSeenAt: instant(row.StaffSeenAt), Bytes: row.Bytes, Unread: row.Unread,
		RepliesUpdatedAt: optionalInstant(row.RepliesUpdatedAt),
	}, nil
}

func (r reader) ChatReplies(ctx context.Context) ([]string, error) {
	return all(ctx, r, r.q.ListChatReplies, same)
}

func (r reader) Conversation(ctx context.Context, id string) (chat.Conversation, error) {
	return one(ctx, r, conversationSubject, r.q.GetConversation, id, conversation)
}

func (r reader) Conversations(ctx context.Context, q chat.ConversationQuery) ([]chat.Summary, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.ListConversationsRow, error) {
		return r.q.ListConversations(ctx, db.ListConversationsParams{
			AfterUnread:    q.After.Unread,
			AfterUpdatedAt: micros(q.After.UpdatedAt),
			AfterID:        q.After.ID,
			Pattern:        containing(q.Search),
			LimitedTo:      int32(min(q.Limit, 1_000)),
		})
	}, conversationSummary)
}

// messages is the messages, inside or outside a transaction.
type messages struct{ reader }

// Messages returns the messages and their photos.
func (s *Store) Messages() chat.MessageStore { return messages{s.reader} }

// messageTx is the messages in a transaction.
type messageTx struct {
	messages
	tx tx
}

func (t tx) Messages() chat.MessageTx { return messageTx{messages{t.reader}, t} }

func (r messages) List(ctx context.Context, conversation string, after int64) ([]chat.Message, error) {
	return all(ctx, r.reader, func(ctx context.Context) ([]db.ChatMessage, error) {
		return r.q.ListChatMessages(ctx, db.ListChatMessagesParams{ConversationID: conversation, ID: after})
	}, chatMessage)
}

func (r messages) ByKey(ctx context.Context, conversation, key string) (chat.Message, error) {
	return one(ctx, r.reader, subject{noun: "message"}, r.q.GetChatMessage,
		db.GetChatMessageParams{ConversationID: conversation, Key: key}, chatMessage)
}

func (r messages) Count(ctx context.Context, conversation string) (int64, error) {
	return one(ctx, r.reader, conversationSubject, r.q.CountChatMessages, conversation, same)
}

func (r messages) NewestID(ctx context.Context, conversation string) (int64, error) {
	return one(ctx, r.reader, conversationSubject, r.q.NewestChatMessage, conversation, same)
}

func (r messages) CountUnread(ctx context.Context, conversation string, readTo int64) (int64, error) {
	return one(ctx, r.reader, conversationSubject, r.q.CountUnreadMessages,
		db.CountUnreadMessagesParams{ConversationID: conversation, ID: readTo}, same)
}

// conversationTx is the conversations in a transaction.
type conversationTx struct{ tx }

func (t tx) Conversations() chat.ConversationTx { return conversationTx{t} }

func (t conversationTx) Get(ctx context.Context, id string) (chat.Conversation, error) {
	return t.Conversation(ctx, id)
}

func (t conversationTx) CountUnanswered(ctx context.Context, client string, since time.Time) (int64, error) {
	return one(ctx, t.reader, subject{}, t.q.CountUnansweredConversations,
		db.CountUnansweredConversationsParams{Client: client, StartedAt: micros(since)}, same)
}

func (r reader) CountOldConversations(ctx context.Context, before time.Time) (int64, error) {
	return one(ctx, r, subject{}, r.q.CountOldConversations, micros(before), same)
}

func (t conversationTx) Put(ctx context.Context, c chat.Conversation) error {
	return exec(ctx, t.tx, conversationSubject, t.q.PutConversation, db.PutConversationParams{
		ID:        c.ID,
		StartedAt: micros(c.StartedAt),
		UpdatedAt: micros(c.UpdatedAt),
		Closed:    c.Closed,
		ReadTo:    c.ReadTo,
		Name:      c.Name,
		Contact:   c.Contact,
		Page:      c.Page,
		Client:    c.Client,
		Bytes:     c.Bytes,
		Unread:    c.Unread,
		SeenTo:    c.SeenTo,
		MailedTo:  c.MailedTo,

		AssigneeID: c.Assignee.ID,
		Assignee:   c.Assignee.Name,
	})
}

func (t messageTx) Add(ctx context.Context, m chat.Message) (chat.Message, error) {
	s := subject{noun: "conversation", field: "key", value: m.Key}
	photo := chat.Photo{}
	if m.Photo != nil {
		photo = *m.Photo
		if err := t.addPhoto(ctx, m); err != nil {
			return chat.Message{}, err
		}
	}
	return one(ctx, t.reader, s, t.q.InsertChatMessage, db.InsertChatMessageParams{
		ConversationID: m.ConversationID,
		Key:            m.Key,
		Staff:          m.Staff,
		SentAt:         micros(m.SentAt),
		Author:         m.Author,
		Text:           m.Text,
		PhotoID:        photo.ID,
		PhotoWidth:     photo.Width,
		PhotoHeight:    photo.Height,
	}, chatMessage)
}

func (t conversationTx) Delete(ctx context.Context, id string) error {
	if err := exec(ctx, t.tx, noticeSubject, t.q.DeleteNotices, id); err != nil {
		return err
	}
	// A later conversation of the same visitor would have the same ID.
	if err := exec(ctx, t.tx, chatLinkSubject, t.q.DeleteConversationLinks, id); err != nil {
		return err
	}
	return affect(ctx, t.tx, conversationSubject, t.q.DeleteConversation, id)
}

func (t conversationTx) DeleteOld(ctx context.Context, before time.Time) (int64, error) {
	*t.essential = true
	if err := exec(ctx, t.tx, noticeSubject, t.q.DeleteOldNotices, micros(before)); err != nil {
		return 0, err
	}
	if err := exec(ctx, t.tx, subject{}, t.q.KeepConversationStarts, micros(before)); err != nil {
		return 0, err
	}
	deleted, err := t.q.DeleteOldConversations(ctx, micros(before))
	if err != nil {
		return 0, t.failed(ctx, subject{}, err)
	}
	var bytes, unread int64
	for _, c := range deleted {
		bytes, unread = bytes+c.Bytes, unread+c.Unread
	}
	return int64(len(deleted)), t.AddChatTotals(ctx, -bytes, -unread)
}

func (t tx) AddChatTotals(ctx context.Context, bytes, unread int64) error {
	return exec(ctx, t, subject{}, t.q.AddChatTotals, db.AddChatTotalsParams{Bytes: bytes, Unread: unread})
}

func (t tx) PutStaffSeen(ctx context.Context, seen time.Time) error {
	return exec(ctx, t, subject{}, t.q.PutStaffSeen, micros(seen))
}

func (t tx) PutChatReplies(ctx context.Context, replies []string, at time.Time) error {
	return exec(ctx, t, subject{noun: "reply"}, func(ctx context.Context, replies []string) error {
		if err := t.q.PutRepliesUpdated(ctx, micros(at)); err != nil {
			return err
		}
		if err := t.q.DeleteChatReplies(ctx); err != nil {
			return err
		}
		for i, text := range replies {
			if err := t.q.InsertChatReply(ctx, db.InsertChatReplyParams{ID: int64(i + 1), Text: text}); err != nil {
				return err
			}
		}
		return nil
	}, replies)
}
