package site_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
)

var errEnough = errors.New("enough")

// firstNews is what a visitor learns at once.
func (w *world) firstNews(t *testing.T, v site.Visitor, after int64) site.VisitorNews {
	t.Helper()
	var first site.VisitorNews
	err := w.FollowAsVisitor(t.Context(), v, after, func(news site.VisitorNews) error {
		first = news
		return errEnough
	})
	if !errors.Is(err, errEnough) {
		t.Fatalf("following ended with %v", err)
	}
	return first
}

// followed delivers what a visitor is told until the test ends.
func (w *world) followed(t *testing.T, v site.Visitor, after int64) <-chan site.VisitorNews {
	t.Helper()
	told := make(chan site.VisitorNews)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- w.FollowAsVisitor(ctx, v, after, func(news site.VisitorNews) error {
			select {
			case told <- news:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("following ended with %v", err)
		}
	})
	return told
}

func TestAVisitorIsToldEveryMessageOnceAndInOrder(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	told := w.followed(t, v, 0)
	if first := <-told; first.State == nil || first.State.Started != "" || len(first.Messages) != 0 {
		t.Fatalf("at first there is %+v", first)
	}
	go func() {
		if _, err := w.SendAsVisitor(ctx, v, "/", site.Words{Key: "1", Text: "one"}); err != nil {
			t.Error(err)
			return
		}
		id := must(w.ChatInbox(ctx))(t).Conversations[0].ID
		for _, text := range []string{"two", "three", "four"} {
			if _, err := w.SendAsStaff(ctx, pat, id, site.Words{Key: text, Text: text}); err != nil {
				t.Error(err)
			}
		}
	}()
	var got []site.ChatMessage
	for len(got) < 4 {
		got = append(got, (<-told).Messages...)
	}
	if diff := cmp.Diff([]string{"one", "two", "three", "four"}, texts(got)); diff != "" {
		t.Error(diff)
	}
	again := w.firstNews(t, v, got[1].ID)
	if diff := cmp.Diff(got[2:], again.Messages); diff != "" {
		t.Errorf("resuming after the second message:\n%s", diff)
	}
}

func TestAVisitorIsToldWhatElseChanges(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	w.say(t, v, "1", "Hello")
	id := w.only(t).ID
	told := w.followed(t, v, 0)
	<-told
	next := func() site.VisitorState {
		t.Helper()
		for news := range told {
			if news.State != nil {
				return *news.State
			}
		}
		t.Fatal("nothing was told")
		return site.VisitorState{}
	}
	must(w.LeaveContact(ctx, v, site.ChatContact{Name: "Sam", Contact: "254"}))(t)
	if got := next(); got.Name != "Sam" || got.Contact != "254" {
		t.Errorf("after the contact: %+v", got)
	}
	if err := w.CloseConversation(ctx, id, true); err != nil {
		t.Fatal(err)
	}
	if got := next(); !got.Closed {
		t.Errorf("after the closing: %+v", got)
	}
	if err := w.DeleteConversation(ctx, id); err != nil {
		t.Fatal(err)
	}
	if got := next(); got.Started != "" || got.Name != "" {
		t.Errorf("after the deletion: %+v", got)
	}
}

// addAdmin makes an administrator with a session under the token.
func (w *world) addAdmin(t *testing.T, token string) {
	t.Helper()
	err := w.store.Write(t.Context(), func(tx site.Tx) error {
		user, err := tx.PutUser(t.Context(), site.User{Username: "pat", Role: site.RoleAdmin, PasswordHash: "none", CreatedAt: w.now})
		if err != nil {
			return err
		}
		return tx.PutSession(t.Context(), site.Session{TokenHash: sha256.Sum256([]byte(token)), UserID: user.ID, CreatedAt: w.now, LastSeenAt: w.now})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// glance follows as staff until the first version is told.
func (w *world) glance(t *testing.T, present bool) {
	t.Helper()
	err := w.FollowAsStaff(t.Context(), site.StaffFollower{Token: "token", Present: present}, func(int64) error { return errEnough })
	if !errors.Is(err, errEnough) {
		t.Fatalf("following ended with %v", err)
	}
}

func TestVisitorsSeeWhetherSomebodyIsThere(t *testing.T) {
	w, v := newWorld(t), aVisitor()
	w.addAdmin(t, "token")
	online := func() bool { return w.firstNews(t, v, 0).State.StaffOnline }
	if online() {
		t.Error("somebody is there before anybody came")
	}
	w.glance(t, false)
	if online() {
		t.Error("a window that nobody looks at counts as somebody")
	}
	told := w.followed(t, v, 0)
	<-told
	w.glance(t, true)
	if news := <-told; news.State == nil || !news.State.StaffOnline {
		t.Errorf("when somebody comes, visitors are told %+v", news)
	}
	w.now = w.now.Add(2 * site.DefaultChatBeat)
	if !online() {
		t.Error("nobody is there a moment later")
	}
	w.now = w.now.Add(2 * site.DefaultChatBeat)
	if online() {
		t.Error("somebody is there long after they left")
	}
}

func TestStaffAreToldOfEveryChangeUntilTheirSessionEnds(t *testing.T) {
	w, v := newWorld(t), aVisitor()
	w.addAdmin(t, "token")
	versions := make(chan int64)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- w.FollowAsStaff(ctx, site.StaffFollower{Token: "token"}, func(version int64) error {
			versions <- version
			return nil
		})
	}()
	before := <-versions
	w.say(t, v, "1", "Hello")
	if after := <-versions; after == before {
		t.Error("a message did not change the version")
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("following ended with %v", err)
	}

	w.now = w.now.Add(13 * time.Hour)
	err := w.FollowAsStaff(t.Context(), site.StaffFollower{Token: "token"}, func(int64) error { return nil })
	wantFailure(t, err, site.Unauthorized, "signed in")
}

func TestTooManyWindowsOfOneAddressAreRefused(t *testing.T) {
	w, v := newWorld(t), aVisitor()
	for range 40 {
		<-w.followed(t, v, 0)
	}
	wantFailure(t, w.FollowAsVisitor(t.Context(), aVisitor(), 0, nil), site.TooMany, "windows")
}
