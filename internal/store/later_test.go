package store_test

import (
	"errors"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestStoreStartsOnceTheDatabaseAnswers(t *testing.T) {
	address := testkit.PostgresURL(t)
	way := newProxy(t, address)
	way.cut()
	if _, err := store.Open(t.Context(), store.Config{DatabaseURL: way.url}); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("without StartLater, Open returned %v, want Unavailable", err)
	}
	s := testkit.OpenStore(t, store.Config{DatabaseURL: way.url, StartLater: true})
	if s.Started() {
		t.Error("the store says that it has started")
	}
	for name, call := range calls(t, s) {
		var e *errs.Error
		if err := call(); !errors.As(err, &e) || e.Kind != errs.Unavailable || e.RetryAfter <= 0 {
			t.Errorf("without a database %s returned %v, want Unavailable with a time to come back", name, err)
		}
	}
	direct := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	way.mend()
	if err := publishSomething(t, direct); err != nil {
		t.Fatal(err)
	}
	for !s.Started() {
		if err := direct.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for name, call := range calls(t, s) {
		if err := call(); err != nil {
			t.Errorf("with the database back %s returned %v", name, err)
		}
	}
}

func TestStoreThatNeverStartedCanBeClosed(t *testing.T) {
	way := newProxy(t, testkit.PostgresURL(t))
	way.cut()
	s, err := store.Open(t.Context(), store.Config{DatabaseURL: way.url, StartLater: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
