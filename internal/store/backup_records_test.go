package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
)

// fill stores records of every kind.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	at := time.Date(2025, 5, 14, 17, 0, 0, 123456000, time.UTC)
	text := "aß白🐜\r\n'\"\\<>&\u2028 " + strings.Repeat("long ", 1000)
	for _, key := range []string{"a", "b"} {
		err := errors.Join(
			s.Auth().Write(ctx, func(tx auth.Tx) error {
				user, err := tx.Users().Put(ctx, auth.User{Username: strings.ToUpper(key), FullName: text, Role: auth.RoleStaff, PasswordHash: text, CreatedAt: at})
				if err != nil {
					return err
				}
				_, err = tx.Factors().AddPasskey(ctx, auth.Passkey{UserID: user.ID, CredentialID: key, Name: text, AddedAt: at, Credential: `{"id":"x"}`})
				return errors.Join(
					err,
					tx.Factors().PutTOTP(ctx, auth.TOTP{UserID: user.ID, Secret: "SECRET", UsedStep: 7, Confirmed: key == "a"}),
					tx.Factors().ReplaceRecoveryCodes(ctx, user.ID, []string{"one", "two"}),
					tx.Users().PutSetup(ctx, auth.Setup{UserID: user.ID, Postponed: key == "a"}),
					tx.Sessions().Put(ctx, auth.Session{TokenHash: [32]byte{key[0]}, UserID: user.ID}),
					tx.Users().RequireSecondFactor(ctx, true),
				)
			}),
			s.PutConnection(ctx, connection.Stored{Name: key, Settings: text, Sealed: sealedOf(key), UpdatedAt: at}, time.Time{}),
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
				conversation := chat.Conversation{
					ID: key, Name: text, StartedAt: at, UpdatedAt: at, Closed: key == "a", Client: "client of " + key,
					SeenTo: 3, MailedTo: 2, Assignee: chat.StaffMember{ID: 1, Name: text},
					Bytes: int64(len(text)+len(photoOf(key))) + 2*chat.MessageOverhead, Unread: map[string]int64{"b": 2}[key],
				}
				if err := tx.Conversations().Put(ctx, conversation); err != nil {
					return err
				}
				if _, err := tx.Messages().Add(ctx, chat.Message{ConversationID: key, Key: key, Text: text, Staff: key == "a", SentAt: at}); err != nil {
					return err
				}
				photo := &chat.Photo{ID: "photo " + key, Width: 40, Height: 30, JPEG: photoOf(key)}
				if _, err := tx.Messages().Add(ctx, chat.Message{ConversationID: key, Key: "photo", Photo: photo, Staff: key == "a", SentAt: at}); err != nil {
					return err
				}
				if _, err := tx.Notes().Add(ctx, key, chat.Note{WrittenAt: at, Author: key, Text: text}); err != nil {
					return err
				}
				return tx.AddChatTotals(ctx, conversation.Bytes, conversation.Unread)
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
		last, err := tx.Posts().Insert(ctx, site.Post{Slug: "last"}, 0)
		if err != nil {
			return err
		}
		_, deleteErr := tx.Posts().Delete(ctx, last.ID)
		_, hoursErr := tx.BusinessHours().Insert(ctx, site.DayHours{Day: "monday", OpenTime: text, IsClosed: true}, 0)
		_, starterErr := tx.MarkStarterDone(ctx)
		return errors.Join(deleteErr, hoursErr, starterErr)
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
	if _, err := tx.ContentItems().Insert(ctx, site.ContentItem{Key: key, Section: site.SectionHome, Value: text, UpdatedAt: at}, 0); err != nil {
		return err
	}
	if _, err := tx.Services().Insert(ctx, site.Service{Slug: key, Name: text, Features: []string{text, ""}, FeaturedOnHome: key == "a", UpdatedAt: at}, 0); err != nil {
		return err
	}
	post, err := tx.Posts().Insert(ctx, site.Post{Slug: key, ImageURL: media.ImageURL(uploadOf(key)), Content: text + "![a](https://" + key + ".example/a.png)", PublishedAt: at}, 0)
	if err != nil {
		return err
	}
	if _, err := tx.SocialLinks().Insert(ctx, site.SocialLink{Platform: key, URL: text, Active: key == "a"}, 0); err != nil {
		return err
	}
	return tx.PutRedirect(ctx, record.Post, "old-"+key, post.ID)
}

// photoOf is the file of a photo: bytes that are no text.
func photoOf(key string) []byte { return append([]byte{0, 0xff, 0xd8, '\n'}, key...) }

// sealedOf is what a connection has sealed: the first one nothing.
func sealedOf(key string) []byte {
	if key == "a" {
		return []byte{}
	}
	return photoOf(key)
}

// uploadOf is the alias of an image.
func uploadOf(key string) string { return strings.Repeat(strings.ToUpper(key), 26) }

// everything reads everything that a dump must hold.
func everything(t *testing.T, s *store.Store) map[string]any {
	t.Helper()
	all := map[string]any{}
	err := errors.Join(
		keep(all, "content", s.ContentItems),
		keep(all, "services", s.Services),
		keep(all, "posts", func(ctx context.Context) ([]site.Post, error) {
			return s.Posts().Page(ctx, site.PostQuery{After: site.BeforeAllPosts, Limit: 100})
		}),
		keep(all, "image origins", s.Posts().ImageOrigins),
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
		keep(all, "connections", func(ctx context.Context) (connections []string, err error) {
			for _, name := range []string{"a", "b"} {
				c, connectionErr := s.Connection(ctx, name)
				if errs.KindOf(connectionErr) != errs.NotFound {
					err = errors.Join(err, connectionErr)
				}
				connections = append(connections, fmt.Sprintf("%s %s %x %s", c.Name, c.Settings, c.Sealed, c.UpdatedAt))
			}
			return connections, err
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
		keep(all, "messages", func(ctx context.Context) ([]chat.Message, error) { return s.Messages().List(ctx, "b", 0) }),
		keep(all, "photos", func(ctx context.Context) (photos [][]byte, err error) {
			for _, key := range []string{"a", "b"} {
				photo, err := s.Messages().Photo(ctx, "photo "+key)
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
				post, err := s.Posts().BySlug(ctx, slug)
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
