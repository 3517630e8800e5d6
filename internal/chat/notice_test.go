package chat_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/testkit"
)

// receiver is a notifier that keeps the notices, or fails as long as problem is
// set.
type receiver struct {
	mu      sync.Mutex
	notices []chat.Notice
	problem error
}

func (r *receiver) Notify(_ context.Context, notice chat.Notice) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.problem != nil {
		return r.problem
	}
	r.notices = append(r.notices, notice)
	return nil
}

// take returns what was received since the last call.
func (r *receiver) take() []chat.Notice {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.notices
	r.notices = nil
	return taken
}

// noticeTest is a chat that sends notices when a test says so, with a clock that a
// test can move.
type noticeTest struct {
	*chat.Chat
	config  chat.Config
	mail    *receiver
	now     time.Time
	open    bool
	clients int
}

func newNoticeTest(t *testing.T) *noticeTest {
	t.Helper()
	n := &noticeTest{mail: &receiver{}, now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), open: true}
	n.config = chat.Config{
		Store: testkit.NewStore(t).Chat(), Company: atWork, InboxURL: "https://pest.example/admin",
		Channels: []chat.Channel{{Name: "email", Notifier: n.mail}}, DialPhone: company.DialPhone,
		OpenNow: func(context.Context, time.Time) bool { return n.open },
		Clock:   func() time.Time { return n.now },
	}
	n.Chat = chat.New(n.config)
	return n
}

// deliver moves the clock and delivers what is due.
func (n *noticeTest) deliver(t *testing.T, d time.Duration) {
	t.Helper()
	n.now = n.now.Add(d)
	if err := n.DeliverDue(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
}

// after moves the clock, delivers what is due and returns it.
func (n *noticeTest) after(t *testing.T, d time.Duration) []chat.Notice {
	t.Helper()
	n.deliver(t, d)
	return n.mail.take()
}

// start starts a conversation from another client.
func (n *noticeTest) start(t *testing.T, text string) chat.Visitor {
	t.Helper()
	n.clients++
	v := from(fmt.Sprintf("198.51.%d.%d", n.clients/250, n.clients%250))
	n.say(t, v, text)
	return v
}

func (n *noticeTest) say(t *testing.T, v chat.Visitor, text string) {
	t.Helper()
	testkit.Must(n.SendAsVisitor(t.Context(), v, "/about", chat.NewMessage{Key: text, Text: text}))(t)
}

// conversation returns the only conversation.
func (n *noticeTest) conversation(t *testing.T) chat.Summary {
	t.Helper()
	inbox := testkit.Must(n.Inbox(t.Context(), chat.InboxQuery{Limit: 10}))(t)
	if len(inbox.Conversations) != 1 {
		t.Fatalf("there are %d conversations", len(inbox.Conversations))
	}
	return inbox.Conversations[0]
}

// wantLead checks that one notice came and what it says.
func wantLead(t *testing.T, got []chat.Notice, reason chat.Reason, messages ...string) chat.Notice {
	t.Helper()
	if len(got) != 1 || got[0].Reason != reason || !slices.Equal(got[0].Messages, messages) {
		t.Fatalf("the notices are %+v, want one for the reason %s with %q", got, reason, messages)
	}
	return got[0]
}

func wantNone(t *testing.T, got []chat.Notice) {
	t.Helper()
	if len(got) > 0 {
		t.Fatalf("notices that nobody expected: %+v", got)
	}
}

func TestNoticeTellsOfEverythingUnanswered(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false // after hours
	v := n.start(t, "I have ants.")
	first := wantLead(t, n.after(t, 0), chat.ReasonMessage, "I have ants.")
	id := n.conversation(t).ID
	if first.Conversation != id || first.Page != "/about" || first.URL != "https://pest.example/admin?panel=messages&section="+id {
		t.Errorf("the notice is %+v", first)
	}
	n.say(t, v, "In the kitchen.")
	wantNone(t, n.after(t, time.Minute))
	testkit.Must(n.LeaveContact(t.Context(), v, chat.ContactDetails{Name: "Ann", Contact: "254-555-0142"}))(t)
	contact := wantLead(t, n.after(t, time.Second), chat.ReasonContact, "I have ants.", "In the kitchen.")
	if contact.Name != "Ann" || contact.Contact != "254-555-0142" || contact.ID == first.ID {
		t.Errorf("the notice is %+v", contact)
	}
	n.open = true
	n.say(t, v, "Many.")
	wantNone(t, n.after(t, 10*time.Minute)) // two notices were sent
	n.now = n.now.Add(time.Hour)
	n.say(t, v, "Hello?") // nobody has answered, and the notices are long ago
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "I have ants.", "In the kitchen.", "Many.", "Hello?")
}

