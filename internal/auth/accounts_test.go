package auth_test

import (
	"net/url"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// fixture is the accounts on an empty store, with a clock that a test can move.
type fixture struct {
	*auth.Accounts
	store *store.Store
	now   time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{store: testkit.NewStore(t), now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.UTC)}
	f.Accounts = f.replica()
	return f
}

// replica returns the accounts of another server process on the same database.
func (f *fixture) replica() *auth.Accounts {
	return auth.New(auth.Config{
		Store: f.store.Auth(), SiteName: func() string { return "Lone Oak Pest" }, BaseURL: &url.URL{Scheme: "https", Host: "pest.example"},
		Clock: func() time.Time { return f.now },
	})
}
