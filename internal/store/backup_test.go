package store_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	if err := source.Dump(ctx, &dump); err != nil {
		t.Fatalf("Dump: %v", err)
	}
	if strings.Contains(dump.String(), "sessions") {
		t.Error("the dump tells of sessions")
	}

	// What the target held before is gone afterwards, sessions included.
	tokenHash := signIn(t, target)
	for range 20 { // its revision is ahead of the source's
		if err := publishNothing(t, target); err != nil {
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
	if _, err := target.Session(ctx, tokenHash); site.KindOf(err) != site.NotFound {
		t.Errorf("a session is still there after loading: %v", err)
	}
	if after := revisionOf(t, target); after <= before {
		t.Errorf("the revision went from %d to %d", before, after)
	}
	<-target.Changes()

	// New records get the numbers that the source would have given.
	if got, want := newPostID(t, target), newPostID(t, source); got != want {
		t.Errorf("the next post has the id %d, want %d", got, want)
	}

	// And from the revision of the dump it goes on, too.
	for range 50 {
		if err := publishNothing(t, target); err != nil {
			t.Fatal(err)
		}
	}
	var ahead bytes.Buffer
	if err := target.Dump(ctx, &ahead); err != nil {
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
	if err := s.Dump(t.Context(), &dump); err != nil {
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
	if err := source.Dump(t.Context(), &dump); err != nil {
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

// fill stores something of every kind.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	at := time.Date(2025, 5, 14, 17, 0, 0, 123456000, time.UTC)
	text := "aß白🐜\r\n'\"\\<>&\u2028 " + strings.Repeat("long ", 1000)
	err := s.Publish(ctx, func(tx site.Tx) error {
		for _, key := range []string{"a", "b"} {
			user, err := tx.PutUser(ctx, site.User{Username: strings.ToUpper(key), FullName: text, Role: site.RoleStaff, PasswordHash: text, CreatedAt: at})
			if err != nil {
				return err
			}
			if err := tx.PutSession(ctx, site.Session{TokenHash: [32]byte{key[0]}, UserID: user.ID}); err != nil {
				return err
			}
			if _, err := tx.PutContentItem(ctx, site.ContentItem{Key: key, Section: site.SectionHome, Value: text, UpdatedAt: at}); err != nil {
				return err
			}
			if _, err := tx.PutService(ctx, site.Service{Slug: key, Name: text, Features: []string{text, ""}, FeaturedOnHome: key == "a", UpdatedAt: at}); err != nil {
				return err
			}
			post, err := tx.PutPost(ctx, site.Post{Slug: key, Content: text, PublishedAt: at})
			if err != nil {
				return err
			}
			if _, err := tx.PutSocialLink(ctx, site.SocialLink{Platform: key, URL: text, Active: key == "a"}); err != nil {
				return err
			}
			if err := tx.PutRedirect(ctx, site.RedirectPost, "old-"+key, post.ID); err != nil {
				return err
			}
			if err := tx.PutImage(ctx, site.Image{
				ID: key, Hash: key, Name: text, Alt: text, Variants: []site.Variant{{URL: text, Width: 320}},
				UploadedAt: at, Optimised: key == "a",
			}); err != nil {
				return err
			}
			if err := tx.PutConversation(ctx, site.Conversation{ID: key, Name: text, StartedAt: at, UpdatedAt: at, Closed: key == "a"}); err != nil {
				return err
			}
			if _, err := tx.AddChatMessage(ctx, site.ChatMessage{ConversationID: key, Key: key, Text: text, Staff: key == "a", SentAt: at}); err != nil {
				return err
			}
			if err := tx.PutImageAddress(ctx, site.ImageAddress{Address: "at-" + key, ImageID: key}); err != nil {
				return err
			}
		}
		// The highest number has been given, though nothing bears it.
		last, err := tx.PutPost(ctx, site.Post{Slug: "last"})
		if err != nil {
			return err
		}
		if err := tx.DeletePost(ctx, last.ID); err != nil {
			return err
		}
		if err := tx.PutDayHours(ctx, site.DayHours{Day: "monday", OpenTime: text, IsClosed: true}); err != nil {
			return err
		}
		return tx.MarkStarterDone(ctx)
	})
	if err != nil {
		t.Fatalf("fill: %v", err)
	}
}

// everything reads all that a dump must hold.
func everything(t *testing.T, s *store.Store) map[string]any {
	t.Helper()
	all := map[string]any{}
	err := s.Write(t.Context(), func(tx site.Tx) error {
		return errors.Join(
			keep(all, "content", tx.ContentItems),
			keep(all, "services", tx.Services),
			keep(all, "posts", tx.Posts),
			keep(all, "links", tx.SocialLinks),
			keep(all, "hours", tx.BusinessHours),
			keep(all, "users", tx.Users),
			keep(all, "starter", tx.StarterDone),
			keep(all, "addresses", tx.ImageAddresses),
			keep(all, "replies", tx.ChatReplies),
			keep(all, "conversations", func(ctx context.Context) ([]site.ConversationSummary, error) {
				return tx.Conversations(ctx, 9)
			}),
			keep(all, "images", func(ctx context.Context) ([]site.Image, error) {
				return tx.Images(ctx, site.ImageQuery{Sort: site.SortName, Limit: 9})
			}),
			keep(all, "redirects", func(ctx context.Context) (ids []int64, err error) {
				for _, slug := range []string{"old-a", "old-b"} {
					id, err := tx.RedirectTarget(ctx, site.RedirectPost, slug)
					if err != nil && site.KindOf(err) != site.NotFound {
						return nil, err
					}
					ids = append(ids, id)
				}
				return ids, nil
			}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func keep[T any](all map[string]any, name string, read func(context.Context) (T, error)) error {
	v, err := read(context.Background())
	all[name] = v
	return err
}

// signIn adds a user with a session and returns the session's hash.
func signIn(t *testing.T, s *store.Store) [32]byte {
	t.Helper()
	tokenHash := [32]byte{42}
	err := s.Write(t.Context(), func(tx site.Tx) error {
		user, err := tx.PutUser(t.Context(), site.User{Username: "signed-in"})
		if err != nil {
			return err
		}
		return tx.PutSession(t.Context(), site.Session{TokenHash: tokenHash, UserID: user.ID})
	})
	if err != nil {
		t.Fatal(err)
	}
	return tokenHash
}

func newPostID(t *testing.T, s *store.Store) int64 {
	t.Helper()
	var post site.Post
	err := s.Publish(t.Context(), func(tx site.Tx) (err error) {
		post, err = tx.PutPost(t.Context(), site.Post{Slug: "new"})
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

// drain takes the signal that may be waiting.
func drain(signal <-chan struct{}) {
	select {
	case <-signal:
	default:
	}
}
