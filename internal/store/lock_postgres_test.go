package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestServersAndRestoresKeepEachOtherOutOfPostgres(t *testing.T) {
	address := testkit.PostgresURL(t)
	refused := func(lock store.Lock, word string) {
		t.Helper()
		_, err := store.Open(t.Context(), store.Config{DatabaseURL: address, Lock: lock})
		if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), word) {
			t.Errorf("lock %d returned %v, want ErrInUse with a word about %q", lock, err, word)
		}
	}
	open := func(lock store.Lock) *store.Store {
		t.Helper()
		return testkit.Must(store.Open(t.Context(), store.Config{DatabaseURL: address, Lock: lock}))(t)
	}
	one, two := open(store.LockServing), open(store.LockServing)
	refused(store.LockRestoring, "stop every replica")
	testkit.OpenStore(t, store.Config{DatabaseURL: address}) // commands are not kept out
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	refused(store.LockRestoring, "stop every replica")
	if err := two.Close(); err != nil {
		t.Fatal(err)
	}
	restoring := open(store.LockRestoring)
	refused(store.LockServing, "being restored")
	refused(store.LockRestoring, "stop every replica")
	if err := restoring.Close(); err != nil {
		t.Fatal(err)
	}
	testkit.OpenStore(t, store.Config{DatabaseURL: address, Lock: store.LockServing})
}

func TestLostLockIsTakenAgain(t *testing.T) {
	address := testkit.PostgresURL(t)
	testkit.OpenStore(t, store.Config{DatabaseURL: address, Lock: store.LockServing})
	conn := testkit.Must(pgx.Connect(t.Context(), address))(t)
	defer conn.Close(t.Context())
	// The processes that hold an advisory lock of this database.
	const holders = `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database
		WHERE locktype = 'advisory' AND granted AND datname = current_database()`
	var first int
	if err := conn.QueryRow(t.Context(), holders).Scan(&first); err != nil {
		t.Fatalf("nobody has the lock: %v", err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT pg_terminate_backend($1)", first); err != nil {
		t.Fatal(err)
	}
	for second := first; second == first; {
		err := conn.QueryRow(t.Context(), holders+" AND pid <> $1", first).Scan(&second)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			t.Fatal(err)
		}
	}
}
