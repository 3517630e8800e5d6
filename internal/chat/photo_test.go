package chat_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

var pat = chat.StaffMember{ID: 1, Name: "Pat Placeholder"}

// photoTest is a chat that takes every file for a photo.
type photoTest struct {
	*fixture
	config   chat.Config
	received int // files
	rendered int
	problem  error // of rendering
}

func newPhotoTest(t *testing.T, options ...func(*chat.Config)) *photoTest {
	t.Helper()
	p := &photoTest{fixture: newFixture(t)}
	p.config = chat.Config{
		Store: p.store, Company: atWork, Clock: func() time.Time { return p.now },
		RenderPhoto: func(_ context.Context, file []byte) ([]byte, int, int, error) {
			p.rendered++
			return file, 4, 3, p.problem
		},
	}
	for _, option := range options {
		option(&p.config)
	}
	p.Chat = chat.New(p.config)
	return p
}

// file returns a draft of a photo.
func (p *photoTest) file(key, content string) chat.NewPhoto {
	return chat.NewPhoto{Key: key, Receive: func() ([]byte, error) {
		p.received++
		return []byte(content), nil
	}}
}

func (p *photoTest) show(t *testing.T, v chat.Visitor, key, content string) (chat.Message, error) {
	t.Helper()
	return p.SendPhotoAsVisitor(t.Context(), v, "/services", p.file(key, content))
}