func TestAnswerMakesNoticesNeedless(t *testing.T) {
	n := newNoticeTest(t)
	v := n.start(t, "one")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "one")
	n.say(t, v, "two")
	testkit.Must(n.SendAsStaff(t.Context(), chat.StaffMember{Name: "Pat"}, n.conversation(t).ID, chat.NewMessage{Key: "a", Text: "We are coming."}))(t)
	wantNone(t, n.after(t, 10*time.Minute))
	n.say(t, v, "three") // waits for an answer again, with a reminder of its own
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "three")
	wantLead(t, n.after(t, 3*time.Minute), chat.ReasonReminder, "three")
}

func TestNoticesSurviveFailuresAndRestarts(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.mail.problem = errors.New("421 try again later")
	n.start(t, "one")
	for range 10 * 6 { // ten minutes
		wantNone(t, n.after(t, 10*time.Second))
		n.Chat = chat.New(n.config) // as after a kill
	}
	status := testkit.Must(n.Deliveries(t.Context()))(t)
	if len(status) != 1 || status[0].Error != "421 try again later" || status[0].FailedAt == nil || status[0].DeliveredAt != nil {
		t.Errorf("the deliveries are %+v", status)
	}
	n.mail.problem = nil
	wantLead(t, n.after(t, 10*time.Minute), chat.ReasonMessage, "one")
	if status := testkit.Must(n.Deliveries(t.Context()))(t); status[0].DeliveredAt == nil {
		t.Errorf("the deliveries are %+v", status)
	}
	wantNone(t, n.after(t, 24*time.Hour))
}

func TestNoticesAreGivenUpAfterADay(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.mail.problem = errors.New("no")
	n.start(t, "one")
	for range 26 {
		wantNone(t, n.after(t, time.Hour))
	}
	n.mail.problem = nil
	wantNone(t, n.after(t, time.Hour))
}

func TestMessageDuringDeliveryIsNotForgotten(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	v := n.start(t, "one")
	during := &receiver{}
	n.config.Channels = []chat.Channel{{Name: "email", Notifier: notifierFunc(func(ctx context.Context, notice chat.Notice) error {
		if len(notice.Messages) == 1 {
			n.say(t, v, "two")
		}
		return during.Notify(ctx, notice)
	})}}
	n.Chat = chat.New(n.config)
	n.after(t, 0)
	wantLead(t, during.take(), chat.ReasonMessage, "one")
	n.open = true
	n.after(t, 3*time.Minute)
	wantLead(t, during.take(), chat.ReasonReminder, "one", "two")
}

type notifierFunc func(context.Context, chat.Notice) error

func (f notifierFunc) Notify(ctx context.Context, notice chat.Notice) error { return f(ctx, notice) }

func TestNoticesAreGroupedAndSayHowManyWereHeldBack(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	for i := range 12 {
		n.start(t, fmt.Sprint("real", i))
		wantLead(t, n.after(t, 0), chat.ReasonMessage, fmt.Sprint("real", i))
	}
	for i := range 240 {
		n.start(t, fmt.Sprint("spam", i))
	}
	wantNone(t, n.after(t, 0))
	got := n.after(t, 2*time.Minute)
	if len(got) != 1 || len(got[0].Leads()) != 5 || got[0].HeldBack != 235 {
		t.Errorf("the notices are %+v", got)
	}
	wantNone(t, n.after(t, time.Hour))
}

