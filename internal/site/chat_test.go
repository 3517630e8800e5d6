package site_test

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func aVisitor() site.Visitor {
	return site.Visitor{Token: site.NewChatToken(), Address: netip.MustParseAddr("192.0.2.7")}
}

var pat = site.User{Username: "pat", FullName: "Pat Placeholder", Role: site.RoleAdmin}

// say sends a visitor's message.
func (w *world) say(t *testing.T, v site.Visitor, key, text string) site.ChatMessage {
	t.Helper()
	return must(w.SendAsVisitor(t.Context(), v, "/services", site.Words{Key: key, Text: text}))(t)
}

// only returns the one conversation that there is.
func (w *world) only(t *testing.T) site.ConversationSummary {
	t.Helper()
	inbox := must(w.ChatInbox(t.Context()))(t)
	if len(inbox.Conversations) != 1 {
		t.Fatalf("there are %d conversations", len(inbox.Conversations))
	}
	return inbox.Conversations[0]
}

func texts(messages []site.ChatMessage) []string {
	all := []string{}
	for _, m := range messages {
		all = append(all, m.Text)
	}
	return all
}

func TestAVisitorAndTheStaffTalk(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	w.say(t, v, "1", "  I have ants.  ")
	c := w.only(t)
	if c.Unread != 1 || c.LastText != "I have ants." || c.Page != "/services" || c.LastStaff {
		t.Errorf("the inbox shows %+v", c)
	}
	answer := must(w.SendAsStaff(ctx, pat, c.ID, site.Words{Key: "2", Text: "Where?"}))(t)
	if !answer.Staff || answer.Author != "Pat Placeholder" {
		t.Errorf("the answer is %+v", answer)
	}
	if c := w.only(t); c.Unread != 1 || !c.LastStaff {
		t.Errorf("after the answer, which nobody need have read for, the inbox shows %+v", c)
	}
	if err := w.MarkChatRead(ctx, c.ID, math.MaxInt64); err != nil {
		t.Error(err)
	}
	if c := w.only(t); c.Unread != 0 {
		t.Errorf("after reading, the inbox shows %+v", c)
	}
	w.say(t, v, "3", "In the kitchen.")
	if c := w.only(t); c.Unread != 1 {
		t.Errorf("what came after the reading counts as read: %+v", c)
	}
	thread := must(w.ChatThread(ctx, c.ID, 0))(t)
	if diff := cmp.Diff([]string{"I have ants.", "Where?", "In the kitchen."}, texts(thread.Messages)); diff != "" {
		t.Error(diff)
	}
	if got := must(w.ChatThread(ctx, c.ID, answer.ID))(t); len(got.Messages) != 1 {
		t.Errorf("after the answer there is %+v", got.Messages)
	}
}

func TestAMessageSentTwiceIsKeptOnce(t *testing.T) {
	w, v := newWorld(t), aVisitor()
	first := w.say(t, v, "1", "Hello")
	w.now = w.now.Add(time.Second)
	if diff := cmp.Diff(first, w.say(t, v, "1", "Hello")); diff != "" {
		t.Errorf("the second answer differs:\n%s", diff)
	}
	if got := w.only(t).Unread; got != 1 {
		t.Errorf("%d messages were kept", got)
	}
}

func TestNobodyReadsTheConversationOfAnother(t *testing.T) {
	w, v := newWorld(t), aVisitor()
	w.say(t, v, "1", "Hello")
	news := w.firstNews(t, aVisitor(), 0)
	if len(news.Messages) != 0 || news.State.Started != "" {
		t.Errorf("somebody else sees %+v", news)
	}
	for token, want := range map[string]bool{
		site.NewChatToken(): true, "": false, "1": false, strings.Repeat("a", 26): false, strings.Repeat("A", 27): false,
	} {
		if got := site.ValidChatToken(token); got != want {
			t.Errorf("ValidChatToken(%q) = %v", token, got)
		}
	}
}

