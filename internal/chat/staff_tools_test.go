package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// availabilityTest is a chat whose staff are users of the same store.
type availabilityTest struct {
	*fixture
	open     bool
	ann, bob int64
}

func newAvailabilityTest(t *testing.T) *availabilityTest {
	t.Helper()
	stores := testkit.NewStore(t)
	a := &availabilityTest{fixture: &fixture{store: stores.Chat(), now: time.Date(2026, 3, 2, 15, 0, 0, 0, time.UTC)}, open: true}
	a.Chat = chat.New(chat.Config{
		Store: a.store, Company: atWork, Clock: func() time.Time { return a.now },
		OpenNow: func(context.Context, time.Time) bool { return a.open },
	})
	accounts := auth.New(auth.Config{Store: stores.Auth()})
	for name, id := range map[string]*int64{"ann": &a.ann, "bob": &a.bob} {
		user := testkit.Must(accounts.AddUser(t.Context(), auth.NewUser{Username: name, Role: auth.RoleAdmin, Password: "a long enough passphrase"}))(t)
		*id = user.ID
	}
	return a
}

// look lets the person look at the back office.
func (a *availabilityTest) look(t *testing.T, person int64) {
	t.Helper()
	err := a.FollowAsStaff(t.Context(), chat.StaffFollower{Check: allowed, Person: person, Present: true}, func(int64, bool) error { return errStop })
	if !errors.Is(err, errStop) {
		t.Fatal(err)
	}
}

func (a *availabilityTest) online(t *testing.T) bool {
	t.Helper()
	return a.firstUpdate(t, newVisitor(), 0).State.StaffOnline
}

func TestSomebodyIsHereOnlyIfAvailableInOpeningHours(t *testing.T) {
	a, ctx := newAvailabilityTest(t), t.Context()
	a.look(t, a.ann)
	if !a.online(t) {
		t.Error("somebody available looks at the back office in opening hours, and nobody is here")
	}
	a.open = false
	if a.online(t) {
		t.Error("an open window counts on a closed day")
	}
	a.open = true
	if err := a.SetAvailable(ctx, a.ann, false); err != nil {
		t.Fatal(err)
	}
	if a.online(t) {
		t.Error("somebody who has just left counts")
	}
	a.look(t, a.ann)
	if a.online(t) {
		t.Error("an open window of somebody who is away counts")
	}
	a.look(t, a.bob)
	if !a.online(t) {
		t.Error("a colleague who is available does not count")
	}
	if got := testkit.Must(a.Availability(ctx, a.ann))(t); got.Available {
		t.Error("the switch was not stored")
	}
	if err := a.SetAvailable(ctx, a.ann, true); err != nil {
		t.Fatal(err)
	}
	if got := testkit.Must(a.Availability(ctx, a.ann))(t); !got.Available {
		t.Error("the switch cannot be turned back")
	}
}

