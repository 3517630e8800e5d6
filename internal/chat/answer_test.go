package chat_test

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// mailbox is a mailer that keeps the e-mails, or fails as long as problem is set.
type mailbox struct {
	mails   []chat.Mail
	problem error
}

func (*mailbox) Ready(context.Context) bool { return true }

func (m *mailbox) SendAnswer(_ context.Context, mail chat.Mail) error {
	if m.problem != nil {
		return m.problem
	}
	m.mails = append(m.mails, mail)
	return nil
}

// answerTest is a conversation with a visitor who has left an e-mail address.
type answerTest struct {
	*noticeTest
	box *mailbox
	v   chat.Visitor
	id  string
}

func newAnswerTest(t *testing.T, contact string) *answerTest {
	t.Helper()
	a := &answerTest{noticeTest: newNoticeTest(t), box: &mailbox{}}
	a.config.Mailer, a.config.VisitorURL = a.box, "https://pest.example/contact"
	a.Chat = chat.New(a.config)
	a.v = a.start(t, "I have ants.")
	a.id = a.conversation(t).ID
	testkit.Must(a.LeaveContact(t.Context(), a.v, chat.ContactDetails{Name: "Ann", Contact: contact}))(t)
	return a
}

func (a *answerTest) answer(t *testing.T, text string) chat.Message {
	t.Helper()
	return testkit.Must(a.SendAsStaff(t.Context(), chat.StaffMember{ID: 1, Name: "Pat"}, a.id, chat.NewMessage{Key: text, Text: text}))(t)
}

