package store_test

import (
	"testing"

	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/storetest"
)

func TestConformance(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T) storetest.Stores {
			t.Helper()
			return testkit.NewStore(t)
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		testkit.PostgresURL(t) // skips all at once
		storetest.Run(t, func(t *testing.T) storetest.Stores {
			t.Helper()
			return testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresURL(t)})
		})
	})
}
