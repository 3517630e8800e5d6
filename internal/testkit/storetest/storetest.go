// Package storetest owns the conformance suite of the domain packages' stores. It
// must not know how a store works inside.
package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/backup"
	"perimeter/internal/certificate"
	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/push"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/stats"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
)

// Stores is one database as each domain package declares it.
type Stores interface {
	Site() site.Store
	Company() company.Store
	Auth() auth.Store
	Audit() audit.Store
	History() record.VersionStore
	Copies() workingcopy.Store
	Media() media.Store
	Chat() chat.Store
	Reviews() reviews.Store
	Stats() stats.Store
	Push() push.Store
	Backup() backup.Store
	Certificates() certificate.Store
	Ping(ctx context.Context) error
}

type test struct {
	name string
	run  func(t *testing.T, s Stores)
}

// Run runs the suite. Each test calls open for an empty store of its own; open
// also closes it when the test ends.
func Run(t *testing.T, open func(t *testing.T) Stores) {
	for _, tests := range [][]test{
		recordTests, postTests, catalogTests, createKeyTests, companyTests, authTests, factorTests, peopleTests, workingCopyTests, mediaTests, useTests, scopeTests, reviewTests, chatTests, photoTests, noticeTests, answerTests, pushTests, certificateTests, statisticsTests, backupTests, limitTests, valueTests,
		transactionTests, historyTests, restorationTests,
	} {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				tt.run(t, open(t))
			})
		}
	}
}

var noon = time.Date(2025, 5, 14, 17, 0, 0, 123456000, time.UTC)

func newContentItem(key string) site.ContentItem {
	return site.ContentItem{Key: key, Section: site.SectionHome, Type: site.ContentText, Value: "text of " + key, UpdatedAt: noon}
}

func newService(slug string) site.Service {
	return site.Service{
		Name:             "Name of " + slug,
		Slug:             slug,
		ShortDescription: "In short.",
		FullDescription:  "<p>At length.</p>",
		ImageURL:         "/art/termite.svg",
		Features:         []string{"one", "two"},
		Template:         "<section>{name}</section>",
		FeaturedOnHome:   true,
		UpdatedAt:        noon,
	}
}

func newPost(slug string) site.Post {
	return site.Post{
		Title:       "Title of " + slug,
		Slug:        slug,
		Excerpt:     "The beginning …",
		Content:     "The whole.",
		ImageURL:    "/art/post.svg",
		PublishedAt: noon,
		UpdatedAt:   noon.Add(time.Hour),
	}
}

func newSocialLink(platform string) site.SocialLink {
	return site.SocialLink{Platform: platform, URL: "https://social.example/" + platform, Icon: platform, Active: true, UpdatedAt: noon}
}

func newUser(username string) auth.User {
	return auth.User{
		Username:     username,
		FullName:     "Full Name of " + username,
		Role:         auth.RoleAdmin,
		PasswordHash: "$argon2id$" + username,
		CreatedAt:    noon,
	}
}

func newSession(user auth.User, mark byte) auth.Session {
	return auth.Session{TokenHash: [32]byte{0: mark, 31: 0xff}, UserID: user.ID, CreatedAt: noon, LastSeenAt: noon, ProvedAt: noon, Browser: "Firefox on Mac", Network: "203.0.113.7/32"}
}

type publisher[Tx any] interface {
	Publish(ctx context.Context, fn func(Tx) error) error
}

type writer[Tx any] interface {
	Write(ctx context.Context, fn func(Tx) error) error
}

// publish runs fn in a publishing transaction, which must succeed.
func publish[Tx any](t *testing.T, s publisher[Tx], fn func(tx Tx) error) {
	t.Helper()
	if err := s.Publish(t.Context(), fn); err != nil {
		t.Fatalf("Publish: %v", err)
	}
}

// write runs fn in a transaction, which must succeed.
func write[Tx any](t *testing.T, s writer[Tx], fn func(tx Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), fn); err != nil {
		t.Fatalf("Write: %v", err)
	}
}

// put publishes one record with a method such as site.Tx.PutService and returns
// it as stored.
func put[Tx, T any](t *testing.T, s publisher[Tx], method func(Tx, context.Context, T) (T, error), v T) T {
	t.Helper()
	var stored T
	publish(t, s, func(tx Tx) (err error) {
		stored, err = method(tx, t.Context(), v)
		return err
	})
	return stored
}

// tryPut is put for a record that may be refused.
func tryPut[Tx, T any](t *testing.T, s publisher[Tx], method func(Tx, context.Context, T) (T, error), v T) error {
	t.Helper()
	return s.Publish(t.Context(), func(tx Tx) error {
		_, err := method(tx, t.Context(), v)
		return err
	})
}

// get reads one record inside a transaction, with a method such as
// getContentItem.
func get[Tx, K, T any](
	t *testing.T, transact func(context.Context, func(Tx) error) error, method func(Tx, context.Context, K) (T, error), key K,
) (found T, err error) {
	t.Helper()
	err = transact(t.Context(), func(tx Tx) (err error) {
		found, err = method(tx, t.Context(), key)
		return err
	})
	return found, err
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

// wantError checks the kind of an error and that it has a message for people.
func wantError(t *testing.T, err error, kind errs.Kind) {
	t.Helper()
	if errs.KindOf(err) != kind {
		t.Errorf("error %v is of kind %d, want %d", err, errs.KindOf(err), kind)
	}
	if e := (*errs.Error)(nil); errors.As(err, &e) && e.Message == "" {
		t.Errorf("error %v has no message", err)
	}
}

func revision(t *testing.T, s Stores) int64 {
	t.Helper()
	return testkit.Must(s.Site().Revision(t.Context()))(t)
}
