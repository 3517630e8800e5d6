package chat_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

const (
	phone = "(254) 555-0142"
	team  = "Lone Oak team"
)

// atWork is the company of most tests.
func atWork(context.Context) chat.Company {
	return chat.Company{Enabled: true, Phone: phone, TeamName: team}
}

// fixture is a chat on an empty store, with a clock that a test can move.
type fixture struct {
	*chat.Chat
	store chat.Store
	now   time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{store: testkit.NewStore(t).Chat(), now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.UTC)}
	f.Chat = chat.New(chat.Config{Store: f.store, Company: atWork, DialPhone: company.DialPhone, Clock: func() time.Time { return f.now }})
	return f
}

func newVisitor() chat.Visitor {
	return chat.Visitor{Token: rand.Text(), ClientIP: netip.MustParseAddr("192.0.2.7")}
}

// say sends a visitor's message.
func (f *fixture) say(t *testing.T, v chat.Visitor, key, text string) chat.Message {
	t.Helper()
	return testkit.Must(f.SendAsVisitor(t.Context(), v, "/services", chat.NewMessage{Key: key, Text: text}))(t)
}

// only returns the only conversation.
func (f *fixture) only(t *testing.T) chat.Summary {
	t.Helper()
	inbox := testkit.Must(f.Inbox(t.Context(), chat.InboxQuery{}))(t)
	if len(inbox.Conversations) != 1 {
		t.Fatalf("there are %d conversations", len(inbox.Conversations))
	}
	return inbox.Conversations[0]
}

func texts(messages []chat.Message) []string {
	all := []string{}
	for _, m := range messages {
		all = append(all, m.Text)
	}
	return all
}

func TestVisitorAndStaffExchangeMessages(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "  I have ants.  ")
	c := f.only(t)
	if c.Unread != 1 || c.LastText != "I have ants." || c.Page != "/services" || c.LastStaff {
		t.Errorf("the inbox shows %+v", c)
	}
	answer := testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{Name: "Pat Placeholder"}, c.ID, chat.NewMessage{Key: "2", Text: "Where?"}))(t)
	if !answer.Staff || answer.Author != "Pat Placeholder" {
		t.Errorf("the answer is %+v", answer)
	}
	if c := f.only(t); c.Unread != 1 || !c.LastStaff {
		t.Errorf("after the answer, which does not mark anything as read, the inbox shows %+v", c)
	}
	if err := f.MarkRead(ctx, c.ID, math.MaxInt64); err != nil {
		t.Error(err)
	}
	if c := f.only(t); c.Unread != 0 {
		t.Errorf("after reading, the inbox shows %+v", c)
	}
	f.say(t, v, "3", "In the kitchen.")
	if c := f.only(t); c.Unread != 1 {
		t.Errorf("a message sent after reading counts as read: %+v", c)
	}
	thread := testkit.Must(f.Thread(ctx, c.ID, 0))(t)
	if diff := cmp.Diff([]string{"I have ants.", "Where?", "In the kitchen."}, texts(thread.Messages)); diff != "" {
		t.Error(diff)
	}
	if got := testkit.Must(f.Thread(ctx, c.ID, answer.ID))(t); len(got.Messages) != 1 {
		t.Errorf("after the answer there is %+v", got.Messages)
	}
}

func TestStaffWithoutFullNameAppearAsTheTeam(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "Hello")
	id := f.only(t).ID
	authors := func(messages []chat.Message) string {
		var names []string
		for _, m := range messages {
			names = append(names, m.Author)
		}
		return strings.Join(names, ", ")
	}
	answers := []chat.Message{}
	for key, name := range []string{"", " ", "Pat Placeholder"} {
		answers = append(answers, testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{Name: name}, id, chat.NewMessage{Key: fmt.Sprint("a", key), Text: "Hi"}))(t))
	}
	want := team + ", " + team + ", Pat Placeholder"
	if got := authors(answers); got != want {
		t.Errorf("the answers are from %q", got)
	}
	if got := authors(f.firstUpdate(t, v, 0).Messages); got != ", "+want {
		t.Errorf("the visitor sees %q", got)
	}
	if got := authors(testkit.Must(f.Thread(ctx, id, 0))(t).Messages); got != ", "+want {
		t.Errorf("the staff see %q", got)
	}
}

func TestMessageSentTwiceIsStoredOnce(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	first := f.say(t, v, "1", "Hello")
	f.now = f.now.Add(time.Second)
	if diff := cmp.Diff(first, f.say(t, v, "1", "Hello")); diff != "" {
		t.Errorf("the second answer differs:\n%s", diff)
	}
	if got := f.only(t).Unread; got != 1 {
		t.Errorf("%d messages were stored", got)
	}
}

