package chat_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

var errStop = errors.New("stop")

// firstUpdate returns the first update that a visitor is sent.
func (f *fixture) firstUpdate(t *testing.T, v chat.Visitor, after int64) chat.VisitorUpdate {
	t.Helper()
	var first chat.VisitorUpdate
	err := f.FollowAsVisitor(t.Context(), v, after, func(update chat.VisitorUpdate) error {
		first = update
		return errStop
	})
	if !errors.Is(err, errStop) {
		t.Fatalf("following ended with %v", err)
	}
	return first
}

// follow delivers the updates that a visitor is sent until the test ends.
func (f *fixture) follow(t *testing.T, v chat.Visitor, after int64) <-chan chat.VisitorUpdate {
	t.Helper()
	updates := make(chan chat.VisitorUpdate)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- f.FollowAsVisitor(ctx, v, after, func(update chat.VisitorUpdate) error {
			select {
			case updates <- update:
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
	return updates
}

func TestVisitorIsSentEveryMessageOnceInOrder(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	updates := f.follow(t, v, 0)
	if first := <-updates; first.State == nil || first.State.Started != "" || len(first.Messages) != 0 {
		t.Fatalf("at first there is %+v", first)
	}
	go func() {
		if _, err := f.SendAsVisitor(ctx, v, "/", chat.NewMessage{Key: "1", Text: "one"}); err != nil {
			t.Error(err)
			return
		}
		id := testkit.Must(f.Inbox(ctx, chat.InboxQuery{}))(t).Conversations[0].ID
		for _, text := range []string{"two", "three", "four"} {
			if _, err := f.SendAsStaff(ctx, chat.StaffMember{Name: "Pat Placeholder"}, id, chat.NewMessage{Key: text, Text: text}); err != nil {
				t.Error(err)
			}
		}
	}()
	var got []chat.Message
	for len(got) < 4 {
		got = append(got, (<-updates).Messages...)
	}
	if diff := cmp.Diff([]string{"one", "two", "three", "four"}, texts(got)); diff != "" {
		t.Error(diff)
	}
	again := f.firstUpdate(t, v, got[1].ID)
	if diff := cmp.Diff(got[2:], again.Messages); diff != "" {
		t.Errorf("resuming after the second message:\n%s", diff)
	}
}

func TestVisitorIsSentStateChanges(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "Hello")
	id := f.only(t).ID
	updates := f.follow(t, v, 0)
	<-updates
	next := func() chat.VisitorState {
		t.Helper()
		for update := range updates {
			if update.State != nil {
				return *update.State
			}
		}
		t.Fatal("nothing was sent")
		return chat.VisitorState{}
	}
	testkit.Must(f.LeaveContact(ctx, v, chat.ContactDetails{Name: "Sam", Contact: "254-555-0100"}))(t)
	if got := next(); got.Name != "Sam" || got.Contact != "254-555-0100" {
		t.Errorf("after the contact: %+v", got)
	}
	if err := f.SetClosed(ctx, id, true); err != nil {
		t.Fatal(err)
	}
	if got := next(); !got.Closed {
		t.Errorf("after the closing: %+v", got)
	}
	if err := f.DeleteConversation(ctx, id); err != nil {
		t.Fatal(err)
	}
	if got := next(); got.Started != "" || got.Name != "" {
		t.Errorf("after the deletion: %+v", got)
	}
}

func allowed(context.Context) error { return nil }

// followOnce follows as staff until the first version is sent.
func (f *fixture) followOnce(t *testing.T, present bool) {
	t.Helper()
	err := f.FollowAsStaff(t.Context(), chat.StaffFollower{Check: allowed, Present: present}, func(int64, bool) error { return errStop })
	if !errors.Is(err, errStop) {
		t.Fatalf("following ended with %v", err)
	}
}

func TestVisitorsSeeWhetherStaffIsOnline(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	online := func() bool { return f.firstUpdate(t, v, 0).State.StaffOnline }
	if online() {
		t.Error("the staff is online before anybody came")
	}
	f.followOnce(t, false)
	if online() {
		t.Error("a window that nobody looks at counts as online")
	}
	updates := f.follow(t, v, 0)
	<-updates
	f.followOnce(t, true)
	if update := <-updates; update.State == nil || !update.State.StaffOnline {
		t.Errorf("when somebody comes, visitors are sent %+v", update)
	}
	f.now = f.now.Add(2 * chat.DefaultHeartbeat)
	if !online() {
		t.Error("the staff is offline a moment later")
	}
	f.now = f.now.Add(2 * chat.DefaultHeartbeat)
	if online() {
		t.Error("the staff is online long after they left")
	}
}

func TestPresenceIsNotReadFromTheFuture(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	online := func() bool { return f.firstUpdate(t, v, 0).State.StaffOnline }
	right := f.now
	f.now = right.Add(24 * time.Hour) // a clock that is wrong
	f.followOnce(t, true)
	f.now = right
	if online() {
		t.Error("a time in the future counts as online")
	}
	f.followOnce(t, true)
	if !online() {
		t.Error("a time in the future keeps presence from being recorded")
	}
	f.now = right.Add(-chat.DefaultHeartbeat / 2) // another replica's clock
	if !online() {
		t.Error("a replica whose clock is a little behind sees nobody online")
	}
}

func TestStaffIsSentEveryChangeUntilCheckFails(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	versions := make(chan int64)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- f.FollowAsStaff(ctx, chat.StaffFollower{Check: allowed}, func(version int64, _ bool) error {
			versions <- version
			return nil
		})
	}()
	before := <-versions
	f.say(t, v, "1", "Hello")
	if after := <-versions; after == before {
		t.Error("a message did not change the version")
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("following ended with %v", err)
	}

	signedOut := errs.Errorf(errs.Unauthorized, "You are not signed in.")
	follower := chat.StaffFollower{Check: func(context.Context) error { return signedOut }}
	err := f.FollowAsStaff(t.Context(), follower, func(int64, bool) error { return nil })
	testkit.WantError(t, err, errs.Unauthorized, "signed in")
}

func TestStreamsPerNetworkAreLimited(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	for range 40 {
		<-f.follow(t, v, 0)
	}
	testkit.WantError(t, f.FollowAsVisitor(t.Context(), newVisitor(), 0, nil), errs.TooMany, "windows")
}
