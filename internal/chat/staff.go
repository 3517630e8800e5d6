package chat

import (
	"context"
	"strings"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

const (
	// maxListed is how many conversations the inbox lists. Older ones are
	// deleted when their retention ends.
	maxListed  = 200
	maxReplies = 30
	maxReply   = 500
)

// Inbox is what the staff see first.
type Inbox struct {
	Conversations []Summary `json:"conversations" doc:"Those with the newest messages first"`
	Replies       []string  `json:"replies" doc:"Texts that the staff keep at hand"`
}

// Inbox returns the newest conversations and the quick replies.
func (c *Chat) Inbox(ctx context.Context) (Inbox, error) {
	conversations, err := c.store.Conversations(ctx, maxListed)
	if err != nil {
		return Inbox{}, err
	}
	replies, err := c.store.ChatReplies(ctx)
	return Inbox{conversations, replies}, err
}

// Conversation returns a conversation without its messages.
func (c *Chat) Conversation(ctx context.Context, id string) (Conversation, error) {
	return c.store.Conversation(ctx, id)
}

// Thread is a conversation with its messages.
type Thread struct {
	Conversation Conversation `json:"conversation"`
	Messages     []Message    `json:"messages"`
}

// Thread returns a conversation with its messages that have IDs above after.
func (c *Chat) Thread(ctx context.Context, id string, after int64) (Thread, error) {
	conversation, err := c.store.Conversation(ctx, id)
	if err != nil {
		return Thread{}, err
	}
	messages, err := c.store.ChatMessages(ctx, id, after)
	return Thread{conversation, messages}, err
}

// SendAsStaff stores an answer. The author is the name that visitors see.
func (c *Chat) SendAsStaff(ctx context.Context, author, id string, draft MessageDraft) (Message, error) {
	if err := draft.validate(); err != nil {
		return Message{}, err
	}
	m := Message{ConversationID: id, Key: draft.Key, Text: draft.Text, Staff: true, Author: author}
	return c.addMessage(ctx, m, func(tx Tx) (Conversation, error) { return tx.Conversation(ctx, id) })
}

// MarkRead records that the staff have read the messages up to an ID. Sending an
// answer does not imply it: the visitor may have written meanwhile.
func (c *Chat) MarkRead(ctx context.Context, id string, through int64) error {
	return c.changeConversation(ctx, id, func(tx Tx, conversation *Conversation) error {
		newest, err := tx.NewestChatMessage(ctx, id)
		// Messages that do not exist yet cannot have been read.
		conversation.ReadTo = max(conversation.ReadTo, min(through, newest))
		return err
	})
}

// SetClosed closes a conversation until the visitor writes again, or reopens it.
func (c *Chat) SetClosed(ctx context.Context, id string, closed bool) error {
	return c.changeConversation(ctx, id, func(_ Tx, conversation *Conversation) error {
		conversation.Closed = closed
		return nil
	})
}

// DeleteConversation deletes a conversation for the staff and the visitor.
func (c *Chat) DeleteConversation(ctx context.Context, id string) error {
	return c.store.Change(ctx, id, func(tx Tx) error { return tx.DeleteConversation(ctx, id) })
}

// SaveReplies replaces the quick replies. Blank ones are left out.
func (c *Chat) SaveReplies(ctx context.Context, replies []string) ([]string, error) {
	if replies == nil {
		return nil, validate.Field{Name: "replies"}.Invalid("is required")
	}
	kept := []string{}
	for _, reply := range replies {
		reply = strings.TrimSpace(reply)
		if reply == "" {
			continue
		}
		if err := (validate.Field{Name: "replies", Value: reply}).Within(maxReply); err != nil {
			return nil, err
		}
		kept = append(kept, reply)
	}
	if len(kept) > maxReplies {
		return nil, errs.Errorf(errs.Invalid, "At most %d replies can be kept at hand.", maxReplies)
	}
	err := c.store.Change(ctx, "", func(tx Tx) error { return tx.PutChatReplies(ctx, kept) })
	return kept, err
}

// onlineHeartbeats is how many heartbeats may pass without a sign of the staff
// before they count as offline.
const onlineHeartbeats = 3

// staffOnline reports whether somebody on the staff looked at the back office a
// moment ago.
func (c *Chat) staffOnline(state State) bool {
	return c.clock.Stamp().Sub(state.StaffSeenAt) < onlineHeartbeats*c.heartbeat
}

// recordPresence records that somebody on the staff looks at the back office. If
// the staff were offline, visitors learn of it at once.
func (c *Chat) recordPresence(ctx context.Context) error {
	state, err := c.store.ChatState(ctx)
	if err != nil {
		return err
	}
	now := c.clock.Stamp()
	if now.Sub(state.StaffSeenAt) < c.heartbeat/2 {
		return nil // another window has just recorded it
	}
	record := func(tx Tx) error { return tx.PutStaffSeen(ctx, now) }
	if c.staffOnline(state) {
		return c.store.Write(ctx, record)
	}
	return c.store.Change(ctx, "", record)
}