func TestSwitchReachesOpenWindowsAtOnce(t *testing.T) {
	a := newAvailabilityTest(t)
	ctx, cancel := context.WithCancel(t.Context())
	versions, ended := make(chan int64), make(chan error, 1)
	go func() {
		ended <- a.FollowAsStaff(ctx, chat.StaffFollower{Check: allowed, Person: a.ann, Present: true}, func(version int64, _ bool) error {
			select {
			case versions <- version:
			case <-ctx.Done():
			}
			return nil
		})
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	<-versions
	updates := a.follow(t, newVisitor(), 0)
	if first := <-updates; !first.State.StaffOnline {
		t.Fatal("nobody is here at first")
	}
	go func() { // the window is sent the changes that follow
		for {
			select {
			case <-versions:
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, available := range []bool{false, true} {
		if err := a.SetAvailable(ctx, a.ann, available); err != nil {
			t.Fatal(err)
		}
		for update := range updates {
			if update.State != nil && update.State.StaffOnline == available {
				break
			}
		}
	}
}

func TestTypingIsShownToTheOtherSideForAWhile(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	if err := f.TypeAsVisitor(ctx, v); err != nil {
		t.Errorf("before the first message: %v", err)
	}
	f.say(t, v, "1", "Hello")
	id := f.only(t).ID
	typing := func() (visitor bool, staff string) {
		t.Helper()
		return testkit.Must(f.Thread(ctx, id, 0))(t).Typing, f.firstUpdate(t, v, 0).State.Typing
	}
	if visitor, staff := typing(); visitor || staff != "" {
		t.Errorf("at first somebody is typing: %v, %q", visitor, staff)
	}
	if err := errors.Join(f.TypeAsVisitor(ctx, v), f.TypeAsStaff(ctx, id)); err != nil {
		t.Fatal(err)
	}
	visitor, staff := typing()
	if !visitor || staff == "" {
		t.Errorf("nobody is typing: %v, %q", visitor, staff)
	}
	f.now = f.now.Add(4 * time.Second)
	if err := f.TypeAsStaff(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, again := typing(); again == "" || again == staff {
		t.Errorf("going on typing is shown as %q after %q", again, staff)
	}
	f.say(t, v, "sent", "Now it is sent")
	if visitor, staff := typing(); visitor || staff == "" {
		t.Errorf("after a message of the visitor: %v, %q", visitor, staff)
	}
	f.now = f.now.Add(8 * time.Second)
	if visitor, staff := typing(); visitor || staff != "" {
		t.Errorf("after a while somebody is still typing: %v, %q", visitor, staff)
	}
	testkit.WantError(t, f.TypeAsStaff(ctx, "nothing"), errs.NotFound, "conversation")
	var err error
	for range 20 {
		err = f.TypeAsVisitor(ctx, v)
	}
	testkit.WantError(t, err, errs.TooMany, "wait")
	f.say(t, v, "2", "Typing does not count as writing")
}

func TestTypingReachesWindowsOfTheStaffWithoutANewVersion(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	f.say(t, v, "1", "Hello")
	ctx, cancel := context.WithCancel(t.Context())
	type sent struct {
		version int64
		typed   bool
	}
	events, ended := make(chan sent), make(chan error, 1)
	go func() {
		ended <- f.FollowAsStaff(ctx, chat.StaffFollower{Check: allowed}, func(version int64, typed bool) error {
			select {
			case events <- sent{version, typed}:
			case <-ctx.Done():
			}
			return nil
		})
	}()
	first := <-events
	if first.typed {
		t.Error("typing is reported before anybody types")
	}
	if err := f.TypeAsVisitor(ctx, v); err != nil {
		t.Fatal(err)
	}
	if got := <-events; got != (sent{first.version, true}) {
		t.Errorf("after a sign of typing the window is sent %+v, and at first %+v", got, first)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestNotesAreForTheStaffOnly(t *testing.T) {
	const secret = "Pays late; ask for the deposit"
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "Hello")
	id := f.only(t).ID
	updates := f.follow(t, v, 0)
	<-updates
	note := testkit.Must(f.AddNote(ctx, "Pat", id, "  "+secret+"\n"))(t)
	testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{ID: 7, Name: "Pat"}, id, chat.NewMessage{Key: "2", Text: "Good morning"}))(t)
	f.say(t, v, "3", "Bye")
	for received := 0; received < 2; {
		update := <-updates
		if sent := string(testkit.Must(json.Marshal(update))(t)); strings.Contains(sent, "late") {
			t.Fatalf("the visitor was sent the note: %s", sent)
		}
		received += len(update.Messages)
	}
	if inbox := string(testkit.Must(json.Marshal(f.only(t)))(t)); strings.Contains(inbox, "late") {
		t.Errorf("the inbox shows the note as a message: %s", inbox)
	}
	thread := testkit.Must(f.Thread(ctx, id, 0))(t)
	if len(thread.Notes) != 1 || thread.Notes[0] != note || note.Text != secret || note.Author != "Pat" {
		t.Errorf("the staff see %+v", thread.Notes)
	}
	testkit.WantError(t, f.DeleteNote(ctx, "another", note.ID), errs.NotFound, "note")
	if err := f.DeleteNote(ctx, id, note.ID); err != nil {
		t.Fatal(err)
	}
	if got := testkit.Must(f.Thread(ctx, id, 0))(t).Notes; len(got) != 0 {
		t.Errorf("after the deletion there is %+v", got)
	}
	_, err := f.AddNote(ctx, "Pat", id, " ")
	testkit.WantError(t, err, errs.Invalid, "text")
	_, err = f.AddNote(ctx, "Pat", "nothing", secret)
	testkit.WantError(t, err, errs.NotFound, "conversation")
}

func TestWhoeverAnswersFirstIsAssigned(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "Hello")
	id := f.only(t).ID
	pat, sam := chat.StaffMember{ID: 7, Name: "Pat"}, chat.StaffMember{ID: 8, Name: "Sam"}
	for i, who := range []chat.StaffMember{pat, sam} {
		testkit.Must(f.SendAsStaff(ctx, who, id, chat.NewMessage{Key: who.Name, Text: "Hi"}))(t)
		if got := f.only(t).Assignee; got != pat {
			t.Errorf("after answer %d %+v is assigned", i+1, got)
		}
	}
	for _, who := range []chat.StaffMember{sam, {}} {
		testkit.Must(f.ChangeConversation(ctx, id, chat.ConversationChange{Assignee: &who}))(t)
		if got := f.only(t).Assignee; got != who {
			t.Errorf("%+v is assigned, want %+v", got, who)
		}
	}
}