func TestVisitorAndStaffExchangePhotos(t *testing.T) {
	p, v, ctx := newPhotoTest(t), newVisitor(), t.Context()
	sent := testkit.Must(p.show(t, v, "1", "an ant"))(t)
	if sent.Photo == nil || sent.Photo.Width != 4 || sent.Photo.Height != 3 || len(sent.Photo.ID) < 20 || sent.Text != "" {
		t.Fatalf("the photo is stored as %+v", sent)
	}
	c := p.only(t)
	if c.Unread != 1 || c.LastText != "[Photo]" || c.Page != "/services" {
		t.Errorf("the inbox shows %+v", c)
	}
	answer := testkit.Must(p.SendPhotoAsStaff(ctx, pat, c.ID, p.file("2", "a termite")))(t)
	if !answer.Staff || answer.Author != pat.Name || p.only(t).Assignee != pat {
		t.Errorf("the answer is %+v of %+v", answer, p.only(t).Assignee)
	}
	thread := testkit.Must(p.Thread(ctx, c.ID, 0))(t)
	if diff := cmp.Diff([]chat.Message{sent, answer}, thread.Messages); diff != "" {
		t.Error(diff)
	}
	for id, want := range map[string]string{sent.Photo.ID: "an ant", answer.Photo.ID: "a termite"} {
		if got := testkit.Must(p.PhotoForVisitor(ctx, v, id))(t); string(got) != want {
			t.Errorf("the visitor gets %q, want %q", got, want)
		}
		if got := testkit.Must(p.PhotoForStaff(ctx, id))(t); string(got) != want {
			t.Errorf("the staff get %q, want %q", got, want)
		}
		_, err := p.PhotoForVisitor(ctx, newVisitor(), id)
		testkit.WantError(t, err, errs.NotFound, "")
	}
	if found := testkit.Must(p.Inbox(ctx, chat.InboxQuery{Search: "photo"}))(t); len(found.Conversations) != 0 {
		t.Error("the search finds photos")
	}
	if err := p.DeleteConversation(ctx, c.ID); err != nil {
		t.Fatal(err)
	}
	_, err := p.PhotoForStaff(ctx, sent.Photo.ID)
	testkit.WantError(t, err, errs.NotFound, "")
	_, err = p.SendPhotoAsStaff(ctx, pat, c.ID, p.file("3", "too late"))
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestPhotoThatIsSentAgainIsStoredOnce(t *testing.T) {
	p, v := newPhotoTest(t), newVisitor()
	first := testkit.Must(p.show(t, v, "1", "an ant"))(t)
	again := testkit.Must(p.show(t, v, "1", "an ant"))(t)
	if diff := cmp.Diff(first, again); diff != "" || p.rendered != 1 || p.received != 2 || p.only(t).Unread != 1 {
		t.Errorf("rendered %d times, received %d times, %d unread:\n%s", p.rendered, p.received, p.only(t).Unread, diff)
	}
	_, err := p.show(t, v, "", "an ant")
	testkit.WantError(t, err, errs.Invalid, "key")
}

// showAll sends photos until one is refused, and returns how many were accepted.
func (p *photoTest) showAll(t *testing.T, visitor func(i int) chat.Visitor, content string, between func()) (int, error) {
	t.Helper()
	for i := range 100 {
		if _, err := p.show(t, visitor(i), fmt.Sprint(p.now, i), content); err != nil {
			return i, err
		}
		between()
	}
	t.Fatal("never refused")
	return 0, nil
}

func TestPhotosOfAConversationAreLimited(t *testing.T) {
	p, v, ctx := newPhotoTest(t), newVisitor(), t.Context()
	same := func(int) chat.Visitor { return v }
	n, err := p.showAll(t, same, "ant", nothing)
	if n != 5 || p.received != 5 {
		t.Errorf("a visitor sent %d photos before an answer, %d files were received", n, p.received)
	}
	testkit.WantError(t, err, errs.Invalid, phone)
	id := p.only(t).ID
	answer := func(i int) {
		t.Helper()
		testkit.Must(p.SendAsStaff(ctx, pat, id, chat.NewMessage{Key: fmt.Sprint("a", i), Text: "More?"}))(t)
		p.now = p.now.Add(time.Hour)
	}
	for i := range 5 {
		answer(i)
		if n, _ := p.showAll(t, same, "ant", nothing); n != 5 {
			t.Errorf("after an answer the visitor sent %d photos", n)
		}
	}
	answer(5)
	_, err = p.show(t, v, "last", "ant")
	testkit.WantError(t, err, errs.Invalid, "30 photos. Please call "+phone)
	_, err = p.SendPhotoAsStaff(ctx, pat, id, p.file("last", "ant"))
	testkit.WantError(t, err, errs.Invalid, "30 photos")
	p.say(t, v, "text", "Then I will call.")
}

func TestPhotosOfOneNetworkAreLimited(t *testing.T) {
	p := newPhotoTest(t)
	visitors := []chat.Visitor{newVisitor(), newVisitor(), newVisitor(), newVisitor()}
	replica := chat.New(p.config)
	n, err := p.showAll(t, func(i int) chat.Visitor { return visitors[i/5] }, "ant", func() { p.Chat, replica = replica, p.Chat })
	if n != 15 {
		t.Errorf("one network sent %d photos at once", n)
	}
	testkit.WantError(t, err, errs.TooMany, "Please call "+phone+", or send more in")
	testkit.Must(p.show(t, from("198.51.100.1"), "1", "A customer elsewhere"))(t)
}

func TestBytesOfPhotosAreLimitedByDay(t *testing.T) {
	p := newPhotoTest(t)
	visitors := []chat.Visitor{newVisitor(), newVisitor()}
	n, err := p.showAll(t, func(i int) chat.Visitor { return visitors[i/5] }, strings.Repeat("x", 3<<20), nothing)
	if n != 5 {
		t.Errorf("one network sent %d photos of 3 MB", n)
	}
	testkit.WantError(t, err, errs.TooMany, phone)
	p.say(t, visitors[0], "text", "Texts are counted apart.")
}

func TestPhotosLeaveRoomForTexts(t *testing.T) {
	const size = 10 << 10
	p := newPhotoTest(t, func(c *chat.Config) { c.MaxBytes = 3 * size })
	v, ctx := newVisitor(), t.Context()
	n, err := p.showAll(t, func(int) chat.Visitor { return v }, strings.Repeat("x", size), nothing)
	if n != 2 {
		t.Errorf("%d photos were stored", n)
	}
	testkit.WantError(t, err, errs.Full, phone)
	p.say(t, v, "text", "It is brown.")
	if used := testkit.Must(p.Inbox(ctx, chat.InboxQuery{}))(t).UsedPercent; used < 66 || used > 80 {
		t.Errorf("the inbox says %d%%", used)
	}
	testkit.Must(p.SendPhotoAsStaff(ctx, pat, p.only(t).ID, p.file("a", "like this?")))(t)
	if err := p.DeleteConversation(ctx, p.only(t).ID); err != nil {
		t.Fatal(err)
	}
	if used := testkit.Must(p.store.ChatState(ctx))(t).Bytes; used != 0 {
		t.Errorf("%d bytes are left", used)
	}
}

func TestRefusedPhotosSayWhatToDo(t *testing.T) {
	for name, tt := range map[string]struct {
		problem error
		kind    errs.Kind
		word    string
	}{
		"HEIC":           {&errs.Error{Kind: errs.Unsupported, Code: chat.HEIC}, errs.Unsupported, "Please send the photo as JPEG: on an iPhone"},
		"not a picture":  {errs.Errorf(errs.Unsupported, "no"), errs.Unsupported, "Please send the photo as JPEG, PNG or WebP."},
		"damaged":        {errs.Errorf(errs.Invalid, "no"), errs.Invalid, "Please take it again"},
		"a bomb":         {errs.Errorf(errs.TooLarge, "no"), errs.TooLarge, "Please send a smaller one"},
		"takes too long": {context.DeadlineExceeded, errs.Unavailable, "Please try again"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPhotoTest(t)
			p.problem = tt.problem
			_, err := p.show(t, newVisitor(), "1", "x")
			testkit.WantError(t, err, tt.kind, tt.word)
			if list := testkit.Must(p.Inbox(t.Context(), chat.InboxQuery{}))(t); len(list.Conversations) != 0 {
				t.Error("a refused photo started a conversation")
			}
		})
	}
	without := newPhotoTest(t, func(c *chat.Config) { c.RenderPhoto = nil })
	_, err := without.show(t, newVisitor(), "1", "x")
	testkit.WantError(t, err, errs.Unsupported, "")
}

