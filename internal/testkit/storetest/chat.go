package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/site"
)

func aConversation(id string) chat.Conversation {
	return chat.Conversation{ID: id, StartedAt: noon, UpdatedAt: noon, Page: "/services"}
}

func aMessage(conversation, key string) chat.Message {
	return chat.Message{ConversationID: conversation, Key: key, Text: "Größe 白蟻 🐜\n'\"\\ <b>", SentAt: noon}
}

// change runs fn in a transaction of the chat, which must succeed.
func change(t *testing.T, s Stores, conversation string, fn func(tx chat.Tx) error) {
	t.Helper()
	if err := s.Chat().Change(t.Context(), conversation, fn); err != nil {
		t.Fatalf("Change: %v", err)
	}
}

func countMessages(t *testing.T, s Stores, conversation string) int64 {
	t.Helper()
	return must(get(t, s.Chat().Write, chat.Tx.CountChatMessages, conversation))(t)
}

func messageByKey(t *testing.T, s Stores, conversation, key string) (chat.Message, error) {
	t.Helper()
	return get(t, s.Chat().Write, func(tx chat.Tx, ctx context.Context, key string) (chat.Message, error) {
		return tx.ChatMessageByKey(ctx, conversation, key)
	}, key)
}

// converse makes the conversation and adds a message for each key.
func converse(t *testing.T, s Stores, c chat.Conversation, keys ...string) []chat.Message {
	t.Helper()
	added := []chat.Message{}
	change(t, s, c.ID, func(tx chat.Tx) error {
		if err := tx.PutConversation(t.Context(), c); err != nil {
			return err
		}
		for _, key := range keys {
			m, err := tx.AddChatMessage(t.Context(), aMessage(c.ID, key))
			if err != nil {
				return err
			}
			added = append(added, m)
		}
		return nil
	})
	return added
}

func signalled(signals <-chan struct{}) bool {
	select {
	case <-signals:
		return true
	default:
		return false
	}
}