func TestVisitorsCannotReadEachOthersConversations(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	f.say(t, v, "1", "Hello")
	update := f.firstUpdate(t, newVisitor(), 0)
	if len(update.Messages) != 0 || update.State.Started != "" {
		t.Errorf("somebody else sees %+v", update)
	}
}

func TestSendAsVisitorValidates(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	for name, c := range map[string]struct {
		draft chat.NewMessage
		says  string
	}{
		"empty":     {chat.NewMessage{Key: "1", Text: " \n"}, "required"},
		"too long":  {chat.NewMessage{Key: "1", Text: strings.Repeat("é", 2001)}, "at most 2000"},
		"no key":    {chat.NewMessage{Text: "Hello"}, "key"},
		"long key":  {chat.NewMessage{Key: strings.Repeat("k", 65), Text: "Hello"}, "key"},
		"nul bytes": {chat.NewMessage{Key: "1", Text: "a\x00b"}, "cannot be stored"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.SendAsVisitor(t.Context(), v, "/", c.draft)
			testkit.WantError(t, err, errs.Invalid, c.says)
		})
	}
	testkit.Must(f.SendAsVisitor(t.Context(), v, "https://elsewhere.example", chat.NewMessage{Key: "1", Text: strings.Repeat("é", 2000)}))(t)
	if got := f.only(t).Page; got != "" {
		t.Errorf("the page is %q", got)
	}
}

func TestConversationLengthIsLimited(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "first", "Hello")
	id := f.only(t).ID
	err := f.store.Change(ctx, id, func(tx chat.Tx) error {
		for i := range 999 {
			if _, err := tx.Messages().Add(ctx, chat.Message{ConversationID: id, Key: fmt.Sprint(i), Text: "x", SentAt: f.now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.SendAsVisitor(ctx, v, "/", chat.NewMessage{Key: "last", Text: "Hello"})
	testkit.WantError(t, err, errs.Invalid, phone)
}

func TestStaffMarkReadCloseAndDelete(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	m := f.say(t, v, "1", "Hello")
	f.say(t, v, "2", "Anybody?")
	id := f.only(t).ID
	for _, through := range []int64{m.ID, 0} { // nothing becomes unread again
		if err := f.MarkRead(ctx, id, through); err != nil {
			t.Fatal(err)
		}
		if got := f.only(t).Unread; got != 1 {
			t.Errorf("%d messages are unread", got)
		}
	}
	if err := f.SetClosed(ctx, id, true); err != nil {
		t.Fatal(err)
	}
	testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{Name: "Pat Placeholder"}, id, chat.NewMessage{Key: "bye", Text: "Goodbye"}))(t)
	if !f.only(t).Closed {
		t.Error("an answer opened a closed conversation")
	}
	f.say(t, v, "3", "One more thing")
	if f.only(t).Closed {
		t.Error("the visitor's message did not open the conversation again")
	}
	if err := f.DeleteConversation(ctx, id); err != nil {
		t.Fatal(err)
	}
	testkit.WantError(t, f.DeleteConversation(ctx, id), errs.NotFound, "conversation")
	_, err := f.SendAsStaff(ctx, chat.StaffMember{Name: "Pat Placeholder"}, id, chat.NewMessage{Key: "4", Text: "Hello?"})
	testkit.WantError(t, err, errs.NotFound, "conversation")
}

func TestSaveRepliesDropsBlankOnes(t *testing.T) {
	f, ctx := newFixture(t), t.Context()
	testkit.Must(f.SaveReplies(ctx, []string{" Hello ", "", "Bye"}, nil))(t)
	if diff := cmp.Diff([]string{"Hello", "Bye"}, testkit.Must(f.Inbox(ctx, chat.InboxQuery{}))(t).Replies); diff != "" {
		t.Error(diff)
	}
	_, err := f.SaveReplies(ctx, nil, nil) // a call that left them out
	testkit.WantError(t, err, errs.Invalid, "replies")
	_, err = f.SaveReplies(ctx, []string{strings.Repeat("x", 501)}, nil)
	testkit.WantError(t, err, errs.Invalid, "at most")
	_, err = f.SaveReplies(ctx, strings.Split(strings.Repeat("x,", 31), ","), nil)
	testkit.WantError(t, err, errs.Invalid, "30")
}

func TestDisabledChatRefusesVisitors(t *testing.T) {
	c := chat.New(chat.Config{
		Store: testkit.NewStore(t).Chat(), Company: func(context.Context) chat.Company { return chat.Company{Phone: phone} },
	})
	_, err := c.SendAsVisitor(t.Context(), newVisitor(), "/", chat.NewMessage{Key: "1", Text: "Hello"})
	testkit.WantError(t, err, errs.NotFound, phone)
	testkit.WantError(t, c.FollowAsVisitor(t.Context(), newVisitor(), 0, nil), errs.NotFound, phone)
}
