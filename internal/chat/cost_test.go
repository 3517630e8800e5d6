package chat_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/testkit"
)

// countingStore counts the calls that cost the most.
type countingStore struct {
	chat.Store
	threads, changes int
	counted          func() // called after the old conversations were counted
}

func (s *countingStore) Messages() chat.MessageStore { return countedMessages{s.Store.Messages(), s} }

type countedMessages struct {
	chat.MessageStore
	store *countingStore
}

func (m countedMessages) List(ctx context.Context, id string, after int64) ([]chat.Message, error) {
	m.store.threads++
	return m.MessageStore.List(ctx, id, after)
}

func (s *countingStore) Change(ctx context.Context, id string, fn func(chat.Tx) error) error {
	s.changes++
	return s.Store.Change(ctx, id, fn)
}

func (s *countingStore) CountOldConversations(ctx context.Context, before time.Time) (int64, error) {
	defer s.counted()
	return s.Store.CountOldConversations(ctx, before)
}

func TestMarkReadDoesNotLoadTheThread(t *testing.T) {
	f := newFixture(t)
	newest := f.say(t, newVisitor(), "1", "Hello")
	counting := &countingStore{Store: f.store}
	c := chat.New(chat.Config{Store: counting, Company: atWork})
	if err := c.MarkRead(t.Context(), f.only(t).ID, newest.ID+5); err != nil {
		t.Fatal(err)
	}
	got := testkit.Must(c.Conversation(t.Context(), f.only(t).ID))(t)
	if got.ReadTo != newest.ID || counting.threads != 0 {
		t.Errorf("read to %d, want %d; the messages were loaded %d times", got.ReadTo, newest.ID, counting.threads)
	}
}

func TestNobodyIsSignalledIfNoConversationIsOld(t *testing.T) {
	f := newFixture(t)
	f.say(t, newVisitor(), "1", "Hello")
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	counting := &countingStore{Store: f.store, counted: cancel}
	c := chat.New(chat.Config{
		Store: counting, Company: atWork, PurgeInterval: time.Millisecond, Clock: func() time.Time { return f.now },
	})
	c.Run(ctx, slog.New(slog.DiscardHandler))
	if counting.changes > 0 {
		t.Errorf("the clean-up changed the chat %d times", counting.changes)
	}
}
