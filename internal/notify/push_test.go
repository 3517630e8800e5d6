package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/push"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/pushservice"
)

// pushTest is the push notifications of one administrator.
type pushTest struct {
	*Push
	store   *store.Store
	session [32]byte
}

func newPushTest(t *testing.T) pushTest {
	t.Helper()
	p := pushTest{store: testkit.NewStore(t), session: auth.SessionHash("token")}
	p.Push = NewPush(PushConfig{
		Subscriptions: push.New(push.Config{Store: p.store.Push(), AllowLoopback: true}),
		Contact:       sender("office@pest.example"), AllowLoopback: true,
	})
	err := p.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		user, err := tx.Users().Put(t.Context(), auth.User{Username: "anna", Role: auth.RoleAdmin})
		if err != nil {
			return err
		}
		return tx.Sessions().Put(t.Context(), auth.Session{TokenHash: p.session, UserID: user.ID})
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p pushTest) subscribe(t *testing.T) *pushservice.Service {
	t.Helper()
	service := pushservice.New(t)
	if err := p.Subscriptions.Subscribe(t.Context(), p.session, service.Subscription()); err != nil {
		t.Fatal(err)
	}
	return service
}

func TestPushReachesTheBrowserEncryptedAndSigned(t *testing.T) {
	p := newPushTest(t)
	phone := p.subscribe(t)
	sent := notice
	sent.Unread = 3
	if err := p.Notify(t.Context(), sent); err != nil {
		t.Fatal(err)
	}
	received := phone.Take()
	if len(received) != 1 {
		t.Fatalf("%d messages arrived", len(received))
	}
	var got pushMessage
	if err := json.Unmarshal([]byte(received[0].Text), &got); err != nil {
		t.Fatal(err)
	}
	want := pushMessage{
		Title: "Ann has left contact details in the chat", Body: "254-555-0142\nI have ants. 🐜\nMany.",
		Tag: "c1", URL: "https://pest.example/admin?panel=messages&section=c1", Unread: new(int64(3)),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if key := testkit.Must(p.Subscriptions.Key(t.Context()))(t); received[0].Key != key.Public || received[0].Claims.Subject != "mailto:office@pest.example" {
		t.Errorf("it was signed with %s as %+v", received[0].Key, received[0].Claims)
	}
	header := received[0].Header
	if header.Get("Ttl") != "86400" || header.Get("Urgency") != "high" || len(header.Get("Topic")) != 32 {
		t.Errorf("the header is %v", header)
	}
}

func TestPushOfSeveralConversationsOpensTheInbox(t *testing.T) {
	several := notice
	several.More = []chat.Lead{{Conversation: "c2", Messages: []string{strings.Repeat("é", 5000)}}}
	got := pushMessageOf(several)
	if got.URL != "https://pest.example/admin?panel=messages" || got.Tag != "chat" || got.Title != "2 visitors have written in the chat" {
		t.Errorf("got %+v", got)
	}
	if !strings.HasPrefix(got.Body, "Ann: 254-555-0142\n") || !strings.Contains(got.Body, "\nVisitor: éé") || len([]rune(got.Body)) != maxPushText {
		t.Errorf("the body is %q", got.Body)
	}
	p := newPushTest(t)
	phone := p.subscribe(t)
	if err := p.Notify(t.Context(), several); err != nil || len(phone.Take()) != 1 {
		t.Errorf("a long notice was not sent: %v", err)
	}
}

func TestPushIsTriedAgainOnlyWhereItFailed(t *testing.T) {
	p := newPushTest(t)
	phone, laptop := p.subscribe(t), p.subscribe(t)
	laptop.Respond(http.StatusInternalServerError)
	err := p.Notify(t.Context(), notice)
	if err == nil || err.Error() != "push to 1 of 2 devices: the response of the push service is 500 Internal Server Error" {
		t.Fatalf("the error is %v", err)
	}
	laptop.Respond(http.StatusCreated)
	again := notice
	again.Unread = 7 // elsewhere
	if err := p.Notify(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	if onPhone, onLaptop := len(phone.Take()), len(laptop.Take()); onPhone != 1 || onLaptop != 1 {
		t.Errorf("the phone got %d messages and the laptop %d", onPhone, onLaptop)
	}
	more := notice
	more.More = []chat.Lead{{Conversation: "c2", Messages: []string{"Wasps!"}}}
	if err := p.Notify(t.Context(), more); err != nil {
		t.Fatal(err)
	}
	if got := phone.Take(); len(got) != 1 || !strings.Contains(got[0].Text, "Wasps!") {
		t.Errorf("of a notice that tells of more than its first attempt, the phone got %v", got)
	}
}

func TestPushForgetsBrowsersThatHaveUnsubscribed(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusGone} {
		p := newPushTest(t)
		phone, laptop := p.subscribe(t), p.subscribe(t)
		phone.Respond(status)
		if err := p.Notify(t.Context(), notice); err != nil {
			t.Errorf("%d: %v", status, err)
		}
		if left := testkit.Must(p.Receivers(t.Context()))(t); left != 1 || len(laptop.Take()) != 1 {
			t.Errorf("after %d, %d browsers are left", status, left)
		}
		laptop.Respond(status)
		next := notice
		next.ID = "next"
		if err := p.Notify(t.Context(), next); err == nil {
			t.Errorf("a notice that nobody got counts as delivered")
		}
	}
}

func TestPushRefusesPrivateIPs(t *testing.T) {
	p := newPushTest(t)
	service := p.subscribe(t)
	strict := NewPush(PushConfig{Subscriptions: p.Subscriptions, Contact: p.Contact})
	err := strict.Notify(t.Context(), notice)
	if err == nil || !strings.HasSuffix(err.Error(), "the receiver has a private IP") || strings.Contains(err.Error(), service.URL) {
		t.Errorf("the error is %v", err)
	}
	if len(service.Take()) > 0 {
		t.Error("the message was sent")
	}
}

func TestMessagesOfVisitorsArePushed(t *testing.T) {
	p := newPushTest(t)
	now := time.Now()
	inbox := chat.New(chat.Config{
		Store: p.store.Chat(), Channels: []chat.Channel{{Name: "push", Notifier: p.Push}}, InboxURL: "https://pest.example/admin",
		Company: func(context.Context) chat.Company { return chat.Company{Enabled: true} },
		Clock:   func() time.Time { return now },
	})
	write := func(number int) (conversation string) {
		t.Helper()
		visitor, _, err := inbox.Visitor(t.Context(), "", netip.MustParseAddr(fmt.Sprintf("203.0.113.%d", number)))
		if err != nil {
			t.Fatal(err)
		}
		message, err := inbox.SendAsVisitor(t.Context(), visitor, "/", chat.NewMessage{Key: "1", Text: "Wasps!"})
		if err != nil {
			t.Fatal(err)
		}
		return message.ConversationID
	}
	write(1) // waits for somebody who gets it
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan struct{})
	go func() { inbox.Run(ctx, slog.New(slog.DiscardHandler)); close(done) }()
	due := func(at time.Time) int64 {
		return testkit.Must(p.store.Chat().Notices().CountDue(t.Context(), "push", at))(t)
	}
	waitUntil(t, func() bool { return due(now) == 0 && due(now.Add(6*time.Minute)) == 2 }) // and its reminder
	phone := p.subscribe(t)
	conversation := write(2)
	var received []pushservice.Message
	waitUntil(t, func() bool { received = append(received, phone.Take()...); return len(received) > 0 })
	waitUntil(t, func() bool { // the delivery is recorded after it
		deliveries := testkit.Must(inbox.Deliveries(t.Context()))(t)
		return len(deliveries) == 1 && deliveries[0].DeliveredAt != nil
	})
	stop()
	<-done
	if !strings.Contains(received[0].Text, "section="+conversation) || !strings.Contains(received[0].Text, "Wasps!") {
		t.Errorf("got %s", received[0].Text)
	}
	deliveries := testkit.Must(inbox.Deliveries(t.Context()))(t)
	if *deliveries[0].Receivers != 1 {
		t.Errorf("the channels are %+v", deliveries)
	}
}

func waitUntil(t *testing.T, reached func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !reached(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen")
		}
	}
}

func sender(address string) func(context.Context) string {
	return func(context.Context) string { return address }
}
