package storetest

import (
	"bytes"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// photoFile has bytes that a text cannot have, and is longer than a database page.
var photoFile = bytes.Repeat([]byte{0, 0xff, 0xd8, '\'', '\n'}, 20_000)

// addPhoto adds a message with a photo, whose ID is the message's key.
func addPhoto(t *testing.T, s Stores, conversation, key string, staff bool) chat.Message {
	t.Helper()
	m := chat.Message{
		ConversationID: conversation, Key: key, Staff: staff, SentAt: noon,
		Photo: &chat.Photo{ID: key, Width: 1600, Height: 1200, JPEG: photoFile},
	}
	change(t, s, conversation, func(tx chat.Tx) (err error) {
		m, err = tx.Messages().Add(t.Context(), m)
		return err
	})
	return m
}

var photoTests = []test{
	{"a photo is stored with its message, and lists have no file", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, newConversation("a"))
		m := addPhoto(t, s, "a", "photo", false)
		same(t, m.Photo, &chat.Photo{ID: "photo", Width: 1600, Height: 1200})
		same(t, testkit.Must(s.Chat().Messages().List(ctx, "a", 0))(t), []chat.Message{m})
		same(t, testkit.Must(s.Chat().Messages().ByKey(ctx, "a", "photo"))(t), m)
		same(t, testkit.Must(s.Chat().Messages().Photos(ctx))(t), []chat.Photo{*m.Photo})
		same(t, testkit.Must(s.Chat().Messages().Photo(ctx, "photo"))(t), photoFile)
		same(t, testkit.Must(s.Chat().Messages().PhotoOf(ctx, "a", "photo"))(t), photoFile)
		query := chat.ConversationQuery{After: chat.InboxStart, Limit: 10}
		same(t, testkit.Must(s.Chat().Conversations(ctx, query))(t)[0].LastText, "")
	}},

	{"a photo belongs to one conversation", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, newConversation("a"))
		converse(t, s, newConversation("b"))
		addPhoto(t, s, "a", "photo", false)
		_, err := s.Chat().Messages().PhotoOf(ctx, "b", "photo")
		wantError(t, err, errs.NotFound)
		_, err = s.Chat().Messages().Photo(ctx, "another")
		wantError(t, err, errs.NotFound)
	}},

	{"photos are counted in all, and since the last answer", func(t *testing.T, s Stores) {
		count := func() chat.PhotoCount { return testkit.Must(s.Chat().Messages().CountPhotos(t.Context(), "a"))(t) }
		converse(t, s, newConversation("a"), "a text")
		converse(t, s, newConversation("b"))
		addPhoto(t, s, "b", "elsewhere", false)
		same(t, count(), chat.PhotoCount{})
		addPhoto(t, s, "a", "1", false)
		addPhoto(t, s, "a", "2", false)
		same(t, count(), chat.PhotoCount{Total: 2, Waiting: 2})
		addPhoto(t, s, "a", "3", true)
		same(t, count(), chat.PhotoCount{Total: 3})
		addPhoto(t, s, "a", "4", false)
		same(t, count(), chat.PhotoCount{Total: 4, Waiting: 1})
	}},

	{"a message that is refused leaves no photo", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, newConversation("a"), "k")
		m := newMessage("a", "k")
		m.Photo = &chat.Photo{ID: "photo", JPEG: photoFile}
		err := s.Chat().Change(ctx, "a", func(tx chat.Tx) error {
			_, err := tx.Messages().Add(ctx, m)
			return err
		})
		wantError(t, err, errs.Conflict)
		_, err = s.Chat().Messages().Photo(ctx, "photo")
		wantError(t, err, errs.NotFound)
	}},

	{"photos are deleted with their conversations, singly or by age", func(t *testing.T, s Stores) {
		ctx := t.Context()
		recent := newConversation("recent")
		recent.UpdatedAt = noon.Add(time.Microsecond)
		for _, c := range []chat.Conversation{newConversation("old"), recent, newConversation("chosen")} {
			converse(t, s, c)
			addPhoto(t, s, c.ID, "photo of "+c.ID, false)
		}
		change(t, s, "chosen", func(tx chat.Tx) error { return tx.Conversations().Delete(ctx, "chosen") })
		write(t, s.Chat(), func(tx chat.Tx) error {
			_, err := tx.Conversations().DeleteOld(ctx, recent.UpdatedAt)
			return err
		})
		for _, id := range []string{"old", "chosen"} {
			_, err := s.Chat().Messages().Photo(ctx, "photo of "+id)
			wantError(t, err, errs.NotFound)
		}
		same(t, testkit.Must(s.Chat().Messages().Photo(ctx, "photo of recent"))(t), photoFile)
	}},
}
