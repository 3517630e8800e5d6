package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"perimeter/internal/chat"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestChatSignalsReachOtherReplicas(t *testing.T) {
	databaseURL := testkit.PostgresURL(t)
	one := testkit.OpenStore(t, store.Config{DatabaseURL: databaseURL})
	other := testkit.OpenStore(t, store.Config{DatabaseURL: databaseURL})
	signals, stop := other.SubscribeChat("a")
	defer stop()
	// A store that starts to listen later signals its subscribers then.
	for range 3 {
		if err := one.Chat().Change(t.Context(), "a", func(chat.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		<-signals
	}
}

func TestSignsOfTypingReachOtherReplicas(t *testing.T) {
	databaseURL := testkit.PostgresURL(t)
	one := testkit.OpenStore(t, store.Config{DatabaseURL: databaseURL})
	other := testkit.OpenStore(t, store.Config{DatabaseURL: databaseURL})
	signals, stop := other.SubscribeChat("a")
	defer stop()
	at := time.Date(2026, 3, 2, 15, 0, 0, 123_000, time.UTC)
	for !other.Typing().At("a", true).Equal(at) { // a store that begins to listen later misses some
		if err := one.Typing().Put(t.Context(), "a", true, at); err != nil {
			t.Fatal(err)
		}
		select {
		case <-signals:
		case <-time.After(20 * time.Millisecond):
		}
	}
	if !other.Typing().At("a", false).IsZero() {
		t.Error("the other side is typing too")
	}
	if err := one.Typing().Put(t.Context(), "a", true, time.Time{}); err != nil {
		t.Fatal(err)
	}
	for !other.Typing().At("a", true).IsZero() {
		<-signals
	}
}

func TestAChangeWhoseNotificationIsLostIsNoticed(t *testing.T) {
	address := testkit.PostgresURL(t)
	testkit.OpenStore(t, store.Config{DatabaseURL: address})
	config := testkit.Must(pgx.ParseConfig(address))(t)
	signals := store.FollowChat(t.Context(), config, "a", 10*time.Millisecond)
	<-signals // it listens now
	conn := testkit.Must(pgx.ConnectConfig(t.Context(), config))(t)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	for { // what it reads first may be a change already, which it does not take for one
		testkit.Must(conn.Exec(t.Context(), "UPDATE chat_state SET version = version + 1"))(t)
		select {
		case <-signals:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}