func TestNoticesOfADayAreLimited(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	sent, leads := 0, 0
	const minutes, every = 24 * 60, 10
	for i := range minutes / every {
		n.start(t, fmt.Sprint("spam", i))
		for _, notice := range n.after(t, every*time.Minute) {
			sent++
			leads += len(notice.Leads()) + notice.HeldBack
		}
	}
	if sent < 48 || sent > 48+49 {
		t.Errorf("%d notices were sent in a day", sent)
	}
	if leads < minutes/every-6 {
		t.Errorf("the notices tell of %d of %d conversations", leads, minutes/every)
	}
}

func TestStaffAreWarnedOnceWhenTheChatIsNearlyFull(t *testing.T) {
	n := newNoticeTest(t)
	n.open = false
	n.config.MaxBytes = 10 * (chat.MessageOverhead + 4)
	n.Chat = chat.New(n.config)
	v := n.start(t, "text")
	wantLead(t, n.after(t, 0), chat.ReasonMessage, "text")
	for i := range 9 { // the eighth message in all fills 80%
		n.say(t, v, fmt.Sprint("txt", i))
	}
	got := n.after(t, 0)
	if len(got) != 1 || !strings.Contains(got[0].Warning, "100% full") || got[0].Conversation != "" {
		t.Errorf("the notices are %+v", got)
	}
}

func TestStaffAreWarnedOfWhatIsOutsideTheChat(t *testing.T) {
	n := newNoticeTest(t)
	text := "The certificate has not been renewed."
	n.config.Warnings = map[chat.Reason]func(context.Context) (string, error){
		chat.ReasonCertificate: func(context.Context) (string, error) { return text, nil },
	}
	n.Chat = chat.New(n.config)
	warn := func() {
		t.Helper()
		if err := n.Warn(t.Context(), chat.ReasonCertificate); err != nil {
			t.Fatal(err)
		}
	}
	warn()
	warn() // as another replica does
	if got := n.after(t, 0); wantLead(t, got, chat.ReasonCertificate).Warning != text {
		t.Errorf("the notices are %+v", got)
	}
	wantNone(t, n.after(t, time.Hour))
	warn()
	text = "" // repaired before the notice was sent
	wantNone(t, n.after(t, time.Hour))
}

func TestDeletedConversationSendsNoNotice(t *testing.T) {
	n := newNoticeTest(t)
	v := n.start(t, "never mind")
	if err := n.DeleteAsVisitor(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	wantNone(t, n.after(t, time.Hour))
}

func TestTestNoticeIsRecorded(t *testing.T) {
	n := newNoticeTest(t)
	if err := n.SendTest(t.Context(), "email"); err != nil {
		t.Fatal(err)
	}
	if got := n.mail.take(); len(got) != 1 || got[0].Reason != chat.ReasonTest {
		t.Errorf("the notices are %+v", got)
	}
	n.mail.problem = errors.New("connection refused")
	if err := n.SendTest(t.Context(), "email"); err == nil || err.Error() != "The notice could not be sent: connection refused" {
		t.Errorf("the error is %v", err)
	}
	if status := testkit.Must(n.Deliveries(t.Context()))(t); status[0].DeliveredAt == nil || status[0].Error != "connection refused" {
		t.Errorf("the deliveries are %+v", status)
	}
	if err := n.SendTest(t.Context(), "pigeon"); err == nil {
		t.Error("a test on a channel that does not exist was accepted")
	}
}

func TestRunSendsNoticesAtOnceAndOnEachChannelByItself(t *testing.T) {
	n := newNoticeTest(t)
	hanging, received := make(chan struct{}), make(chan chat.Notice)
	n.config.Channels = []chat.Channel{
		{Name: "webhook", Notifier: notifierFunc(func(ctx context.Context, _ chat.Notice) error {
			close(hanging)
			<-ctx.Done()
			return ctx.Err()
		})},
		{Name: "email", Notifier: notifierFunc(func(_ context.Context, notice chat.Notice) error {
			<-hanging
			received <- notice
			return nil
		})},
	}
	n.Chat = chat.New(n.config)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		n.Run(ctx, slog.New(slog.DiscardHandler))
	}()
	n.start(t, "one")
	if notice := <-received; notice.Messages[0] != "one" {
		t.Errorf("the notice is %+v", notice)
	}
	cancel()
	<-ended
}
