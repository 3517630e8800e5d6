package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/site"
)

// fakeReserve makes room on a disk that is full by a setting of SQLite.
type fakeReserve struct {
	t        *testing.T
	s        *Store
	released int
}

func (r *fakeReserve) set(maxPages string) {
	r.t.Helper()
	if _, err := r.s.write.ExecContext(r.t.Context(), "PRAGMA max_page_count = "+maxPages); err != nil {
		r.t.Fatal(err)
	}
}

func (r *fakeReserve) release() bool { r.released++; r.set("100000"); return true }
func (r *fakeReserve) fill()         { r.set("1") }

func TestDeletingAndSigningInAndOutWorkOnAFullDisk(t *testing.T) {
	s := openSQLite(t, t.TempDir())
	var post site.Post
	var user auth.User
	var invitation auth.Invitation
	err := s.exclusive(t.Context(), func(t tx) (err error) {
		if post, err = t.Posts().Insert(context.Background(), site.Post{Slug: "a", Content: "c"}, 0); err != nil {
			return err
		}
		invitation, err = t.Links().PutInvitation(context.Background(), auth.Invitation{
			Username: "ben", Role: auth.RoleAdmin, CreatedAt: time.Now(), ExpiresAt: time.Now(),
		})
		if err != nil {
			return err
		}
		user, err = t.Users().Put(context.Background(), auth.User{Username: "anna", Role: auth.RoleAdmin})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	disk := &fakeReserve{t: t, s: s}
	s.reserve = disk
	disk.fill()
	long := strings.Repeat("x", 1<<20)
	if err := putItem(t.Context(), s, site.ContentItem{Key: "k", Value: long}); errs.KindOf(err) != errs.Full || disk.released != 0 {
		t.Errorf("a save returned %v and took the reserve %d times, want Full and never", err, disk.released)
	}
	for name, essential := range map[string]func(tx) error{
		"deleting a post": func(t tx) error {
			_, err := t.Posts().Delete(context.Background(), post.ID)
			return err
		},
		"withdrawing an invitation": func(t tx) error {
			_, err := t.Links().DeleteInvitation(context.Background(), invitation.ID)
			return err
		},
		"deleting old conversations": func(t tx) error {
			_, err := t.Conversations().DeleteOld(context.Background(), time.Now())
			return err
		},
		"signing in": func(t tx) error {
			return t.Sessions().Put(context.Background(), auth.Session{UserID: user.ID, CreatedAt: time.Now(), LastSeenAt: time.Now()})
		},
		"signing out": func(t tx) error { return t.Sessions().Delete(context.Background(), [32]byte{}) },
	} {
		before := disk.released
		err := s.exclusive(t.Context(), func(t tx) error {
			if err := essential(t); err != nil {
				return err
			}
			// Something that needs more room than there is.
			_, err := t.ContentItems().Insert(context.Background(), site.ContentItem{Key: name, Value: long}, 0)
			return err
		})
		if err != nil || disk.released != before+1 {
			t.Errorf("%s returned %v and took the reserve %d times", name, err, disk.released-before)
		}
	}
}

func TestRefusedServerLeavesTheReserve(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), Config{DataDir: dir, Lock: LockServing})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := Open(t.Context(), Config{DataDir: dir, Lock: LockServing}); !errors.Is(err, ErrInUse) {
		t.Fatalf("a second server: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "reserve")); err != nil || info.Size() != reserveSize {
		t.Errorf("the reserve is gone: %v", err)
	}
}

func TestReserveIsAFileThatIsEmptiedAndFilledAgain(t *testing.T) {
	dir := t.TempDir()
	r := fileReserve(filepath.Join(dir, "reserve"))
	if r.release() {
		t.Error("there was a reserve in an empty folder")
	}
	for range 2 {
		r.fill()
		if info, err := os.Stat(string(r)); err != nil || info.Size() != reserveSize {
			t.Fatalf("%v, %v", info, err)
		}
	}
	if !r.release() || r.release() {
		t.Error("the reserve was not released, or twice")
	}
	if info, err := os.Stat(string(r)); err != nil || info.Size() != 0 {
		t.Errorf("after the release: %v, %v", info, err)
	}
}
