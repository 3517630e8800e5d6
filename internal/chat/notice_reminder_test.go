package chat_test

import (
	"slices"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/testkit"
)

// Whatever a visitor does while waiting, the staff get one notice and one reminder.
func TestOneNoticeAndOneReminder(t *testing.T) {
	contact := func(t *testing.T, n *noticeTest, v chat.Visitor, number string) {
		t.Helper()
		testkit.Must(n.LeaveContact(t.Context(), v, chat.ContactDetails{Name: "Ann", Contact: number}))(t)
	}
	tests := map[string]struct {
		do   func(*testing.T, *noticeTest, chat.Visitor)
		want []chat.Reason
	}{
		"nothing": {func(*testing.T, *noticeTest, chat.Visitor) {}, []chat.Reason{chat.ReasonMessage, chat.ReasonReminder}},
		"more messages": {func(t *testing.T, n *noticeTest, v chat.Visitor) {
			t.Helper()
			n.say(t, v, "two")
			n.deliver(t, 30*time.Second)
			n.say(t, v, "three")
		}, []chat.Reason{chat.ReasonMessage, chat.ReasonReminder}},
		"contact at once": {func(t *testing.T, n *noticeTest, v chat.Visitor) {
			t.Helper()
			contact(t, n, v, "254-555-0142")
		}, []chat.Reason{chat.ReasonMessage, chat.ReasonReminder}},
		"contact after the notice": {func(t *testing.T, n *noticeTest, v chat.Visitor) {
			t.Helper()
			n.deliver(t, time.Second)
			contact(t, n, v, "254-555-0142")
			n.deliver(t, time.Second)
			contact(t, n, v, "254-555-0143")
		}, []chat.Reason{chat.ReasonMessage, chat.ReasonContact}},
		"contact after the reminder": {func(t *testing.T, n *noticeTest, v chat.Visitor) {
			t.Helper()
			n.deliver(t, time.Second)
			n.deliver(t, 3*time.Minute)
			contact(t, n, v, "254-555-0142")
		}, []chat.Reason{chat.ReasonMessage, chat.ReasonReminder}},
		"contact after an answer": {func(t *testing.T, n *noticeTest, v chat.Visitor) {
			t.Helper()
			n.deliver(t, time.Second)
			testkit.Must(n.SendAsStaff(t.Context(), chat.StaffMember{Name: "Pat"}, n.conversation(t).ID, chat.NewMessage{Key: "a", Text: "Your number?"}))(t)
			contact(t, n, v, "254-555-0142")
		}, []chat.Reason{chat.ReasonMessage, chat.ReasonContact}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			n := newNoticeTest(t)
			v := n.start(t, "one")
			test.do(t, n, v)
			for range 60 {
				n.deliver(t, 10*time.Second)
			}
			var got []chat.Reason
			for _, notice := range n.mail.take() {
				got = append(got, notice.Reason)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("the notices are %q, want %q", got, test.want)
			}
		})
	}
}

func TestReminderComesOnceInOpeningHours(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.start(t, "Hello?")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "Hello?")
	wantNone(t, n.after(t, 3*time.Minute))
	n.open = true
	wantLead(t, n.after(t, 5*time.Minute), chat.ReasonReminder, "Hello?")
	wantNone(t, n.after(t, time.Hour))
}
