package site_test

import (
	"testing"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// fixture is a site on an empty store, with a clock that a test can move.
type fixture struct {
	testkit.Editor
	store   site.Store
	company *company.Company // if it is stored
	now     time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{store: testkit.NewStore(t).Site(), now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.UTC)}
	f.Site = site.New(site.Config{
		Store: f.store, Company: company.Fixed(company.Sample()), Clock: f.clock,
	})
	return f
}

func (f *fixture) clock() time.Time { return f.now }

func (f *fixture) revision(t *testing.T) int64 {
	t.Helper()
	return testkit.Must(f.store.Revision(t.Context()))(t)
}
