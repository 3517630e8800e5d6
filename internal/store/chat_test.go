package store_test

import (
	"testing"

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
