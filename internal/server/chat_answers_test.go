package server

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"perimeter/internal/chat"
)

// answerMails keeps the e-mails to visitors.
type answerMails chan chat.Mail

func (answerMails) Ready(context.Context) bool { return true }

func (m answerMails) SendAnswer(_ context.Context, mail chat.Mail) error {
	m <- mail
	return nil
}

func TestAnswerReachesAVisitorWhoHasLeft(t *testing.T) {
	mails := make(answerMails, 1)
	a := newApp(t, func(a *app, _ *Config) { a.answers = mails })
	server := a.opened(t, 0)
	desk, phone := newWindow(t, server), newWindow(t, server)
	early := desk.request(t.Context(), t, post, "/api/chat/contact", fields{"name": "Ann", "contact": "ann@example.com"})
	if early.StatusCode != http.StatusNotFound || early.Header.Get("Set-Cookie") != "" {
		t.Errorf("contact details before a message are answered with %d", early.StatusCode)
	}
	desk.request(t.Context(), t, post, "/api/chat/messages", fields{"key": "1", "text": "Ants", "page": "/about"})
	refused := desk.request(t.Context(), t, post, "/api/chat/contact", fields{"name": "Ann", "contact": "asdf"})
	if refused.StatusCode != http.StatusBadRequest {
		t.Errorf("asdf is answered with %d", refused.StatusCode)
	}
	desk.request(t.Context(), t, post, "/api/chat/contact", fields{"name": "Ann", "contact": "ann@example.com"})
	id := a.onlyConversation(t).ID
	a.call(t, admin, post, "/api/admin/chat/"+id+"/messages", fields{"key": "2", "text": "We come on Monday."}).wants(t, 200)

	a.now = a.now.Add(time.Second)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.Chat.Run(ctx, slog.New(slog.DiscardHandler))
	}()
	mail := <-mails
	stop()
	<-ended
	link := regexp.MustCompile(`http://pest\.example/contact#chat=(\S+)`).FindStringSubmatch(mail.Text)
	if mail.To != "ann@example.com" || link == nil {
		t.Fatalf("the e-mail is %+v", mail)
	}
	resumed := phone.request(t.Context(), t, post, "/api/chat/resume", fields{"token": link[1]})
	if cookie := resumed.Header.Get("Set-Cookie"); resumed.StatusCode != 200 || !strings.Contains(cookie, "perimeter_chat=") || !strings.Contains(cookie, "HttpOnly") {
		t.Fatalf("the link is answered with %d, %q", resumed.StatusCode, cookie)
	}
	next, stopStream := phone.events(t, "/api/chat/events")
	defer stopStream()
	message(t, next) // what the visitor wrote
	m, _ := message(t, next)
	if m.Text != "We come on Monday." {
		t.Errorf("the other browser shows %+v", m)
	}
	if res := phone.request(t.Context(), t, post, "/api/chat/seen", fields{"through": m.ID}); res.StatusCode != 200 {
		t.Errorf("seen is answered with %d", res.StatusCode)
	}
	if c := a.onlyConversation(t); c.SeenTo != m.ID || c.MailedTo != m.ID || c.Assignee.ID == 0 {
		t.Errorf("the conversation is %+v", c)
	}
	third := newWindow(t, server).request(t.Context(), t, post, "/api/chat/resume", fields{"token": link[1]})
	if third.StatusCode != http.StatusNotFound {
		t.Errorf("the used link is answered with %d", third.StatusCode)
	}
}

func TestConversationsAreAssignedToPeopleWhoCanAnswer(t *testing.T) {
	a := newApp(t)
	newWindow(t, a.opened(t, 0)).say(t, "1", "Hello")
	id := a.onlyConversation(t).ID
	people := data[[]chat.StaffMember](t, a.call(t, admin, get, "/api/admin/chat/people", nil).wants(t, 200))
	if len(people) != 1 || people[0].Name == "" {
		t.Fatalf("the people are %+v", people) // the other user may not answer
	}
	a.call(t, admin, post, "/api/admin/chat/"+id, fields{"assignee": people[0].ID}).wants(t, 200)
	if got := a.onlyConversation(t).Assignee; got != people[0] {
		t.Errorf("assigned is %+v", got)
	}
	a.call(t, admin, post, "/api/admin/chat/"+id, fields{"assignee": people[0].ID + 1000}).wants(t, 400)
	a.call(t, admin, post, "/api/admin/chat/"+id, fields{"assignee": 0}).wants(t, 200)
	if got := a.onlyConversation(t).Assignee; got != (chat.StaffMember{}) {
		t.Errorf("assigned is %+v", got)
	}
}

func TestNotesDoNotReachVisitors(t *testing.T) {
	a := newApp(t)
	w := newWindow(t, a.opened(t, 0))
	w.say(t, "1", "Hello")
	id := a.onlyConversation(t).ID
	note := data[chat.Note](t, a.call(t, admin, post, "/api/admin/chat/"+id+"/notes", fields{"text": "Pays late"}).wants(t, 200))
	w.say(t, "2", "Anybody?")
	next, stop := w.events(t, "/api/chat/events")
	defer stop()
	for messages := 0; messages < 2; {
		e := next()
		if strings.Contains(e.data, "late") {
			t.Fatalf("the visitor is sent %+v", e)
		}
		if e.name == "message" {
			messages++
		}
	}
	thread := data[chat.Thread](t, a.call(t, admin, get, "/api/admin/chat/"+id, nil).wants(t, 200))
	if len(thread.Notes) != 1 || thread.Notes[0].Text != "Pays late" {
		t.Errorf("the staff see %+v", thread.Notes)
	}
	a.call(t, admin, remove, "/api/admin/chat/"+id+"/notes/"+strconv.FormatInt(note.ID, 10), nil).wants(t, 200)
	if a.lines(t, "chat note deleted") == nil {
		t.Error("the deletion left no line in the log")
	}
}
