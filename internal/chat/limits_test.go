package chat_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// from returns a new visitor with that client IP.
func from(ip string) chat.Visitor {
	v := newVisitor()
	v.ClientIP = netip.MustParseAddr(ip)
	return v
}

// sendAll sends messages until one is refused, and returns how many were
// accepted.
func sendAll(t *testing.T, c *chat.Chat, visitor func(i int) chat.Visitor, text string, between func()) (int, error) {
	t.Helper()
	for i := range 1000 {
		_, err := c.SendAsVisitor(t.Context(), visitor(i), "/", chat.NewMessage{Key: fmt.Sprint(i), Text: text})
		if err != nil {
			return i, err
		}
		between()
	}
	t.Fatal("never refused")
	return 0, nil
}

func nothing() {}

func TestMessagesOfOneVisitorAreLimited(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	n, err := sendAll(t, f.Chat, func(int) chat.Visitor { return v }, "spam", nothing)
	if n != 10 {
		t.Errorf("a visitor sent %d messages at once", n)
	}
	testkit.WantError(t, err, errs.TooMany, "wait 3 seconds")
	f.now = f.now.Add(3 * time.Second)
	f.say(t, v, "later", "Sorry")
	f.say(t, from("198.51.100.1"), "1", "Hello")
}

func TestReplicasLimitMessagesTogether(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	replicas := []*chat.Chat{f.Chat, chat.New(chat.Config{Store: f.store, Company: atWork, Clock: func() time.Time { return f.now }})}
	sent := 0
	for i := range 30 {
		if _, err := replicas[i%2].SendAsVisitor(t.Context(), v, "/", chat.NewMessage{Key: fmt.Sprint(i), Text: "spam"}); err == nil {
			sent++
		}
	}
	if sent != 10 {
		t.Errorf("two replicas together accepted %d messages", sent)
	}
}

func TestUnansweredConversationsOfOneClientAreLimited(t *testing.T) {
	f, ctx := newFixture(t), t.Context()
	n, err := sendAll(t, f.Chat, func(int) chat.Visitor { return newVisitor() }, "spam", nothing)
	if n != 8 {
		t.Errorf("one client started %d conversations", n)
	}
	testkit.WantError(t, err, errs.TooMany, phone)
	f.say(t, from("198.51.100.1"), "1", "A customer elsewhere")

	list := testkit.Must(f.Inbox(ctx, chat.InboxQuery{Search: "spam"}))(t).Conversations
	testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{Name: "Pat Placeholder"}, list[0].ID, chat.NewMessage{Key: "a", Text: "Hello"}))(t)
	f.say(t, newVisitor(), "1", "An answered conversation does not count")
	_, err = f.SendAsVisitor(ctx, newVisitor(), "/", chat.NewMessage{Key: "1", Text: "spam"})
	testkit.WantError(t, err, errs.TooMany, phone)
	f.now = f.now.Add(time.Hour + time.Second)
	f.say(t, newVisitor(), "1", "An hour later")
}

func TestNetworksOfOneIPv6CustomerStartFewConversations(t *testing.T) {
	f := newFixture(t)
	n, err := sendAll(t, f.Chat, func(i int) chat.Visitor { return from(fmt.Sprintf("2001:db8:1:%x00::1", i)) }, "spam", nothing)
	if n != 80 {
		t.Errorf("one /48 network started %d conversations at once", n)
	}
	testkit.WantError(t, err, errs.TooMany, "wait")
	f.say(t, from("2001:db8:2::1"), "1", "A customer elsewhere")
}

func TestBytesOfOneClientAreLimitedByDay(t *testing.T) {
	f, v := newFixture(t), newVisitor()
	inAMinute := func() { f.now = f.now.Add(time.Minute) }
	n, err := sendAll(t, f.Chat, func(int) chat.Visitor { return v }, strings.Repeat("x", 2000), inAMinute)
	// 256 KiB, and what becomes free again in two hours.
	if n < 116 || n > 130 {
		t.Errorf("one client sent %d long messages", n)
	}
	testkit.WantError(t, err, errs.TooMany, "Please call "+phone+", or write again in")
	f.say(t, from("198.51.100.1"), "1", "A customer elsewhere")
	f.now = f.now.Add(24 * time.Hour)
	f.say(t, v, "tomorrow", "Hello")
}

func TestFullChatTellsVisitorsToCall(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.Chat = chat.New(chat.Config{
		Store: f.store, Company: atWork, MaxBytes: 4 * (chat.MessageOverhead + 44), Clock: func() time.Time { return f.now },
	})
	text := strings.Repeat("x", 44)
	inbox := func() chat.Inbox { return testkit.Must(f.Inbox(ctx, chat.InboxQuery{}))(t) }
	for i := range 4 {
		if got := inbox(); got.UsedPercent != int64(25*i) || got.NearlyFull {
			t.Errorf("after %d messages the inbox says %d%%, nearly full %v", i, got.UsedPercent, got.NearlyFull)
		}
		f.say(t, v, fmt.Sprint(i), text)
	}
	if got := inbox(); got.UsedPercent != 100 || !got.NearlyFull {
		t.Errorf("the full inbox says %d%%, nearly full %v", got.UsedPercent, got.NearlyFull)
	}
	_, err := f.SendAsVisitor(ctx, from("198.51.100.1"), "/", chat.NewMessage{Key: "1", Text: "Hello"})
	testkit.WantError(t, err, errs.Full, phone)
	id := f.only(t).ID
	testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{Name: "Pat Placeholder"}, id, chat.NewMessage{Key: "a", Text: "We will call you."}))(t)
	if err := f.DeleteConversation(ctx, id); err != nil {
		t.Fatal(err)
	}
	if got := inbox(); got.UsedPercent != 0 || got.Unread != 0 || got.NearlyFull {
		t.Errorf("the empty inbox is %+v", got)
	}
	f.say(t, from("198.51.100.1"), "1", "Hello")
}

func TestStaffCanAnswerInAConversationThatIsFull(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "0", "Hello")
	id := f.only(t).ID
	err := f.store.Change(ctx, id, func(tx chat.Tx) error {
		for i := range 999 {
			if _, err := tx.Messages().Add(ctx, chat.Message{ConversationID: id, Key: fmt.Sprint("filled ", i), Text: "."}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.SendAsVisitor(ctx, v, "/", chat.NewMessage{Key: "1001", Text: "More"})
	testkit.WantError(t, err, errs.Invalid, "too long")
	testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{ID: 1, Name: "Pat"}, id, chat.NewMessage{Key: "answer", Text: "Please call us."}))(t)
}
