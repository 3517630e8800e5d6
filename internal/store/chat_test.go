package store_test

import (
	"testing"

	"perimeter/internal/chat"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestChatSignalsReachOtherReplicas(t *testing.T) {
	address := testkit.PostgresURL(t)
	one := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	other := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	signals, stop := other.SubscribeChat("a")
	defer stop()
	// A process that begins to listen later wakes its followers then.
	for range 3 {
		if err := one.Chat().Change(t.Context(), "a", func(chat.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		<-signals
	}
}
