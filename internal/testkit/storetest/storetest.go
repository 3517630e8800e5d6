// Package storetest owns the conformance suite of site.Store: whatever keeps
// the site must pass it. It must not know any store from the inside.
package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
)

type test struct {
	name string
	run  func(t *testing.T, s site.Store)
}

// Run runs the suite. Each test gets an empty store of its own from open,
// which also arranges for its end.
func Run(t *testing.T, open func(t *testing.T) site.Store) {
	for _, tests := range [][]test{recordTests, peopleTests, imageTests, reviewTests, chatTests, valueTests, transactionTests} {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				tt.run(t, open(t))
			})
		}
	}
}

var noon = time.Date(2025, 5, 14, 17, 0, 0, 123456000, time.UTC)

func aContentItem(key string) site.ContentItem {
	return site.ContentItem{Key: key, Section: site.SectionHome, Type: site.ContentText, Value: "text of " + key, UpdatedAt: noon}
}

func aService(slug string) site.Service {
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

func aPost(slug string) site.Post {
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

func aSocialLink(platform string) site.SocialLink {
	return site.SocialLink{Platform: platform, URL: "https://social.example/" + platform, Icon: platform, Active: true}
}

func aUser(username string) site.User {
	return site.User{
		Username:     username,
		FullName:     "Full Name of " + username,
		Role:         site.RoleAdmin,
		PasswordHash: "$argon2id$" + username,
		CreatedAt:    noon,
	}
}

func aSession(user site.User, mark byte) site.Session {
	return site.Session{TokenHash: [32]byte{0: mark, 31: 0xff}, UserID: user.ID, CreatedAt: noon, LastSeenAt: noon}
}

// publish fails the test if fn cannot be published.
func publish(t *testing.T, s site.Store, fn func(tx site.Tx) error) {
	t.Helper()
	if err := s.Publish(t.Context(), fn); err != nil {
		t.Fatalf("Publish: %v", err)
	}
}

// put publishes one record with a method of site.Tx, such as
// site.Tx.PutService, and returns it as stored.
func put[T any](t *testing.T, s site.Store, method func(site.Tx, context.Context, T) (T, error), v T) T {
	t.Helper()
	var stored T
	publish(t, s, func(tx site.Tx) (err error) {
		stored, err = method(tx, t.Context(), v)
		return err
	})
	return stored
}

// tryPut is put for a record that may be refused.
func tryPut[T any](t *testing.T, s site.Store, method func(site.Tx, context.Context, T) (T, error), v T) error {
	t.Helper()
	return s.Publish(t.Context(), func(tx site.Tx) error {
		_, err := method(tx, t.Context(), v)
		return err
	})
}

// must returns v, or fails the test.
func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatalf("unexpected error: %v", err)
		}
		return v
	}
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differs from what is wanted (-want +got):\n%s", diff)
	}
}

// failsWith checks the kind of an error and that it says something to a person.
func failsWith(t *testing.T, err error, kind site.Kind) {
	t.Helper()
	if site.KindOf(err) != kind {
		t.Errorf("error %v is of kind %d, want %d", err, site.KindOf(err), kind)
	}
	if e := (*site.Error)(nil); errors.As(err, &e) && e.Message == "" {
		t.Errorf("error %v has no message", err)
	}
}

func revision(t *testing.T, s site.Store) int64 {
	t.Helper()
	return must(s.Revision(t.Context()))(t)
}
