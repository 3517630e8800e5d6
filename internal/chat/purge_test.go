package chat_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/testkit"
)

// purges is a store that signals before each purge.
type purges struct {
	chat.Store
	begun chan struct{}
}

func (p purges) CountOldConversations(ctx context.Context, before time.Time) (int64, error) {
	p.begun <- struct{}{}
	return p.Store.CountOldConversations(ctx, before)
}

// conversationsAfter stores a conversation, lets the chat purge while its clock
// gives one reading after the other, and returns how many conversations are left.
// Readings are given as the time since the conversation.
func conversationsAfter(t *testing.T, readings ...time.Duration) int {
	t.Helper()
	f := newFixture(t)
	f.say(t, newVisitor(), "1", "Hello")
	var calls atomic.Int64
	clock := func() time.Time {
		return f.now.Add(readings[min(int(calls.Add(1)), len(readings))-1])
	}
	store := purges{Store: f.store, begun: make(chan struct{})}
	c := chat.New(chat.Config{Store: store, Clock: clock, PurgeInterval: time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.Run(ctx, slog.New(slog.DiscardHandler))
	}()
	for range len(readings) + 1 { // the last purge but one has ended
		<-store.begun
	}
	cancel()
	for running := true; running; {
		select {
		case <-store.begun:
		case <-ended:
			running = false
		}
	}
	return len(testkit.Must(f.Inbox(t.Context(), chat.InboxQuery{}))(t).Conversations)
}

func TestConversationsAreDeletedWhenTwoReadingsOfTheClockSayTheyAreOld(t *testing.T) {
	const now, old, wrong = time.Hour, 90*24*time.Hour + time.Second, 900 * 24 * time.Hour
	for name, c := range map[string]struct {
		readings []time.Duration
		left     int
	}{
		"recent":                           {[]time.Duration{now, now}, 1},
		"old":                              {[]time.Duration{old, old}, 0},
		"the clock is wrong at start":      {[]time.Duration{wrong, now, now}, 1},
		"the clock jumps ahead for a time": {[]time.Duration{now, wrong, now, wrong, now}, 1},
		"the clock is behind at start":     {[]time.Duration{-wrong, old, old}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if left := conversationsAfter(t, c.readings...); left != c.left {
				t.Errorf("%d conversations are left, want %d", left, c.left)
			}
		})
	}
}
