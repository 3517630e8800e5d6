package site

import (
	"context"
	"strings"
	"time"
)

const (
	// listedConversations is how many conversations the staff see; those before
	// them end with the retention.
	listedConversations = 200
	mostChatReplies     = 30
	maxChatReply        = 500
)

// Inbox is what the staff see at first sight.
type Inbox struct {
	Conversations []ConversationSummary `json:"conversations" doc:"Those with the newest messages first"`
	Replies       []string              `json:"replies" doc:"Texts that the staff keep at hand"`
}

// ChatInbox returns the conversations and the texts at hand.
func (s *Site) ChatInbox(ctx context.Context) (Inbox, error) {
	conversations, err := s.store.Conversations(ctx, listedConversations)
	if err != nil {
		return Inbox{}, err
	}
	replies, err := s.store.ChatReplies(ctx)
	return Inbox{conversations, replies}, err
}

// Thread is a conversation with its messages.
type Thread struct {
	Conversation Conversation  `json:"conversation"`
	Messages     []ChatMessage `json:"messages"`
}

// ChatThread returns a conversation with its messages after the one given.
func (s *Site) ChatThread(ctx context.Context, id string, after int64) (Thread, error) {
	conversation, err := s.store.Conversation(ctx, id)
	if err != nil {
		return Thread{}, err
	}
	messages, err := s.store.ChatMessages(ctx, id, after)
	return Thread{conversation, messages}, err
}

// SendAsStaff keeps an answer.
func (s *Site) SendAsStaff(ctx context.Context, user User, id string, w Words) (ChatMessage, error) {
	if err := w.check(); err != nil {
		return ChatMessage{}, err
	}
	author := user.FullName
	if author == "" {
		author = user.Username
	}
	m := ChatMessage{ConversationID: id, Key: w.Key, Text: w.Text, Staff: true, Author: author}
	return s.keepMessage(ctx, m, func(tx Tx) (Conversation, error) { return tx.Conversation(ctx, id) })
}

// MarkChatRead says that the staff have read the messages up to one. An answer
// does not say so: the visitor may have written while it was typed.
func (s *Site) MarkChatRead(ctx context.Context, id string, through int64) error {
	thread, err := s.ChatThread(ctx, id, 0)
	if err != nil {
		return err
	}
	if n := len(thread.Messages); n > 0 { // what comes later nobody can have read
		through = min(through, thread.Messages[n-1].ID)
	}
	return s.changeConversation(ctx, id, func(c *Conversation) { c.ReadTo = max(c.ReadTo, through) })
}

// CloseConversation closes a conversation, until the visitor writes again, or
// opens it.
func (s *Site) CloseConversation(ctx context.Context, id string, closed bool) error {
	return s.changeConversation(ctx, id, func(c *Conversation) { c.Closed = closed })
}

// DeleteConversation deletes a conversation for the staff and the visitor.
func (s *Site) DeleteConversation(ctx context.Context, id string) error {
	return s.store.Chat(ctx, id, func(tx Tx) error { return tx.DeleteConversation(ctx, id) })
}

// SaveChatReplies replaces the texts that the staff keep at hand; empty ones are
// left out.
func (s *Site) SaveChatReplies(ctx context.Context, replies []string) ([]string, error) {
	if replies == nil {
		return nil, field{name: "replies"}.invalid("is required")
	}
	kept := []string{}
	for _, reply := range replies {
		reply = strings.TrimSpace(reply)
		if reply == "" {
			continue
		}
		if err := (field{"replies", reply}).within(maxChatReply); err != nil {
			return nil, err
		}
		kept = append(kept, reply)
	}
	if len(kept) > mostChatReplies {
		return nil, Errorf(Invalid, "At most %d replies can be kept at hand.", mostChatReplies)
	}
	err := s.store.Chat(ctx, "", func(tx Tx) error { return tx.PutChatReplies(ctx, kept) })
	return kept, err
}

// staffIsOnline reports whether somebody on the staff was at the dashboard a
// moment ago.
func (s *Site) staffIsOnline(state ChatState) bool {
	return s.stamp().Sub(state.StaffSeenAt) < presenceBeats*s.chat.beat
}

// attend says that somebody on the staff is at the dashboard. Visitors are told
// at once when nobody was.
func (s *Site) attend(ctx context.Context) error {
	state, err := s.store.ChatState(ctx)
	if err != nil {
		return err
	}
	now := s.stamp()
	if now.Sub(state.StaffSeenAt) < s.chat.beat/2 {
		return nil // another window has just said so
	}
	say := func(tx Tx) error { return tx.PutStaffSeen(ctx, now) }
	if s.staffIsOnline(state) {
		return s.store.Write(ctx, say)
	}
	return s.store.Chat(ctx, "", say)
}

// checkAdmin reports whether the session of the token has ended or changed hands.
// Unlike Authenticate it does not prolong the session: an open window alone is no
// use of it.
func (s *Site) checkAdmin(ctx context.Context, token string) error {
	_, user, err := s.sessionOf(ctx, token, s.stamp())
	if err == nil && user.Role != RoleAdmin {
		return Errorf(Forbidden, "Only administrators may do this.")
	}
	return err
}

// presenceBeats is after how many beats without a sign nobody is there.
const presenceBeats = time.Duration(3)
