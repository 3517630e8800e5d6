package chat_test

import (
	"context"
	"strings"
	"testing"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func TestOnlyIssuedTokensAreAccepted(t *testing.T) {
	f, ctx := newFixture(t), t.Context()
	client := newVisitor().ClientIP
	issued, known, err := f.Visitor(ctx, "", client)
	if err != nil || known {
		t.Fatalf("a visitor without a token: %v, %v", known, err)
	}
	replica := chat.New(chat.Config{Store: f.store, Company: atWork})
	again, known, err := replica.Visitor(ctx, issued.Token, client)
	if err != nil || !known || again != issued {
		t.Errorf("another replica does not know the visitor: %+v, %v, %v", again, known, err)
	}
	id, signature, _ := strings.Cut(issued.Token, ".")
	elsewhere, _, err := newFixture(t).Visitor(ctx, "", client)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{
		"1", id, id + ".", "." + signature, strings.Repeat("A", 26) + "." + signature, issued.Token + "x",
		strings.ToLower(issued.Token), elsewhere.Token, strings.Repeat(".", 9000),
	} {
		v, known, err := f.Visitor(ctx, token, client)
		if err != nil || known || v.Token == token {
			t.Errorf("the token %.40q was accepted: %v, %v", token, known, err)
		}
	}
}

func TestVisitorDeletesOnlyTheOwnConversation(t *testing.T) {
	f, v, ctx := newFixture(t), newVisitor(), t.Context()
	f.say(t, v, "1", "Hello")
	testkit.WantError(t, f.DeleteAsVisitor(ctx, newVisitor()), errs.NotFound, "conversation")
	if c := f.only(t); c.LastText != "Hello" {
		t.Errorf("the inbox shows %+v", c)
	}
	if err := f.DeleteAsVisitor(ctx, v); err != nil {
		t.Fatal(err)
	}
	if inbox := testkit.Must(f.Inbox(ctx, chat.InboxQuery{}))(t); len(inbox.Conversations) != 0 {
		t.Errorf("the staff still see %+v", inbox.Conversations)
	}
	if update := f.firstUpdate(t, v, 0); len(update.Messages) != 0 || update.State.Started != "" {
		t.Errorf("the visitor still sees %+v", update)
	}
	var err error
	for range 20 {
		err = f.DeleteAsVisitor(context.WithoutCancel(ctx), v)
	}
	testkit.WantError(t, err, errs.TooMany, "wait")
}
