package storetest

import (
	"crypto/sha256"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

var answerTests = []test{
	{"a link into a conversation is used once, and expires", func(t *testing.T, s Stores) {
		ctx := t.Context()
		link := chat.Link{TokenHash: sha256.Sum256([]byte("token")), Conversation: "a", ExpiresAt: noon}
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.PutChatLink(ctx, link) })
		find := func() (found chat.Link, err error) {
			err = s.Chat().Write(ctx, func(tx chat.Tx) (err error) {
				found, err = tx.ChatLink(ctx, link.TokenHash)
				return err
			})
			return found, err
		}
		same(t, testkit.Must(find())(t), link)
		for _, want := range []bool{true, false} {
			write(t, s.Chat(), func(tx chat.Tx) error {
				same(t, testkit.Must(tx.UseChatLink(ctx, link.TokenHash))(t), want)
				return nil
			})
		}
		link.Used = true
		same(t, testkit.Must(find())(t), link)
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.PutResumedVisitor(ctx, "browser", "a", noon.Add(time.Second)) })
		resumed := func(now time.Time) (string, error) { return s.Chat().ResumedConversation(ctx, "browser", now) }
		same(t, testkit.Must(resumed(noon))(t), "a")
		_, err := resumed(noon.Add(time.Second))
		wantError(t, err, errs.NotFound)

		write(t, s.Chat(), func(tx chat.Tx) error { return tx.DeleteExpiredResumption(ctx, noon.Add(time.Second)) })
		_, err = find()
		wantError(t, err, errs.NotFound)
		same(t, testkit.Must(resumed(noon))(t), "a")
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.DeleteExpiredResumption(ctx, noon.Add(time.Minute)) })
		_, err = resumed(noon)
		wantError(t, err, errs.NotFound)
	}},

	{"who is away is stored until the user is removed", func(t *testing.T, s Stores) {
		ctx := t.Context()
		var user auth.User
		write(t, s.Auth(), func(tx auth.Tx) (err error) {
			user, err = tx.PutUser(ctx, newUser("pat"))
			return err
		})
		away := func() bool { return testkit.Must(s.Chat().IsAway(ctx, user.ID))(t) }
		same(t, away(), false)
		for _, want := range []bool{true, true, false, false, true} {
			write(t, s.Chat(), func(tx chat.Tx) error { return tx.PutAway(ctx, user.ID, want) })
			same(t, away(), want)
		}
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.DeleteUser(ctx, user.ID) })
		same(t, away(), false)
	}},

	{"a seen answer needs no e-mail", func(t *testing.T, s Stores) {
		ctx := t.Context()
		n := chat.PendingNotice{Conversation: "a", Channel: "visitors", Reason: chat.ReasonAnswer, Through: 5, CreatedAt: noon, DueAt: noon}
		change(t, s, "a", func(tx chat.Tx) error { return tx.PutNotice(ctx, n) })
		change(t, s, "a", func(tx chat.Tx) error { return tx.DeleteSeenAnswer(ctx, "a", 4) })
		same(t, testkit.Must(s.Chat().CountDueNotices(ctx, "visitors", noon))(t), int64(1))
		change(t, s, "a", func(tx chat.Tx) error { return tx.DeleteSeenAnswer(ctx, "a", 5) })
		same(t, testkit.Must(s.Chat().CountDueNotices(ctx, "visitors", noon))(t), int64(0))
	}},

	{"notes and signs of typing belong to a conversation", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, newConversation("a"), "1")
		converse(t, s, newConversation("b"), "1")
		note := chat.Note{WrittenAt: noon, Author: "Pat", Text: "Größe 白蟻"}
		change(t, s, "a", func(tx chat.Tx) (err error) {
			note, err = tx.AddChatNote(ctx, "a", note)
			return err
		})
		same(t, testkit.Must(s.Chat().ChatNotes(ctx, "a"))(t), []chat.Note{note})
		same(t, testkit.Must(s.Chat().ChatNotes(ctx, "b"))(t), []chat.Note{})
		wantError(t, s.Chat().Change(ctx, "b", func(tx chat.Tx) error { return tx.DeleteChatNote(ctx, "b", note.ID) }), errs.NotFound)
		wantError(t, s.Chat().Change(ctx, "c", func(tx chat.Tx) error {
			_, err := tx.AddChatNote(ctx, "c", note)
			return err
		}), errs.NotFound)
		for staff, at := range map[bool]time.Time{true: noon, false: noon.Add(time.Second)} {
			change(t, s, "a", func(tx chat.Tx) error { return tx.PutTyping(ctx, "a", staff, at) })
		}
		converse(t, s, newConversation("a")) // an update leaves them alone
		got := testkit.Must(s.Chat().Conversation(ctx, "a"))(t)
		same(t, got.StaffTypingAt, noon)
		same(t, got.VisitorTypingAt, noon.Add(time.Second))
		change(t, s, "a", func(tx chat.Tx) error { return tx.DeleteConversation(ctx, "a") })
		same(t, testkit.Must(s.Chat().ChatNotes(ctx, "a"))(t), []chat.Note{})
	}},
}
