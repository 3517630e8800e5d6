package chat_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/testkit"
)

// notices is a notifier that passes notices on.
type notices chan chat.Notice

func (n notices) Notify(_ context.Context, notice chat.Notice) error {
	n <- notice
	return nil
}

// noticeTest is a chat that sends notices, with a clock that a test can move
// while the chat runs.
type noticeTest struct {
	*chat.Chat
	sent    notices
	minutes atomic.Int64
	clients int
}

func newNoticeTest(t *testing.T, maxBytes int64) *noticeTest {
	t.Helper()
	n := &noticeTest{sent: make(notices)}
	start := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	n.Chat = chat.New(chat.Config{
		Store: testkit.NewStore(t).Chat(), Company: atWork, InboxURL: "https://pest.example/admin", Notifiers: []chat.Notifier{n.sent},
		MaxBytes: maxBytes, Clock: func() time.Time { return start.Add(time.Duration(n.minutes.Load()) * time.Minute) },
	})
	return n
}

// run runs the chat until the test ends.
func (n *noticeTest) run(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		n.Run(ctx, slog.New(slog.DiscardHandler))
	}()
	t.Cleanup(func() {
		cancel()
		for {
			select {
			case notice := <-n.sent:
				t.Errorf("a notice that nobody expected: %+v", notice)
			case <-ended:
				return
			}
		}
	})
}

// start starts a conversation from another client.
func (n *noticeTest) start(t *testing.T, text string) chat.Visitor {
	t.Helper()
	n.clients++
	v := from(fmt.Sprintf("198.51.100.%d", n.clients))
	n.say(t, v, text)
	return v
}

func (n *noticeTest) say(t *testing.T, v chat.Visitor, text string) {
	t.Helper()
	testkit.Must(n.SendAsVisitor(t.Context(), v, "/about", chat.MessageDraft{Key: text, Text: text}))(t)
}

func openings(notice chat.Notice) string {
	all := []string{notice.Text}
	for _, o := range notice.More {
		all = append(all, o.Text)
	}
	return strings.Join(all, ", ")
}

func TestOnlyFirstMessageSendsNotice(t *testing.T) {
	n := newNoticeTest(t, 0)
	n.run(t)
	v := n.start(t, "one")
	if got := <-n.sent; openings(got) != "one" || got.Page != "/about" || got.Inbox != "https://pest.example/admin" || got.HeldBack != 0 {
		t.Errorf("the notice is %+v", got)
	}
	n.say(t, v, "two")
	n.start(t, "three")
	if got := <-n.sent; openings(got) != "three" {
		t.Errorf("the notice is %+v", got)
	}
}

func TestNoticesAreGroupedAndSayHowManyWereHeldBack(t *testing.T) {
	n := newNoticeTest(t, 0)
	n.run(t)
	for _, text := range []string{"1", "2", "3"} {
		n.start(t, text)
		if got := <-n.sent; openings(got) != text {
			t.Errorf("the notice is %+v", got)
		}
	}
	for i := range 240 {
		n.start(t, fmt.Sprint("spam", i))
	}
	n.minutes.Add(5)
	n.start(t, "wakes the sender")
	got := <-n.sent
	// The last but one may have woken it already.
	if openings(got) != "spam0, spam1, spam2, spam3, spam4" || got.HeldBack < 235 || got.HeldBack > 236 {
		t.Errorf("the notice shows %s and holds back %d", openings(got), got.HeldBack)
	}
}

func TestStaffAreWarnedOnceWhenTheChatIsNearlyFull(t *testing.T) {
	n := newNoticeTest(t, 10*(chat.MessageOverhead+4))
	n.run(t)
	v := n.start(t, "text")
	if got := <-n.sent; got.Warning != "" {
		t.Errorf("the warning %q came too early", got.Warning)
	}
	for i := range 9 { // the eighth message in all fills 80%
		n.say(t, v, fmt.Sprint("txt", i))
	}
	if got := <-n.sent; !strings.Contains(got.Warning, "80% full") || got.Text != "" || len(got.More) != 0 {
		t.Errorf("the notice is %+v", got)
	}
}