var chatTests = []test{
	{"an empty store has no conversations, but replies at hand", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, must(s.Chat().Conversations(ctx, 10))(t), []chat.Summary{})
		same(t, must(s.Chat().ChatMessages(ctx, "a", 0))(t), []chat.Message{})
		same(t, countMessages(t, s, "a"), int64(0))
		if len(must(s.Chat().ChatReplies(ctx))(t)) == 0 {
			t.Error("no replies are at hand")
		}
		_, err := s.Chat().Conversation(ctx, "a")
		failsWith(t, err, errs.NotFound)
		_, err = messageByKey(t, s, "a", "k")
		failsWith(t, err, errs.NotFound)
		failsWith(t, s.Chat().Change(ctx, "a", func(tx chat.Tx) error { return tx.DeleteConversation(ctx, "a") }), errs.NotFound)
	}},

	{"a conversation is kept as it was put, but for how it began", func(t *testing.T, s Stores) {
		c := aConversation("a")
		converse(t, s, c, "k")
		same(t, must(s.Chat().Conversation(t.Context(), "a"))(t), c)
		changed := chat.Conversation{
			ID: "a", StartedAt: noon.Add(time.Hour), UpdatedAt: noon.Add(time.Minute), Closed: true,
			ReadTo: 7, Name: "Sam", Contact: "sam@example.com", Page: "/other",
		}
		converse(t, s, changed)
		changed.StartedAt, changed.Page = c.StartedAt, c.Page
		same(t, must(s.Chat().Conversation(t.Context(), "a"))(t), changed)
	}},

	{"messages are listed in order, from any of them on", func(t *testing.T, s Stores) {
		ctx := t.Context()
		messages := converse(t, s, aConversation("a"), "1", "2")
		converse(t, s, aConversation("b"), "1")
		messages = append(messages, converse(t, s, aConversation("a"), "3")...)
		if !slices.IsSortedFunc(messages, func(a, b chat.Message) int { return int(a.ID - b.ID) }) {
			t.Errorf("ids do not grow: %+v", messages)
		}
		same(t, must(s.Chat().ChatMessages(ctx, "a", 0))(t), messages)
		same(t, must(s.Chat().ChatMessages(ctx, "a", messages[0].ID))(t), messages[1:])
		same(t, must(s.Chat().ChatMessages(ctx, "a", messages[2].ID))(t), []chat.Message{})
		same(t, must(messageByKey(t, s, "a", "2"))(t), messages[1])
		same(t, countMessages(t, s, "a"), int64(3))
	}},

	{"a key is taken only once in a conversation", func(t *testing.T, s Stores) {
		converse(t, s, aConversation("a"), "k")
		converse(t, s, aConversation("b"), "k")
		err := s.Chat().Change(t.Context(), "a", func(tx chat.Tx) error {
			_, err := tx.AddChatMessage(t.Context(), aMessage("a", "k"))
			return err
		})
		failsWith(t, err, errs.Conflict)
	}},

	{"a message needs its conversation", func(t *testing.T, s Stores) {
		err := s.Chat().Change(t.Context(), "a", func(tx chat.Tx) error {
			_, err := tx.AddChatMessage(t.Context(), aMessage("a", "k"))
			return err
		})
		failsWith(t, err, errs.NotFound)
	}},

	{"the list has the newest first, what was said last and what is unread", func(t *testing.T, s Stores) {
		older, newer := aConversation("a"), aConversation("b")
		newer.UpdatedAt = noon.Add(time.Minute)
		messages := converse(t, s, newer, "1", "2", "3")
		newer.ReadTo = messages[0].ID
		converse(t, s, newer)
		converse(t, s, older, "1")
		reply := aMessage("a", "2")
		reply.Staff, reply.Author, reply.Text = true, "Pat", "Hello"
		change(t, s, "a", func(tx chat.Tx) error {
			_, err := tx.AddChatMessage(t.Context(), reply)
			return err
		})
		want := []chat.Summary{
			{Conversation: newer, Unread: 2, LastText: messages[2].Text},
			{Conversation: older, Unread: 1, LastStaff: true, LastText: "Hello"},
		}
		same(t, must(s.Chat().Conversations(t.Context(), 10))(t), want)
		same(t, must(s.Chat().Conversations(t.Context(), 1))(t), want[:1])
	}},

	{"conversations are deleted with their messages, one by one or by age", func(t *testing.T, s Stores) {
		ctx := t.Context()
		old, recent := aConversation("old"), aConversation("recent")
		recent.UpdatedAt = noon.Add(time.Microsecond)
		for _, c := range []chat.Conversation{old, recent, aConversation("chosen")} {
			converse(t, s, c, "k")
		}
		change(t, s, "chosen", func(tx chat.Tx) error { return tx.DeleteConversation(ctx, "chosen") })
		same(t, must(s.Chat().CountOldConversations(ctx, recent.UpdatedAt))(t), int64(1))
		var deleted int64
		write(t, s.Chat(), func(tx chat.Tx) (err error) {
			deleted, err = tx.DeleteOldConversations(ctx, recent.UpdatedAt)
			return err
		})
		same(t, deleted, int64(1))
		same(t, must(s.Chat().CountOldConversations(ctx, recent.UpdatedAt))(t), int64(0))
		for id, want := range map[string]int64{"old": 0, "chosen": 0, "recent": 1} {
			same(t, countMessages(t, s, id), want)
		}
	}},

	{"the presence of the staff and the replies at hand are kept", func(t *testing.T, s Stores) {
		ctx := t.Context()
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.PutStaffSeen(ctx, noon) })
		same(t, must(s.Chat().ChatState(ctx))(t).StaffSeenAt, noon)
		for _, replies := range [][]string{{"b", "a"}, {"c"}, {}} {
			change(t, s, "", func(tx chat.Tx) error { return tx.PutChatReplies(ctx, replies) })
			same(t, must(s.Chat().ChatReplies(ctx))(t), replies)
		}
	}},

	{"every change of a conversation changes the version, and nothing else does", func(t *testing.T, s Stores) {
		version := func() int64 { return must(s.Chat().ChatState(t.Context()))(t).Version }
		published := revision(t, s)
		first := version()
		converse(t, s, aConversation("a"), "k")
		second := version()
		if second == first {
			t.Error("a message did not change the version")
		}
		publish(t, s.Site(), func(site.Tx) error { return nil })
		same(t, version(), second)
		failed := errors.New("no")
		if err := s.Chat().Change(t.Context(), "a", func(chat.Tx) error { return failed }); !errors.Is(err, failed) {
			t.Errorf("Chat returned %v", err)
		}
		same(t, version(), second)
		same(t, revision(t, s), published+1)
	}},

	{"who follows a conversation is told of its changes and of those of all", func(t *testing.T, s Stores) {
		a, stop := s.Chat().SubscribeChat("a")
		defer stop()
		everything, stopAll := s.Chat().SubscribeChat("")
		defer stopAll()
		gone, stopGone := s.Chat().SubscribeChat("a")
		stopGone()

		converse(t, s, aConversation("a"), "k")
		<-a
		<-everything
		if signalled(gone) {
			t.Error("somebody who left was signalled")
		}
		change(t, s, "", func(chat.Tx) error { return nil })
		<-a
		<-everything
	}},

	{"messages sent at once are all kept, and seen in the order of their ids", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, aConversation("a"), "first")
		var senders sync.WaitGroup
		for i := range 8 {
			senders.Go(func() {
				err := s.Chat().Change(ctx, "a", func(tx chat.Tx) error {
					_, err := tx.AddChatMessage(ctx, aMessage("a", fmt.Sprint(i)))
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		// A reader that goes on from what it has seen must miss nothing.
		seen, after := 0, int64(0)
		for seen < 9 {
			for _, m := range must(s.Chat().ChatMessages(ctx, "a", after))(t) {
				seen, after = seen+1, m.ID
			}
		}
		senders.Wait()
		same(t, countMessages(t, s, "a"), int64(seen))
	}},
}