func TestMessagesObeyTheirRules(t *testing.T) {
	w, v := newWorld(t), aVisitor()
	for name, c := range map[string]struct {
		words site.Words
		says  string
	}{
		"empty":     {site.Words{Key: "1", Text: " \n"}, "required"},
		"too long":  {site.Words{Key: "1", Text: strings.Repeat("é", 2001)}, "at most 2000"},
		"no key":    {site.Words{Text: "Hello"}, "key"},
		"long key":  {site.Words{Key: strings.Repeat("k", 65), Text: "Hello"}, "key"},
		"nul bytes": {site.Words{Key: "1", Text: "a\x00b"}, "cannot be stored"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.SendAsVisitor(t.Context(), v, "/", c.words)
			wantFailure(t, err, site.Invalid, c.says)
		})
	}
	must(w.SendAsVisitor(t.Context(), v, "https://elsewhere.example", site.Words{Key: "1", Text: strings.Repeat("é", 2000)}))(t)
	if got := w.only(t).Page; got != "" {
		t.Errorf("the page is %q", got)
	}
}

func TestAFloodIsStoppedForAVisitorAndForAnAddress(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	send := func(v site.Visitor, i int) error {
		_, err := w.SendAsVisitor(ctx, v, "/", site.Words{Key: fmt.Sprint(i), Text: "spam"})
		return err
	}
	sent := 0
	for ; sent < 100 && send(v, sent) == nil; sent++ {
	}
	if sent != 10 {
		t.Errorf("a visitor sent %d messages at once", sent)
	}
	err := send(v, sent)
	wantFailure(t, err, site.TooMany, "wait")
	w.now = w.now.Add(3 * time.Second)
	if err := send(v, sent); err != nil {
		t.Errorf("after the wait: %v", err)
	}

	fresh := 0
	for ; fresh < 100 && send(aVisitor(), 0) == nil; fresh++ {
	}
	if fresh != 19 { // and the one above
		t.Errorf("an address began %d conversations at once", fresh)
	}
	elsewhere := aVisitor()
	elsewhere.Address = netip.MustParseAddr("2001:db8::1")
	if err := send(elsewhere, 0); err != nil {
		t.Errorf("somebody elsewhere: %v", err)
	}
}