func TestStaffDoNotWaitForVisitorsPhotos(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	p := newPhotoTest(t, func(c *chat.Config) {
		c.PhotoWait = time.Millisecond
		c.RenderPhoto = func(_ context.Context, file []byte) ([]byte, int, int, error) {
			if bytes.Equal(file, []byte("slow")) {
				started <- struct{}{}
				<-finish
			}
			return file, 1, 1, nil
		}
	})
	v, ctx := newVisitor(), t.Context()
	p.say(t, v, "1", "Hello")
	id := p.only(t).ID
	slow := func() ([]byte, error) { return []byte("slow"), nil }
	sent := make(chan error)
	go func() {
		_, err := p.SendPhotoAsVisitor(ctx, v, "/", chat.NewPhoto{Key: "slow", Receive: slow})
		sent <- err
	}()
	<-started
	_, err := p.show(t, from("198.51.100.1"), "1", "another visitor's")
	testkit.WantError(t, err, errs.Unavailable, "try again")
	testkit.Must(p.SendPhotoAsStaff(ctx, pat, id, p.file("2", "an answer")))(t)
	close(finish)
	if err := <-sent; err != nil {
		t.Error(err)
	}
	testkit.Must(p.show(t, from("198.51.100.1"), "1", "another visitor's"))(t)
}

func TestNoticesAndMailsSayPhoto(t *testing.T) {
	a := newAnswerTest(t, "ann@example.com")
	a.config.RenderPhoto = func(_ context.Context, file []byte) ([]byte, int, int, error) { return file, 1, 1, nil }
	a.Chat = chat.New(a.config)
	photo := func(key string) chat.NewPhoto {
		return chat.NewPhoto{Key: key, Receive: func() ([]byte, error) { return []byte("x"), nil }}
	}
	testkit.Must(a.SendPhotoAsVisitor(t.Context(), a.v, "/", photo("1")))(t)
	notices := a.after(t, 2*time.Minute)
	if len(notices) == 0 || !slices.Equal(notices[len(notices)-1].Messages, []string{"I have ants.", "[Photo]"}) {
		t.Errorf("the staff are told %+v", notices)
	}
	testkit.Must(a.SendPhotoAsStaff(t.Context(), pat, a.id, photo("2")))(t)
	mails := a.mailsAfter(t, 2*time.Minute)
	wantMails(t, mails, 1)
	if !strings.Contains(mails[0].Text, "\n[Photo]\n") {
		t.Errorf("the visitor is told %s", mails[0].Text)
	}
}

func TestDamagedPhotosAreFound(t *testing.T) {
	p, v := newPhotoTest(t), newVisitor()
	testkit.Must(p.show(t, v, "1", string(picture.JPEG(t, picture.Photo(4, 3, 1), 90))))(t)
	larger := testkit.Must(p.show(t, v, "2", string(picture.JPEG(t, picture.Photo(5, 3, 1), 90))))(t)
	damaged := testkit.Must(p.show(t, v, "3", "no photo"))(t)
	checked, problems, err := p.VerifyPhotos(t.Context())
	if err != nil || checked != 3 || !slices.Equal(problems, []string{larger.Photo.ID, damaged.Photo.ID}) {
		t.Errorf("of %d photos these are damaged: %v (%v)", checked, problems, err)
	}
}
