package chat_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"perimeter/internal/chat"
	"perimeter/internal/testkit"
)

func TestCorrectedContactDetailsAreAnotherNotice(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	v := n.start(t, "one")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "one")
	// Until an answer, the details are told once: see TestOneNoticeAndOneReminder.
	testkit.Must(n.SendAsStaff(t.Context(), chat.StaffMember{Name: "Pat"}, n.conversation(t).ID, chat.NewMessage{Key: "a", Text: "Your number?"}))(t)
	leave := func(contact string) {
		t.Helper()
		n.now = n.now.Add(time.Second)
		testkit.Must(n.LeaveContact(t.Context(), v, chat.ContactDetails{Name: "Ann", Contact: contact}))(t)
	}
	leave("254-555-0142")
	first := wantLead(t, n.after(t, 0), chat.ReasonContact)
	leave("254-555-0143")
	second := wantLead(t, n.after(t, 0), chat.ReasonContact)
	if second.Contact != "254-555-0143" || second.ID == first.ID {
		t.Errorf("the notices are %+v and %+v", first, second)
	}

	during := &receiver{}
	n.config.Channels = []chat.Channel{{Name: "email", Notifier: notifierFunc(func(ctx context.Context, notice chat.Notice) error {
		if notice.Contact == "254-555-0144" {
			leave("ann@pest.example")
		}
		return during.Notify(ctx, notice)
	})}}
	n.Chat = chat.New(n.config)
	leave("254-555-0144")
	n.after(t, 0)
	n.after(t, time.Minute)
	if got := during.take(); len(got) != 2 || got[1].Contact != "ann@pest.example" {
		t.Errorf("the notices are %+v", got)
	}
}

func TestNoticeShowsAllUnansweredMessages(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	v := n.start(t, "message 0")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "message 0")
	want := []string{"message 0"}
	for i := range 30 {
		text := fmt.Sprint("message ", i+1)
		n.now = n.now.Add(3 * time.Second)
		n.say(t, v, text)
		want = append(want, text)
	}
	n.open = true
	wantLead(t, n.after(t, 3*time.Minute), chat.ReasonReminder, want...)
}

func TestSeparateChannelTellsOfOneConversationAtATime(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.config.Channels[0].Separate = true
	n.Chat = chat.New(n.config)
	var want []string
	for i := range 12 {
		text := fmt.Sprint("message ", i)
		n.start(t, text)
		want = append(want, text)
	}
	got := n.after(t, 0)
	var messages []string
	ids := map[string]bool{}
	for _, notice := range got {
		messages = append(messages, notice.Messages...)
		ids[notice.ID], ids[notice.Conversation] = true, true
		if len(notice.More) > 0 || notice.HeldBack > 0 {
			t.Errorf("the notice is %+v", notice)
		}
	}
	slices.Sort(messages)
	slices.Sort(want)
	if !slices.Equal(messages, want) || len(ids) != 2*len(want) {
		t.Errorf("the notices are %+v", got)
	}

	n.mail.problem = errors.New("503")
	n.start(t, "failed")
	n.start(t, "failed too")
	wantNone(t, n.after(t, 0))
	n.mail.problem = nil
	if got := n.after(t, time.Minute); len(got) != 2 {
		t.Errorf("the notices are %+v", got)
	}
	wantNone(t, n.after(t, time.Hour))
}

func TestMessageIsTriedForADayOfItsOwn(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.mail.problem = errors.New("no")
	v := n.start(t, "one")
	for range 23 {
		wantNone(t, n.after(t, time.Hour))
	}
	n.say(t, v, "two")
	for range 3 {
		wantNone(t, n.after(t, time.Hour))
	}
	n.mail.problem = nil
	wantLead(t, n.after(t, time.Hour), chat.ReasonMessage, "one", "two")
}

func TestAnyErrorOfAReceiverCanBeStored(t *testing.T) {
	n := newNoticeTest(t)
	for _, text := range []string{"x" + strings.Repeat("é", 200), "550 \xff\x00 refused"} {
		n.mail.problem = errors.New(text)
		if err := n.SendTest(t.Context(), "email"); err == nil {
			t.Fatal("the test was delivered")
		}
		stored := testkit.Must(n.Deliveries(t.Context()))(t)[0].Error
		if !utf8.ValidString(stored) || strings.Contains(stored, "\x00") || stored == "" || len(stored) > 300 {
			t.Errorf("the stored error is %q", stored)
		}
	}
}

func TestReminderIsTriedForADayFromOpening(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.start(t, "on Friday evening")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "on Friday evening")
	for range 60 { // until Monday
		wantNone(t, n.after(t, time.Hour))
	}
	n.open = true
	n.mail.problem = errors.New("421 try again later")
	for range 20 {
		wantNone(t, n.after(t, time.Hour))
	}
	n.mail.problem = nil
	wantLead(t, n.after(t, time.Hour), chat.ReasonReminder, "on Friday evening")
}

func TestClosingAConversationEndsItsReminder(t *testing.T) {
	n := newNoticeTest(t)
	n.start(t, "one")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "one")
	if err := n.SetClosed(t.Context(), n.conversation(t).ID, true); err != nil {
		t.Fatal(err)
	}
	wantNone(t, n.after(t, time.Hour))
}

// audience is a receiver that reaches as many devices as a test says.
type audience struct {
	*receiver
	devices int
}

func (a *audience) Receivers(context.Context) (int, error) { return a.devices, nil }

func TestNoticesWaitADayForADevice(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	phones := &audience{receiver: n.mail}
	n.config.Channels = []chat.Channel{{Name: "push", Notifier: phones}}
	n.Chat = chat.New(n.config)
	n.start(t, "one")
	wantNone(t, n.after(t, 0))
	phones.devices = 1
	wantLead(t, n.after(t, 10*time.Minute), chat.ReasonMessage, "one")

	phones.devices = 0
	n.start(t, "two")
	wantNone(t, n.after(t, 25*time.Hour))
	phones.devices = 1
	wantNone(t, n.after(t, time.Hour))
}