func TestAConversationHasAnEnd(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	w.say(t, v, "first", "Hello")
	id := w.only(t).ID
	err := w.store.Chat(ctx, id, func(tx site.Tx) error {
		for i := range 999 {
			if _, err := tx.AddChatMessage(ctx, site.ChatMessage{ConversationID: id, Key: fmt.Sprint(i), Text: "x", SentAt: w.now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.SendAsVisitor(ctx, v, "/", site.Words{Key: "last", Text: "Hello"})
	wantFailure(t, err, site.Invalid, w.Identity().Phone)
}

func TestAVisitorLeavesANumberOnceThereIsAConversation(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	contact := site.ChatContact{Name: " Sam ", Contact: " (254) 555-0100 "}
	_, err := w.LeaveContact(ctx, v, contact)
	wantFailure(t, err, site.NotFound, "conversation")
	w.say(t, v, "1", "Hello")
	_, err = w.LeaveContact(ctx, v, site.ChatContact{Name: "Sam"})
	wantFailure(t, err, site.Invalid, "contact")
	must(w.LeaveContact(ctx, v, contact))(t)
	if c := w.only(t); c.Name != "Sam" || c.Contact != "(254) 555-0100" {
		t.Errorf("kept %q, %q", c.Name, c.Contact)
	}
}

func TestStaffReadCloseAndDelete(t *testing.T) {
	w, v, ctx := newWorld(t), aVisitor(), t.Context()
	m := w.say(t, v, "1", "Hello")
	w.say(t, v, "2", "Anybody?")
	id := w.only(t).ID
	for _, through := range []int64{m.ID, 0} { // nothing becomes unread again
		if err := w.MarkChatRead(ctx, id, through); err != nil {
			t.Fatal(err)
		}
		if got := w.only(t).Unread; got != 1 {
			t.Errorf("%d messages are unread", got)
		}
	}
	if err := w.CloseConversation(ctx, id, true); err != nil {
		t.Fatal(err)
	}
	must(w.SendAsStaff(ctx, pat, id, site.Words{Key: "bye", Text: "Goodbye"}))(t)
	if !w.only(t).Closed {
		t.Error("an answer opened a closed conversation")
	}
	w.say(t, v, "3", "One more thing")
	if w.only(t).Closed {
		t.Error("the visitor's message did not open the conversation again")
	}
	if err := w.DeleteConversation(ctx, id); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, w.DeleteConversation(ctx, id), site.NotFound, "conversation")
	_, err := w.SendAsStaff(ctx, pat, id, site.Words{Key: "4", Text: "Hello?"})
	wantFailure(t, err, site.NotFound, "conversation")
}

func TestRepliesAtHandAreKeptWithoutEmptyOnes(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	must(w.SaveChatReplies(ctx, []string{" Hello ", "", "Bye"}))(t)
	if diff := cmp.Diff([]string{"Hello", "Bye"}, must(w.ChatInbox(ctx))(t).Replies); diff != "" {
		t.Error(diff)
	}
	_, err := w.SaveChatReplies(ctx, nil) // a call that left them out
	wantFailure(t, err, site.Invalid, "replies")
	_, err = w.SaveChatReplies(ctx, []string{strings.Repeat("x", 501)})
	wantFailure(t, err, site.Invalid, "at most")
	_, err = w.SaveChatReplies(ctx, strings.Split(strings.Repeat("x,", 31), ","))
	wantFailure(t, err, site.Invalid, "30")
}

func TestAnotherProviderMeansNoChatOfOurs(t *testing.T) {
	identity := site.SampleIdentity()
	identity.Chat = site.ChatSetup{Provider: site.ChatNone}
	s := site.New(site.Config{Store: testkit.NewStore(t), Identity: identity})
	_, err := s.SendAsVisitor(t.Context(), aVisitor(), "/", site.Words{Key: "1", Text: "Hello"})
	wantFailure(t, err, site.NotFound, identity.Phone)
	wantFailure(t, s.FollowAsVisitor(t.Context(), aVisitor(), 0, nil), site.NotFound, identity.Phone)
}

// notices hands on every notice.
type notices chan site.ChatNotice

func (n notices) Notify(_ context.Context, notice site.ChatNotice) error {
	n <- notice
	return nil
}

func TestTheFirstMessageAloneIsAnnounced(t *testing.T) {
	got := make(notices, 10)
	s := site.New(site.Config{
		Store: testkit.NewStore(t), Identity: site.SampleIdentity(), BaseURL: "https://pest.example",
		Chat: site.ChatConfig{Notifiers: []site.Notifier{got}},
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.KeepChat(ctx, slog.New(slog.DiscardHandler))
	}()
	v, w := aVisitor(), aVisitor()
	for _, message := range []struct {
		v    site.Visitor
		text string
	}{{v, "one"}, {v, "two"}, {w, "three"}} {
		must(s.SendAsVisitor(t.Context(), message.v, "/about", site.Words{Key: message.text, Text: message.text}))(t)
	}
	for _, want := range []string{"one", "three"} {
		if notice := <-got; notice.Text != want || notice.Page != "/about" || notice.Inbox != "https://pest.example/admin" {
			t.Errorf("the notice is %+v, want one of %q", notice, want)
		}
	}
	cancel()
	<-ended
}

func TestConversationsAreForgottenAfterNinetyDays(t *testing.T) {
	w := newWorld(t)
	w.say(t, aVisitor(), "1", "Hello")
	purge := func() {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.KeepChat(ctx, slog.New(slog.NewTextHandler(stopAtFirstLine{cancel}, nil)))
		}()
		<-ended
	}
	w.now = w.now.Add(90*24*time.Hour + time.Second)
	purge()
	if inbox := must(w.ChatInbox(t.Context()))(t); len(inbox.Conversations) != 0 {
		t.Errorf("still there: %+v", inbox.Conversations)
	}
}

// stopAtFirstLine ends what logs to it.
type stopAtFirstLine struct{ stop func() }

func (s stopAtFirstLine) Write(line []byte) (int, error) {
	s.stop()
	return len(line), nil
}
