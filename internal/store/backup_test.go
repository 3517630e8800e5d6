package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
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
	if _, err := source.Dump(ctx, &dump); err != nil {
		t.Fatalf("Dump: %v", err)
	}
	if strings.Contains(dump.String(), "sessions") {
		t.Error("the dump tells of sessions")
	}

	// The load replaces what the target held before, sessions included.
	tokenHash := signIn(t, target)
	err := target.Auth().Write(ctx, func(tx auth.Tx) error {
		_, err := tx.PutInvitation(ctx, auth.Invitation{TokenHash: [32]byte{43}, Role: auth.RoleAdmin})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
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
		if err := publishNothing(t, target); err != nil {
			t.Fatal(err)
		}
	}
	var ahead bytes.Buffer
	if _, err := target.Dump(ctx, &ahead); err != nil {
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
	if _, err := s.Dump(t.Context(), &dump); err != nil {
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
	if _, err := source.Dump(t.Context(), &dump); err != nil {
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

// fill stores records of every kind.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	at := time.Date(2025, 5, 14, 17, 0, 0, 123456000, time.UTC)
	text := "aß白🐜\r\n'\"\\<>&\u2028 " + strings.Repeat("long ", 1000)
	for _, key := range []string{"a", "b"} {
		err := errors.Join(
			s.Auth().Write(ctx, func(tx auth.Tx) error {
				user, err := tx.PutUser(ctx, auth.User{Username: strings.ToUpper(key), FullName: text, Role: auth.RoleStaff, PasswordHash: text, CreatedAt: at})
				if err != nil {
					return err
				}
				_, err = tx.AddPasskey(ctx, auth.Passkey{UserID: user.ID, CredentialID: key, Name: text, AddedAt: at, Credential: `{"id":"x"}`})
				return errors.Join(
					err,
					tx.PutTOTP(ctx, auth.TOTP{UserID: user.ID, Secret: "SECRET", UsedStep: 7, Confirmed: key == "a"}),
					tx.ReplaceRecoveryCodes(ctx, user.ID, []string{"one", "two"}),
					tx.PutAccountSetup(ctx, auth.Setup{UserID: user.ID, Postponed: key == "a"}),
					tx.PutSession(ctx, auth.Session{TokenHash: [32]byte{key[0]}, UserID: user.ID}),
					tx.RequireSecondFactor(ctx, true),
				)
			}),
			s.Media().Publish(ctx, func(tx media.Tx) error {
				return errors.Join(
					tx.PutImage(ctx, media.Image{
						ID: key, Hash: key, Name: text, Alt: text, Variants: []media.Variant{{URL: text, Width: 320}},
						UploadedAt: at, Optimised: key == "a",
					}),
					tx.PutImageAlias(ctx, media.Alias{UploadID: uploadOf(key), ImageID: key}),
				)
			}),
			s.Chat().Change(ctx, key, func(tx chat.Tx) error {
				if err := tx.PutConversation(ctx, chat.Conversation{
					ID: key, Name: text, StartedAt: at, UpdatedAt: at, Closed: key == "a", Client: "client of " + key,
					SeenTo: 3, MailedTo: 2, Assignee: chat.StaffMember{ID: 1, Name: text},
					Bytes: int64(len(text)+len(photoOf(key))) + 2*chat.MessageOverhead, Unread: map[string]int64{"b": 2}[key],
				}); err != nil {
					return err
				}
				if _, err := tx.AddChatMessage(ctx, chat.Message{ConversationID: key, Key: key, Text: text, Staff: key == "a", SentAt: at}); err != nil {
					return err
				}
				photo := &chat.Photo{ID: "photo " + key, Width: 40, Height: 30, JPEG: photoOf(key)}
				if _, err := tx.AddChatMessage(ctx, chat.Message{ConversationID: key, Key: "photo", Photo: photo, Staff: key == "a", SentAt: at}); err != nil {
					return err
				}
				if _, err := tx.AddChatNote(ctx, key, chat.Note{WrittenAt: at, Author: key, Text: text}); err != nil {
					return err
				}
				return tx.RecountChat(ctx)
			}),
			s.Site().Publish(ctx, func(tx site.Tx) error { return fillSite(ctx, tx, key, text, at) }),
		)
		if err != nil {
			t.Fatalf("fill: %v", err)
		}
	}
	fillWorkingCopies(t, s, text, at)
	err := s.Site().Publish(ctx, func(tx site.Tx) error {
		// The highest ID has been given, but no row has it.
		last, err := tx.PutPost(ctx, site.Post{Slug: "last"})
		if err != nil {
			return err
		}
		return errors.Join(
			tx.DeletePost(ctx, last.ID),
			tx.PutDayHours(ctx, site.DayHours{Day: "monday", OpenTime: text, IsClosed: true}),
			tx.MarkStarterDone(ctx),
		)
	})
	if err != nil {
		t.Fatalf("fill: %v", err)
	}
}

// fillWorkingCopies stores a working copy of every user.
func fillWorkingCopies(t *testing.T, s *store.Store, text string, at time.Time) {
	t.Helper()
	typed := testkit.Must(json.Marshal(text))(t)
	for _, user := range testkit.Must(s.Users(t.Context()))(t) {
		err := s.PutWorkingCopy(t.Context(), workingcopy.Copy{
			Info:   workingcopy.Info{Kind: "post", RecordID: "new", Title: text, SavedAt: at},
			UserID: user.ID, Original: workingcopy.Fields{}, Values: workingcopy.Fields{"content": typed},
		}, workingcopy.MaxCopies)
		if err != nil {
			t.Fatalf("fill: %v", err)
		}
	}
}

func fillSite(ctx context.Context, tx site.Tx, key, text string, at time.Time) error {
	if _, err := tx.PutContentItem(ctx, site.ContentItem{Key: key, Section: site.SectionHome, Value: text, UpdatedAt: at}); err != nil {
		return err
	}
	if _, err := tx.PutService(ctx, site.Service{Slug: key, Name: text, Features: []string{text, ""}, FeaturedOnHome: key == "a", UpdatedAt: at}); err != nil {
		return err
	}
	post, err := tx.PutPost(ctx, site.Post{Slug: key, ImageURL: media.ImageURL(uploadOf(key)), Content: text + "![a](https://" + key + ".example/a.png)", PublishedAt: at})
	if err != nil {
		return err
	}
	if _, err := tx.PutSocialLink(ctx, site.SocialLink{Platform: key, URL: text, Active: key == "a"}); err != nil {
		return err
	}
	return tx.PutRedirect(ctx, site.RedirectPost, "old-"+key, post.ID)
}

// photoOf is the file of a photo: bytes that are no text.
func photoOf(key string) []byte { return append([]byte{0, 0xff, 0xd8, '\n'}, key...) }

// uploadOf is the alias of an image.
func uploadOf(key string) string { return strings.Repeat(strings.ToUpper(key), 26) }

// everything reads everything that a dump must hold.
func everything(t *testing.T, s *store.Store) map[string]any {
	t.Helper()
	all := map[string]any{}
	err := errors.Join(
		keep(all, "content", s.ContentItems),
		keep(all, "services", s.Services),
		keep(all, "posts", s.Posts),
		keep(all, "image origins", s.PostImageOrigins),
		keep(all, "links", s.SocialLinks),
		keep(all, "hours", s.BusinessHours),
		keep(all, "users", s.Users),
		keep(all, "accounts", func(ctx context.Context) (accounts []any, err error) {
			users, err := s.Users(ctx)
			for _, user := range users {
				app, appErr := s.TOTP(ctx, user.ID)
				setup, setupErr := s.AccountSetup(ctx, user.ID)
				passkeys, keysErr := s.Passkeys(ctx, user.ID)
				codes, codesErr := s.RecoveryCodesLeft(ctx, user.ID)
				err = errors.Join(err, keysErr, codesErr)
				accounts = append(accounts, app, setup, passkeys, codes, errs.KindOf(appErr), errs.KindOf(setupErr))
			}
			return accounts, err
		}),
		keep(all, "second factor required", s.SecondFactorRequired),
		keep(all, "working copies", func(ctx context.Context) (copies []workingcopy.Copy, err error) {
			users, err := s.Users(ctx)
			for _, user := range users {
				c, copyErr := s.WorkingCopy(ctx, user.ID, "post", "new")
				if errs.KindOf(copyErr) != errs.NotFound {
					err = errors.Join(err, copyErr)
				}
				copies = append(copies, c)
			}
			return copies, err
		}),
		keep(all, "starter", s.StarterDone),
		// An image is used by its alias, so this reads the aliases too.
		keep(all, "uses", func(ctx context.Context) (map[string][]media.Use, error) {
			return s.ImageUses(ctx, []string{"a", "b"})
		}),
		keep(all, "replies", s.ChatReplies),
		keep(all, "chat totals", func(ctx context.Context) ([]int64, error) {
			state, err := s.ChatState(ctx)
			return []int64{state.Bytes, state.Unread}, err
		}),
		keep(all, "conversations", func(ctx context.Context) ([]chat.Summary, error) {
			return s.Conversations(ctx, chat.ConversationQuery{After: chat.InboxStart, Limit: 9})
		}),
		keep(all, "messages", func(ctx context.Context) ([]chat.Message, error) { return s.ChatMessages(ctx, "b", 0) }),
		keep(all, "photos", func(ctx context.Context) (photos [][]byte, err error) {
			for _, key := range []string{"a", "b"} {
				photo, err := s.ChatPhoto(ctx, "photo "+key)
				if err != nil && errs.KindOf(err) != errs.NotFound {
					return nil, err
				}
				photos = append(photos, photo)
			}
			return photos, nil
		}),
		keep(all, "notes", func(ctx context.Context) ([]chat.Note, error) { return s.ChatNotes(ctx, "b") }),
		keep(all, "images", func(ctx context.Context) ([]media.Image, error) {
			return s.Images(ctx, media.Query{Sort: media.SortName, Limit: 9})
		}),
		keep(all, "redirects", func(ctx context.Context) (ids []int64, err error) {
			for _, slug := range []string{"old-a", "old-b"} {
				post, err := s.PostBySlug(ctx, slug)
				if err != nil && errs.KindOf(err) != errs.NotFound {
					return nil, err
				}
				ids = append(ids, post.ID)
			}
			return ids, nil
		}),
	)
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
	err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
		user, err := tx.PutUser(t.Context(), auth.User{Username: "signed-in"})
		if err != nil {
			return err
		}
		return tx.PutSession(t.Context(), auth.Session{TokenHash: tokenHash, UserID: user.ID})
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

// drain takes a pending signal.
func drain(signal <-chan struct{}) {
	select {
	case <-signal:
	default:
	}
}