// mailsAfter moves the clock, sends what is due and returns the e-mails.
func (a *answerTest) mailsAfter(t *testing.T, d time.Duration) []chat.Mail {
	t.Helper()
	a.now = a.now.Add(d)
	if err := a.DeliverDueAnswers(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	sent := a.box.mails
	a.box.mails = nil
	return sent
}

func wantMails(t *testing.T, got []chat.Mail, want int) {
	t.Helper()
	if len(got) != want {
		t.Fatalf("%d e-mails were sent, want %d: %+v", len(got), want, got)
	}
}

var linkInMail = regexp.MustCompile(`https://pest\.example/contact#chat=(\S+)`)

// linkToken returns the token of the link in an e-mail.
func linkToken(t *testing.T, mail chat.Mail) string {
	t.Helper()
	found := linkInMail.FindStringSubmatch(mail.Text)
	if found == nil {
		t.Fatalf("the e-mail has no link: %s", mail.Text)
	}
	return found[1]
}

func TestUnseenAnswersAreMailedOnce(t *testing.T) {
	a := newAnswerTest(t, "ann@example.com")
	a.answer(t, "We can come on Monday.")
	wantMails(t, a.mailsAfter(t, 2*time.Minute-time.Second), 0)
	a.answer(t, "At nine.")
	mails := a.mailsAfter(t, time.Second)
	wantMails(t, mails, 1)
	for _, part := range []string{"Hello Ann", "Pat has answered", "We can come on Monday.", "At nine.", phone} {
		if !strings.Contains(mails[0].Text, part) {
			t.Errorf("%q is missing in %s", part, mails[0].Text)
		}
	}
	if mails[0].To != "ann@example.com" || strings.Contains(mails[0].Text, "I have ants.") {
		t.Errorf("the e-mail is %+v", mails[0])
	}
	wantMails(t, a.mailsAfter(t, 24*time.Hour), 0)
	if c := a.conversation(t); c.MailedTo == 0 || c.SeenTo != 0 {
		t.Errorf("the conversation is %+v", c)
	}
	a.answer(t, "Is that all right?")
	mails = a.mailsAfter(t, 2*time.Minute)
	wantMails(t, mails, 1)
	if strings.Contains(mails[0].Text, "At nine.") {
		t.Errorf("an answer was mailed twice: %s", mails[0].Text)
	}
}

func TestSeenAnswersAreNotMailed(t *testing.T) {
	a := newAnswerTest(t, "ann@example.com")
	m := a.answer(t, "We can come on Monday.")
	if err := a.MarkSeen(t.Context(), a.v, m.ID+1000); err != nil { // as far as there are messages
		t.Fatal(err)
	}
	if c := a.conversation(t); c.SeenTo != m.ID {
		t.Errorf("seen up to %d, want %d", c.SeenTo, m.ID)
	}
	a.now = a.now.Add(time.Minute)
	a.answer(t, "At nine.") // its two minutes begin now
	wantMails(t, a.mailsAfter(t, time.Minute), 0)
	mails := a.mailsAfter(t, time.Minute)
	wantMails(t, mails, 1)
	if strings.Contains(mails[0].Text, "Monday") {
		t.Errorf("a seen answer was mailed: %s", mails[0].Text)
	}
}

func TestAnswersAreMailedToEmailAddressesOnly(t *testing.T) {
	a := newAnswerTest(t, "254-555-0142")
	a.answer(t, "We can come on Monday.")
	wantMails(t, a.mailsAfter(t, time.Hour), 0)
}

func TestRefusedAnswersAreTriedAgain(t *testing.T) {
	a := newAnswerTest(t, "ann@example.com")
	a.answer(t, "We can come on Monday.")
	a.box.problem = errors.New("451 try again later")
	wantMails(t, a.mailsAfter(t, 2*time.Minute), 0)
	var shown chat.Deliveries
	for _, d := range testkit.Must(a.Deliveries(t.Context()))(t) {
		if d.Channel == "visitors" {
			shown = d
		}
	}
	if shown.Error != "451 try again later" {
		t.Errorf("the staff are shown %+v", shown)
	}
	a.box.problem = nil
	wantMails(t, a.mailsAfter(t, time.Second), 0) // not at once
	a.Chat = chat.New(a.config)                   // the server was restarted
	wantMails(t, a.mailsAfter(t, time.Minute), 1)
}

func TestLinkResumesTheConversationOnce(t *testing.T) {
	a, ctx := newAnswerTest(t, "ann@example.com"), t.Context()
	a.answer(t, "We can come on Monday.")
	token := linkToken(t, a.mailsAfter(t, 2*time.Minute)[0])

	elsewhere := from("203.0.113.9")
	v, changed, err := a.Resume(ctx, elsewhere, token)
	if err != nil || !changed || v.Token == a.v.Token {
		t.Fatalf("the link gives %+v, %v, %v", v, changed, err)
	}
	// Another request of that browser.
	again, known, err := a.Visitor(ctx, v.Token, v.ClientIP)
	if err != nil || !known {
		t.Fatalf("the browser is not known: %v, %v", known, err)
	}
	a.say(t, again, "Thank you!")
	if c := a.conversation(t); c.LastText != "Thank you!" || c.ID != a.id {
		t.Errorf("the conversation is %+v", c)
	}
	if _, changed, err := a.Resume(ctx, again, token); err != nil || changed {
		t.Errorf("in the same browser the link gives %v, %v", changed, err)
	}
	for name, visitor := range map[string]chat.Visitor{"a third browser": from("203.0.113.10"), "a fourth": from("203.0.113.11")} {
		_, _, err := a.Resume(ctx, visitor, token)
		testkit.WantError(t, err, errs.NotFound, phone)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	a.now = a.now.Add(chat.DefaultRetention)
	if _, known, err := a.Visitor(ctx, v.Token, v.ClientIP); err != nil || known {
		t.Errorf("after the expiry: %v, %v", known, err)
	}
}

func TestLinksEndAndCannotBeMadeUp(t *testing.T) {
	a, ctx := newAnswerTest(t, "ann@example.com"), t.Context()
	a.answer(t, "We can come on Monday.")
	token := linkToken(t, a.mailsAfter(t, 2*time.Minute)[0])
	for _, made := range []string{"", "x", a.id, a.v.Token, token + "x"} {
		_, _, err := a.Resume(ctx, from("203.0.113.9"), made)
		testkit.WantError(t, err, errs.NotFound, "link")
	}
	a.now = a.now.Add(7 * 24 * time.Hour)
	_, _, err := a.Resume(ctx, from("203.0.113.9"), token)
	testkit.WantError(t, err, errs.NotFound, "link")
}

func TestLinkToADeletedConversationDoesNotWork(t *testing.T) {
	a, ctx := newAnswerTest(t, "ann@example.com"), t.Context()
	a.answer(t, "We can come on Monday.")
	token := linkToken(t, a.mailsAfter(t, 2*time.Minute)[0])
	if err := a.DeleteAsVisitor(ctx, a.v); err != nil {
		t.Fatal(err)
	}
	a.say(t, a.v, "Something else") // under the same ID
	_, _, err := a.Resume(ctx, from("203.0.113.9"), token)
	testkit.WantError(t, err, errs.NotFound, "link")
}

func TestResumedConversationLastsAsLongAsConversationsAreKept(t *testing.T) {
	a := newAnswerTest(t, "ann@example.com")
	a.config.Retention = 400 * 24 * time.Hour
	a.Chat = chat.New(a.config)
	a.answer(t, "On Monday.")
	v, _, err := a.Resume(t.Context(), from("203.0.113.9"), linkToken(t, a.mailsAfter(t, 2*time.Minute)[0]))
	if err != nil {
		t.Fatal(err)
	}
	a.now = a.now.Add(399 * 24 * time.Hour)
	if _, known, err := a.Visitor(t.Context(), v.Token, v.ClientIP); err != nil || !known {
		t.Errorf("known: %t, %v", known, err)
	}
	a.now = a.now.Add(2 * 24 * time.Hour)
	if _, known, err := a.Visitor(t.Context(), v.Token, v.ClientIP); err != nil || known {
		t.Errorf("known: %t, %v", known, err)
	}
}
