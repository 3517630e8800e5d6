package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"perimeter/internal/validate"
)

const (
	maxReplies = 30
	maxReply   = 500
)

// Conversation returns a conversation without its messages.
func (c *Chat) Conversation(ctx context.Context, id string) (Conversation, error) {
	return c.store.Conversation(ctx, id)
}

// Thread is a conversation with its messages.
type Thread struct {
	Conversation Conversation `json:"conversation"`
	Messages     []Message    `json:"messages"`
	Notes        []Note       `json:"notes" doc:"What the staff wrote for each other; visitors never see it"`
	Reach        Reach        `json:"reach"`
	Typing       bool         `json:"typing" doc:"Whether the visitor is typing"`
}

// Thread returns a conversation with its messages that have IDs above after.
func (c *Chat) Thread(ctx context.Context, id string, after int64) (Thread, error) {
	conversation, err := c.store.Conversation(ctx, id)
	if err != nil {
		return Thread{}, err
	}
	messages, err := c.messages(ctx, id, after)
	if err != nil {
		return Thread{}, err
	}
	notes, err := c.store.ChatNotes(ctx, id)
	return Thread{
		Conversation: conversation, Messages: messages, Notes: notes,
		Reach: c.reach(conversation.Contact), Typing: c.isTyping(c.store.Typing().At(id, false)),
	}, err
}

// SendAsStaff stores an answer. Visitors see the author's full name or, if it is
// empty, the team's name. Whoever answers first is assigned to the conversation.
func (c *Chat) SendAsStaff(ctx context.Context, author StaffMember, id string, sent NewMessage) (Message, error) {
	if err := sent.validate(); err != nil {
		return Message{}, err
	}
	m := Message{ConversationID: id, Key: sent.Key, Text: sent.Text, Staff: true, Author: author.Name}
	stored, err := c.addMessage(ctx, m, func(tx Tx) (Conversation, error) {
		return answeredBy(ctx, tx, author, id)
	})
	return c.withAuthor(ctx, stored), err
}

// answeredBy returns the conversation, assigned to the author unless somebody is
// already.
func answeredBy(ctx context.Context, tx Tx, author StaffMember, id string) (Conversation, error) {
	conversation, err := tx.Conversations().Get(ctx, id)
	if conversation.Assignee.ID == 0 && author.ID != 0 {
		conversation.Assignee = author
	}
	return conversation, err
}

// ConversationChange is what the staff change in a conversation. A nil field stays as
// it is.
type ConversationChange struct {
	// ReadTo is the newest message that was read. Sending an answer does not imply
	// it: the visitor may have written meanwhile.
	ReadTo *int64
	// Closed lasts until the visitor writes again.
	Closed   *bool
	Assignee *StaffMember
}

// ChangeConversation changes a conversation, all of it or nothing.
func (c *Chat) ChangeConversation(ctx context.Context, id string, change ConversationChange) (changed Conversation, err error) {
	err = c.changeConversation(ctx, id, func(tx Tx, conversation *Conversation) error {
		if change.ReadTo != nil {
			if err := markRead(ctx, tx, conversation, *change.ReadTo); err != nil {
				return err
			}
		}
		if change.Closed != nil {
			conversation.Closed = *change.Closed
		}
		if change.Closed != nil && *change.Closed {
			// Nobody is to be reminded of what is done.
			if err := tx.Notices().DeleteAnswered(ctx, id); err != nil {
				return err
			}
		}
		if change.Assignee != nil {
			conversation.Assignee = *change.Assignee
		}
		changed = *conversation
		return nil
	})
	return changed, err
}

func markRead(ctx context.Context, tx Tx, conversation *Conversation, through int64) error {
	newest, err := tx.Messages().NewestID(ctx, conversation.ID)
	if err != nil {
		return err
	}
	// Messages that do not exist yet cannot have been read.
	conversation.ReadTo = max(conversation.ReadTo, min(through, newest))
	unread, err := tx.Messages().CountUnread(ctx, conversation.ID, conversation.ReadTo)
	if err != nil {
		return err
	}
	read := conversation.Unread - unread
	conversation.Unread = unread
	return tx.AddChatTotals(ctx, 0, -read)
}

// DeleteConversation deletes a conversation for the staff and the visitor.
func (c *Chat) DeleteConversation(ctx context.Context, id string) error {
	return c.store.Change(ctx, id, func(tx Tx) error {
		conversation, err := tx.Conversations().Get(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.AddChatTotals(ctx, -conversation.Bytes, -conversation.Unread); err != nil {
			return err
		}
		return tx.Conversations().Delete(ctx, id)
	})
}

// Replies are the quick replies, and when they were last saved.
type Replies struct {
	Replies   []string  `json:"replies"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// SaveReplies replaces the quick replies. Blank ones are left out. If basedOn is
// not nil, replies that were saved after it are not overwritten.
func (c *Chat) SaveReplies(ctx context.Context, replies []string, basedOn *time.Time) ([]string, error) {
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
		return nil, validate.Field{Name: "replies"}.Invalid(
			fmt.Sprintf("has %d replies; at most %d are possible", len(kept), maxReplies))
	}
	err := c.store.Change(ctx, staffTopic, func(tx Tx) error {
		state, err := tx.ChatState(ctx)
		if err != nil {
			return err
		}
		stored, err := tx.ChatReplies(ctx)
		if err != nil {
			return err
		}
		before, after := Replies{stored, state.RepliesUpdatedAt}, Replies{kept, state.RepliesUpdatedAt}
		if err := validate.BasedOn(basedOn, before.UpdatedAt, before, after); err != nil {
			return err
		}
		return tx.PutChatReplies(ctx, kept, c.clock.Stamp())
	})
	return kept, err
}
