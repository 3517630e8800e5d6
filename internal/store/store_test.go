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
		migrated := testkit.PostgresURL(t) // without a server it skips all at once
		if err := testkit.Must(store.Open(t.Context(), store.Config{DatabaseURL: migrated}))(t).Close(); err != nil {
			t.Fatal(err)
		}
		storetest.Run(t, func(t *testing.T) storetest.Stores {
			t.Helper()
			return testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresCopy(t, migrated)})
		})
	})
}
