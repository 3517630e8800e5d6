package chat_test

import (
	"slices"
	"testing"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func TestContactDetailsNeedAConversation(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	details := chat.ContactDetails{Name: " Sam\nSmith ", Contact: " (254) 555-0100 "}
	_, err := f.LeaveContact(ctx, v, details)
	testkit.WantError(t, err, errs.NotFound, "write a message first")
	if inbox := testkit.Must(f.Inbox(ctx, chat.InboxQuery{}))(t).Conversations; len(inbox) > 0 {
		t.Errorf("the details began a conversation: %+v", inbox)
	}

	f.say(t, v, "1", "Hello")
	for range 2 { // also if the response was lost
		testkit.Must(f.LeaveContact(ctx, v, details))(t)
	}
	c := f.only(t)
	if c.Name != "Sam Smith" || c.Contact != "(254) 555-0100" || c.Unread != 1 || c.LastText != "Hello" {
		t.Errorf("the inbox shows %+v", c)
	}
}

func TestOnlyNumbersAndEmailAddressesAreContacts(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "Hello")
	id := f.only(t).ID
	for contact, want := range map[string]chat.Reach{
		"254-555-0142": {Phone: "+12545550142"}, "(254) 555 0142": {Phone: "+12545550142"}, "+1 254.555.0142": {Phone: "+12545550142"},
		"254-555-0142 ext. 7": {Phone: "+12545550142;ext=7"}, "+49 30 123456": {Phone: "+4930123456"},
		"sam@example.com": {Email: "sam@example.com"}, "s.o'neil+bugs@mail.example.co.uk": {Email: "s.o'neil+bugs@mail.example.co.uk"},
	} {
		v := newVisitor()
		f.say(t, v, "1", "Hello")
		testkit.Must(f.LeaveContact(ctx, v, chat.ContactDetails{Name: "Sam", Contact: contact}))(t)
		found := testkit.Must(f.Inbox(ctx, chat.InboxQuery{Search: contact}))(t).Conversations
		at := slices.IndexFunc(found, func(c chat.Summary) bool { return c.Contact == contact })
		if at < 0 {
			t.Fatalf("%q is shown as %+v", contact, found)
		}
		if got := testkit.Must(f.Thread(ctx, found[at].ID, 0))(t).Reach; got != want {
			t.Errorf("%q is reached by %+v, want %+v", contact, got, want)
		}
	}
	for _, contact := range []string{
		"asdf", "254", "555-0142", "call me", "sam@", "@example.com", "sam@localhost", "Sam <sam@example.com>", "sam@example.com\r\nBcc: all@example.com",
	} {
		v.Token += "x" // the limit on messages is not what is tested
		_, err := f.LeaveContact(ctx, v, chat.ContactDetails{Name: "Sam", Contact: contact})
		testkit.WantError(t, err, errs.Invalid, phone)
	}
	if got := testkit.Must(f.Thread(ctx, id, 0))(t); got.Reach != (chat.Reach{}) || got.Conversation.Contact != "" {
		t.Errorf("without a contact the thread is %+v", got)
	}
}
