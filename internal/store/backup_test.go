package store_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestDumpOfOneEngineLoadsIntoAnother(t *testing.T) {
	engines := map[string]func(t *testing.T) *store.Store{
		"SQLite": func(t *testing.T) *store.Store {
			t.Helper()
			return testkit.NewStore(t)
		},
		"PostgreSQL": func(t *testing.T) *store.Store {
			t.Helper()
			return testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresURL(t)})
		},
	}
	for from, openSource := range engines {
		for to, openTarget := range engines {
			t.Run(from+" to "+to, func(t *testing.T) { dumpAndLoad(t, openSource(t), openTarget(t)) })
		}
	}
}

func dumpAndLoad(t *testing.T, source, target *store.Store) {
	t.Helper()
	ctx := t.Context()
	fill(t, source)
	want := everything(t, source)
	var dump bytes.Buffer
	if _, err := source.Dump(ctx, &dump, nil); err != nil {
		t.Fatalf("Dump: %v", err)
	}
	if strings.Contains(dump.String(), "sessions") {
		t.Error("the dump tells of sessions")
	}

	// The load replaces what the target held before, sessions included.
	tokenHash := signIn(t, target)
	err := target.Auth().Write(ctx, func(tx auth.Tx) error {
		_, err := tx.Links().PutInvitation(ctx, auth.Invitation{TokenHash: [32]byte{43}, Role: auth.RoleAdmin})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // its revision is ahead of the source's
		if err := publishSomething(t, target); err != nil {
			t.Fatal(err)
		}
	}
	before := revisionOf(t, target)
	drain(target.Changes())
	if err := target.Load(ctx, bytes.NewReader(dump.Bytes())); err != nil {
		t.Fatalf("Load: %v", err)
	}
	if diff := cmp.Diff(want, everything(t, target)); diff != "" {
		t.Errorf("what was loaded differs from what was dumped (-dumped +loaded):\n%s", diff)
	}
	if _, err := target.Session(ctx, tokenHash); errs.KindOf(err) != errs.NotFound {
		t.Errorf("a session is still there after loading: %v", err)
	}
	if invitations, err := target.Invitations(ctx); err != nil || len(invitations) != 0 {
		t.Errorf("invitations are still there after loading: %v, %v", invitations, err)
	}
	if after := revisionOf(t, target); after <= before {
		t.Errorf("the revision went from %d to %d", before, after)
	}
	<-target.Changes()

	// New records get the IDs that the source would have assigned.
	if got, want := newPostID(t, target), newPostID(t, source); got != want {
		t.Errorf("the next post has the id %d, want %d", got, want)
	}

	// The revision continues from that of the dump.
	for range 50 {
		if err := publishSomething(t, target); err != nil {
			t.Fatal(err)
		}
	}
	var ahead bytes.Buffer
	if _, err := target.Dump(ctx, &ahead, nil); err != nil {
		t.Fatalf("Dump: %v", err)
	}
	if err := source.Load(ctx, &ahead); err != nil {
		t.Fatalf("Load: %v", err)
	}
	if got, floor := revisionOf(t, source), revisionOf(t, target); got <= floor {
		t.Errorf("the revision is %d, want one above the dump's %d", got, floor)
	}
}

func TestLoadThatFailsChangesNothing(t *testing.T) {
	s := testkit.NewStore(t)
	fill(t, s)
	var dump bytes.Buffer
	if _, err := s.Dump(t.Context(), &dump, nil); err != nil {
		t.Fatal(err)
	}
	tokenHash := signIn(t, s)
	want, revision := everything(t, s), revisionOf(t, s)

	lines := strings.SplitAfter(dump.String(), "\n")
	broken := strings.Join(append(lines[:len(lines)-2], lines[3:]...), "") // repeats rows
	if err := s.Load(t.Context(), strings.NewReader(broken)); err == nil {
		t.Fatal("Load took a dump that holds rows twice")
	}
	if diff := cmp.Diff(want, everything(t, s)); diff != "" {
		t.Errorf("a failed load changed something (-before +after):\n%s", diff)
	}
	if _, err := s.Session(t.Context(), tokenHash); err != nil {
		t.Errorf("a failed load ended a session: %v", err)
	}
	if got := revisionOf(t, s); got != revision {
		t.Errorf("a failed load took the revision from %d to %d", revision, got)
	}
}

func TestEmptyStoreCanBeDumpedAndLoaded(t *testing.T) {
	source, target := testkit.NewStore(t), testkit.NewStore(t)
	fill(t, target)
	var dump bytes.Buffer
	if _, err := source.Dump(t.Context(), &dump, nil); err != nil {
		t.Fatalf("Dump: %v", err)
	}
	if err := target.Load(t.Context(), &dump); err != nil {
		t.Fatalf("Load: %v", err)
	}
	if diff := cmp.Diff(everything(t, source), everything(t, target)); diff != "" {
		t.Errorf("the loaded store is not empty (-want +got):\n%s", diff)
	}
	if got := newPostID(t, target); got != 4 {
		t.Errorf("after three posts that are gone the next has the id %d, want 4", got)
	}
}

// signIn adds a user with a session and returns the session's hash.
func signIn(t *testing.T, s *store.Store) [32]byte {
	t.Helper()
	tokenHash := [32]byte{42}
	err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
		user, err := tx.Users().Put(t.Context(), auth.User{Username: "signed-in"})
		if err != nil {
			return err
		}
		return tx.Sessions().Put(t.Context(), auth.Session{TokenHash: tokenHash, UserID: user.ID})
	})
	if err != nil {
		t.Fatal(err)
	}
	return tokenHash
}

func newPostID(t *testing.T, s *store.Store) int64 {
	t.Helper()
	var post site.Post
	err := s.Site().Publish(t.Context(), func(tx site.Tx) (err error) {
		post, err = tx.Posts().Insert(t.Context(), site.Post{Slug: "new"}, 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return post.ID
}

func revisionOf(t *testing.T, s *store.Store) int64 {
	t.Helper()
	revision, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

// drain takes a pending signal.
func drain(signal <-chan struct{}) {
	select {
	case <-signal:
	default:
	}
}
