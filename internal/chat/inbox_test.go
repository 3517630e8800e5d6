package chat_test

import (
	"fmt"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// inboxPages returns all pages of the inbox.
func (f *fixture) inboxPages(t *testing.T, limit int) (pages []chat.Inbox) {
	t.Helper()
	query := chat.InboxQuery{Limit: limit}
	for {
		page := testkit.Must(f.Inbox(t.Context(), query))(t)
		pages = append(pages, page)
		if page.Next == "" {
			return pages
		}
		query.After = page.Next
	}
}

func TestFloodPushesNoConversationOutOfTheInbox(t *testing.T) {
	f := newFixture(t)
	f.say(t, from("192.0.2.1"), "1", "I have termites, please call me")
	for i := range 240 {
		f.now = f.now.Add(time.Second)
		f.say(t, from(fmt.Sprintf("198.51.100.%d", i)), "1", "spam")
	}
	// What the staff have read comes after what they have not.
	newest := testkit.Must(f.Inbox(t.Context(), chat.InboxQuery{Limit: 1}))(t).Conversations[0]
	if err := f.MarkRead(t.Context(), newest.ID, 1<<60); err != nil {
		t.Fatal(err)
	}
	pages := f.inboxPages(t, 50)
	if len(pages) != 5 || pages[0].Unread != 240 {
		t.Errorf("%d pages, %d unread messages", len(pages), pages[0].Unread)
	}
	var all []chat.Summary
	for _, page := range pages {
		all = append(all, page.Conversations...)
	}
	if len(all) != 241 {
		t.Fatalf("%d conversations are listed", len(all))
	}
	if all[239].LastText != "I have termites, please call me" || all[240].ID != newest.ID {
		t.Errorf("the last two are %+v, %+v", all[239], all[240])
	}
	found := testkit.Must(f.Inbox(t.Context(), chat.InboxQuery{Search: " TERMITES "}))(t)
	if len(found.Conversations) != 1 || found.Next != "" || found.Conversations[0].ID != all[239].ID {
		t.Errorf("the search found %+v", found.Conversations)
	}
}

func TestUnreadIsCountedThroughReadingAnsweringAndDeleting(t *testing.T) {
	f, ctx := newFixture(t), t.Context()
	one, other := from("192.0.2.1"), from("192.0.2.2")
	first := f.say(t, one, "1", "Hello")
	f.say(t, one, "2", "Anybody?")
	f.say(t, other, "1", "Hi")
	unread := func() int64 { return testkit.Must(f.Inbox(ctx, chat.InboxQuery{Limit: 1}))(t).Unread }
	if n := unread(); n != 3 {
		t.Errorf("%d messages are unread", n)
	}
	id := testkit.Must(f.Inbox(ctx, chat.InboxQuery{Search: "Anybody"}))(t).Conversations[0].ID
	testkit.Must(f.SendAsStaff(ctx, chat.StaffMember{Name: ""}, id, chat.NewMessage{Key: "a", Text: "Here"}))(t)
	for range 2 { // reading twice counts once
		if err := f.MarkRead(ctx, id, first.ID); err != nil {
			t.Fatal(err)
		}
	}
	if n := unread(); n != 2 {
		t.Errorf("after reading one, %d messages are unread", n)
	}
	if err := f.DeleteConversation(ctx, id); err != nil {
		t.Fatal(err)
	}
	if n := unread(); n != 1 {
		t.Errorf("after deleting a conversation, %d messages are unread", n)
	}
}

func TestInboxRefusesPositionsThatItDidNotGive(t *testing.T) {
	f := newFixture(t)
	for _, after := range []string{"x", "true.1", "maybe.1.a", "true.x.a", "true.1.\x00"} {
		_, err := f.Inbox(t.Context(), chat.InboxQuery{After: after})
		testkit.WantError(t, err, errs.Invalid, "after")
	}
	for _, limit := range []int{-1, 0, 1, 1 << 40} {
		testkit.Must(f.Inbox(t.Context(), chat.InboxQuery{Limit: limit}))(t)
	}
}
