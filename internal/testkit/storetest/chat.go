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
	"perimeter/internal/testkit"
)

func newConversation(id string) chat.Conversation {
	return chat.Conversation{ID: id, StartedAt: noon, UpdatedAt: noon, Page: "/services", Client: "client"}
}

func newMessage(conversation, key string) chat.Message {
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
	return testkit.Must(get(t, s.Chat().Write, func(tx chat.Tx, ctx context.Context, id string) (int64, error) { return tx.Messages().Count(ctx, id) }, conversation))(t)
}

func messageByKey(t *testing.T, s Stores, conversation, key string) (chat.Message, error) {
	t.Helper()
	return get(t, s.Chat().Write, func(tx chat.Tx, ctx context.Context, key string) (chat.Message, error) {
		return tx.Messages().ByKey(ctx, conversation, key)
	}, key)
}

// converse stores the conversation and adds a message for each key.
func converse(t *testing.T, s Stores, c chat.Conversation, keys ...string) []chat.Message {
	t.Helper()
	added := []chat.Message{}
	change(t, s, c.ID, func(tx chat.Tx) error {
		if err := tx.Conversations().Put(t.Context(), c); err != nil {
			return err
		}
		for _, key := range keys {
			m, err := tx.Messages().Add(t.Context(), newMessage(c.ID, key))
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
	{"an empty store has no conversations, but quick replies", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, testkit.Must(s.Chat().Conversations(ctx, chat.ConversationQuery{After: chat.InboxStart, Limit: 10}))(t), []chat.Summary{})
		same(t, testkit.Must(s.Chat().Messages().List(ctx, "a", 0))(t), []chat.Message{})
		same(t, countMessages(t, s, "a"), int64(0))
		if len(testkit.Must(s.Chat().ChatReplies(ctx))(t)) == 0 {
			t.Error("there are no quick replies")
		}
		_, err := s.Chat().Conversation(ctx, "a")
		wantError(t, err, errs.NotFound)
		_, err = messageByKey(t, s, "a", "k")
		wantError(t, err, errs.NotFound)
		wantError(t, s.Chat().Change(ctx, "a", func(tx chat.Tx) error { return tx.Conversations().Delete(ctx, "a") }), errs.NotFound)
	}},

	{"an update does not change how a conversation began", func(t *testing.T, s Stores) {
		c := newConversation("a")
		converse(t, s, c, "k")
		same(t, testkit.Must(s.Chat().Conversation(t.Context(), "a"))(t), c)
		changed := chat.Conversation{
			ID: "a", StartedAt: noon.Add(time.Hour), UpdatedAt: noon.Add(time.Minute), Closed: true,
			ReadTo: 7, Name: "Sam", Contact: "sam@example.com", Page: "/other", Unread: 3, Client: "other", Bytes: 9,
			SeenTo: 6, MailedTo: 5, Assignee: chat.StaffMember{ID: 4, Name: "Pat"},
		}
		converse(t, s, changed)
		changed.StartedAt, changed.Page, changed.Client = c.StartedAt, c.Page, c.Client
		same(t, testkit.Must(s.Chat().Conversation(t.Context(), "a"))(t), changed)
	}},

	{"messages are listed in order, after any of them", func(t *testing.T, s Stores) {
		ctx := t.Context()
		messages := converse(t, s, newConversation("a"), "1", "2")
		converse(t, s, newConversation("b"), "1")
		messages = append(messages, converse(t, s, newConversation("a"), "3")...)
		if !slices.IsSortedFunc(messages, func(a, b chat.Message) int { return int(a.ID - b.ID) }) {
			t.Errorf("ids do not grow: %+v", messages)
		}
		same(t, testkit.Must(s.Chat().Messages().List(ctx, "a", 0))(t), messages)
		same(t, testkit.Must(s.Chat().Messages().List(ctx, "a", messages[0].ID))(t), messages[1:])
		same(t, testkit.Must(s.Chat().Messages().List(ctx, "a", messages[2].ID))(t), []chat.Message{})
		same(t, testkit.Must(messageByKey(t, s, "a", "2"))(t), messages[1])
		same(t, countMessages(t, s, "a"), int64(3))
	}},

	{"a message key is unique in a conversation", func(t *testing.T, s Stores) {
		converse(t, s, newConversation("a"), "k")
		converse(t, s, newConversation("b"), "k")
		err := s.Chat().Change(t.Context(), "a", func(tx chat.Tx) error {
			_, err := tx.Messages().Add(t.Context(), newMessage("a", "k"))
			return err
		})
		wantError(t, err, errs.Conflict)
	}},

	{"a message needs a conversation", func(t *testing.T, s Stores) {
		err := s.Chat().Change(t.Context(), "a", func(tx chat.Tx) error {
			_, err := tx.Messages().Add(t.Context(), newMessage("a", "k"))
			return err
		})
		wantError(t, err, errs.NotFound)
	}},

	{"conversations are listed unread first, then newest first, with the last message", func(t *testing.T, s Stores) {
		list := func(after chat.Position, limit int) []chat.Summary {
			t.Helper()
			return testkit.Must(s.Chat().Conversations(t.Context(), chat.ConversationQuery{After: after, Limit: limit}))(t)
		}
		var want []chat.Summary
		for _, c := range []struct {
			id      string
			unread  int64
			minutes time.Duration
		}{{"e", 1, 0}, {"d", 2, -1}, {"c", 9, -9}, {"b", 0, 5}, {"a", 0, 5}, {"f", 0, 1}} {
			conversation := newConversation(c.id)
			conversation.Unread, conversation.UpdatedAt = c.unread, noon.Add(c.minutes*time.Minute)
			messages := converse(t, s, conversation, "1", "2")
			want = append(want, chat.Summary{Conversation: conversation, LastText: messages[1].Text})
		}
		reply := newMessage("a", "3")
		reply.Staff, reply.Author, reply.Text = true, "Pat", "Hello"
		change(t, s, "a", func(tx chat.Tx) error {
			_, err := tx.Messages().Add(t.Context(), reply)
			return err
		})
		want[4].LastStaff, want[4].LastText = true, "Hello"
		same(t, list(chat.InboxStart, 10), want)
		same(t, list(chat.InboxStart, 2), want[:2])
		for i, c := range want {
			after := chat.Position{Unread: c.Unread > 0, UpdatedAt: c.UpdatedAt, ID: c.ID}
			same(t, list(after, 10), want[i+1:])
		}
	}},

	{"conversations are found by name, contact, messages and notes", func(t *testing.T, s Stores) {
		ants, bees := newConversation("ants"), newConversation("bees")
		bees.Name, bees.Contact = "Bea 100%", "bea_b@example.com"
		converse(t, s, ants, "1")
		converse(t, s, bees, "1")
		message := newMessage("ants", "2")
		message.Text = "Ants in the KITCHEN"
		change(t, s, "ants", func(tx chat.Tx) error {
			if _, err := tx.Messages().Add(t.Context(), message); err != nil {
				return err
			}
			_, err := tx.Notes().Add(t.Context(), "ants", chat.Note{WrittenAt: noon, Author: "Pat", Text: "Has a DOG"})
			return err
		})
		for search, want := range map[string][]string{
			"": {"bees", "ants"}, "kitchen": {"ants"}, "dog": {"ants"}, "pat": {}, "BEA": {"bees"}, "_b@": {"bees"}, "100%": {"bees"}, "1%0": {},
			"白蟻": {"bees", "ants"}, "wasps": {}, "'": {"bees", "ants"},
		} {
			found := []string{}
			query := chat.ConversationQuery{Search: search, After: chat.InboxStart, Limit: 10}
			for _, c := range testkit.Must(s.Chat().Conversations(t.Context(), query))(t) {
				found = append(found, c.ID)
			}
			if !slices.Equal(found, want) {
				t.Errorf("%q found %v, want %v", search, found, want)
			}
		}
	}},

	{"unread messages and unanswered conversations are counted", func(t *testing.T, s Stores) {
		ctx := t.Context()
		early, other := newConversation("early"), newConversation("other")
		early.StartedAt, other.Client = noon.Add(-time.Hour), "another client"
		for _, c := range []chat.Conversation{early, other, newConversation("answered"), newConversation("waiting")} {
			converse(t, s, c, "1", "2")
		}
		reply := newMessage("answered", "3")
		reply.Staff = true
		var messages []chat.Message
		change(t, s, "answered", func(tx chat.Tx) error {
			_, err := tx.Messages().Add(ctx, reply)
			return err
		})
		messages = testkit.Must(s.Chat().Messages().List(ctx, "answered", 0))(t)
		write(t, s.Chat(), func(tx chat.Tx) error {
			for after, want := range map[int64]int64{0: 2, messages[0].ID: 1, messages[1].ID: 0} {
				same(t, testkit.Must(tx.Messages().CountUnread(ctx, "answered", after))(t), want)
			}
			same(t, testkit.Must(tx.Conversations().CountUnanswered(ctx, "client", noon))(t), int64(1))
			same(t, testkit.Must(tx.Conversations().CountUnanswered(ctx, "client", noon.Add(-time.Hour)))(t), int64(2))
			same(t, testkit.Must(tx.Conversations().CountUnanswered(ctx, "nobody", time.Time{}))(t), int64(0))
			return nil
		})
	}},

	{"the sums over all conversations are changed, also when old ones are deleted", func(t *testing.T, s Stores) {
		ctx := t.Context()
		sums := func() [2]int64 {
			state := testkit.Must(s.Chat().ChatState(ctx))(t)
			return [2]int64{state.Bytes, state.Unread}
		}
		same(t, sums(), [2]int64{0, 0})
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.AddChatTotals(ctx, 700, 3) })
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.AddChatTotals(ctx, -100, -1) })
		same(t, sums(), [2]int64{600, 2})
		deleteOld := func() {
			write(t, s.Chat(), func(tx chat.Tx) error {
				_, err := tx.Conversations().DeleteOld(ctx, noon.Add(time.Second))
				return err
			})
		}
		deleteOld() // there are none
		same(t, sums(), [2]int64{600, 2})
		a, b, recent := newConversation("a"), newConversation("b"), newConversation("recent")
		a.Bytes, a.Unread, b.Bytes = 10, 1, 20
		recent.Bytes, recent.Unread, recent.UpdatedAt = 500, 1, noon.Add(time.Hour)
		for _, c := range []chat.Conversation{a, b, recent} {
			converse(t, s, c, "1")
		}
		deleteOld()
		same(t, sums(), [2]int64{570, 1})
	}},

	{"conversations are deleted with their messages, singly or by age", func(t *testing.T, s Stores) {
		ctx := t.Context()
		old, recent := newConversation("old"), newConversation("recent")
		recent.UpdatedAt = noon.Add(time.Microsecond)
		for _, c := range []chat.Conversation{old, recent, newConversation("chosen")} {
			converse(t, s, c, "k")
		}
		change(t, s, "chosen", func(tx chat.Tx) error { return tx.Conversations().Delete(ctx, "chosen") })
		same(t, testkit.Must(s.Chat().CountOldConversations(ctx, recent.UpdatedAt))(t), int64(1))
		var deleted int64
		write(t, s.Chat(), func(tx chat.Tx) (err error) {
			deleted, err = tx.Conversations().DeleteOld(ctx, recent.UpdatedAt)
			return err
		})
		same(t, deleted, int64(1))
		same(t, testkit.Must(s.Chat().CountOldConversations(ctx, recent.UpdatedAt))(t), int64(0))
		for id, want := range map[string]int64{"old": 0, "chosen": 0, "recent": 1} {
			same(t, countMessages(t, s, id), want)
		}
	}},

	{"the staff's last presence and the quick replies are stored", func(t *testing.T, s Stores) {
		ctx := t.Context()
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.PutStaffSeen(ctx, noon) })
		same(t, testkit.Must(s.Chat().ChatState(ctx))(t).StaffSeenAt, noon)
		for _, replies := range [][]string{{"b", "a"}, {"c"}, {}} {
			at := noon.Add(time.Duration(len(replies)) * time.Hour)
			change(t, s, "", func(tx chat.Tx) error { return tx.PutChatReplies(ctx, replies, at) })
			same(t, testkit.Must(s.Chat().ChatReplies(ctx))(t), replies)
			same(t, testkit.Must(s.Chat().ChatState(ctx))(t).RepliesUpdatedAt, at)
		}
	}},

	{"only changes of conversations change the version", func(t *testing.T, s Stores) {
		version := func() int64 { return testkit.Must(s.Chat().ChatState(t.Context()))(t).Version }
		published := revision(t, s)
		first := version()
		converse(t, s, newConversation("a"), "k")
		second := version()
		if second == first {
			t.Error("a message did not change the version")
		}
		put(t, s.Site(), putService, newService("ants"))
		same(t, version(), second)
		failed := errors.New("no")
		if err := s.Chat().Change(t.Context(), "a", func(chat.Tx) error { return failed }); !errors.Is(err, failed) {
			t.Errorf("Chat returned %v", err)
		}
		same(t, version(), second)
		same(t, revision(t, s), published+1)
	}},

	{"subscribers are signalled of their conversation and of general changes", func(t *testing.T, s Stores) {
		a, stop := s.Chat().SubscribeChat("a")
		defer stop()
		everything, stopAll := s.Chat().SubscribeChat("")
		defer stopAll()
		gone, stopGone := s.Chat().SubscribeChat("a")
		stopGone()

		converse(t, s, newConversation("a"), "k")
		<-a
		<-everything
		if signalled(gone) {
			t.Error("a subscriber was signalled after stop")
		}
		change(t, s, "", func(chat.Tx) error { return nil })
		<-a
		<-everything
	}},

	{"concurrent messages are all stored and become visible in ID order", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, newConversation("a"), "first")
		var senders sync.WaitGroup
		for i := range 8 {
			senders.Go(func() {
				err := s.Chat().Change(ctx, "a", func(tx chat.Tx) error {
					_, err := tx.Messages().Add(ctx, newMessage("a", fmt.Sprint(i)))
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		// A reader that continues after the last message it has seen misses none.
		seen, after := 0, int64(0)
		for seen < 9 {
			for _, m := range testkit.Must(s.Chat().Messages().List(ctx, "a", after))(t) {
				seen, after = seen+1, m.ID
			}
		}
		senders.Wait()
		same(t, countMessages(t, s, "a"), int64(seen))
	}},
}
