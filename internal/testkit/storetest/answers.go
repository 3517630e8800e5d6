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
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.Resumption().PutLink(ctx, link) })
		find := func() (found chat.Link, err error) {
			err = s.Chat().Write(ctx, func(tx chat.Tx) (err error) {
				found, err = tx.Resumption().Link(ctx, link.TokenHash)
				return err
			})
			return found, err
		}
		same(t, testkit.Must(find())(t), link)
		for _, want := range []bool{true, false} {
			write(t, s.Chat(), func(tx chat.Tx) error {
				same(t, testkit.Must(tx.Resumption().UseLink(ctx, link.TokenHash))(t), want)
				return nil
			})
		}
		link.Used = true
		same(t, testkit.Must(find())(t), link)
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.Resumption().PutVisitor(ctx, "browser", "a", noon.Add(time.Second)) })
		resumed := func(now time.Time) (string, error) { return s.Chat().ResumedConversation(ctx, "browser", now) }
		same(t, testkit.Must(resumed(noon))(t), "a")
		_, err := resumed(noon.Add(time.Second))
		wantError(t, err, errs.NotFound)

		write(t, s.Chat(), func(tx chat.Tx) error { return tx.Resumption().DeleteExpired(ctx, noon.Add(time.Second)) })
		_, err = find()
		wantError(t, err, errs.NotFound)
		same(t, testkit.Must(resumed(noon))(t), "a")
		write(t, s.Chat(), func(tx chat.Tx) error { return tx.Resumption().DeleteExpired(ctx, noon.Add(time.Minute)) })
		_, err = resumed(noon)
		wantError(t, err, errs.NotFound)
	}},

	{"who is away is stored until the user is removed", func(t *testing.T, s Stores) {
		ctx := t.Context()
		var user auth.User
		write(t, s.Auth(), func(tx auth.Tx) (err error) {
			user, err = tx.Users().Put(ctx, newUser("pat"))
			return err
		})
		away := func() bool { return testkit.Must(s.Chat().IsAway(ctx, user.ID))(t) }
		same(t, away(), false)
		for _, want := range []bool{true, true, false, false, true} {
			write(t, s.Chat(), func(tx chat.Tx) error { return tx.PutAway(ctx, user.ID, want) })
			same(t, away(), want)
		}
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(ctx, user.ID) })
		same(t, away(), false)
	}},

	{"a seen answer needs no e-mail", func(t *testing.T, s Stores) {
		ctx := t.Context()
		n := chat.PendingNotice{Conversation: "a", Channel: "visitors", Reason: chat.ReasonAnswer, Through: 5, CreatedAt: noon, DueAt: noon}
		change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().Put(ctx, n) })
		change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().DeleteSeen(ctx, "a", 4) })
		same(t, testkit.Must(s.Chat().Notices().CountDue(ctx, "visitors", noon))(t), int64(1))
		change(t, s, "a", func(tx chat.Tx) error { return tx.Notices().DeleteSeen(ctx, "a", 5) })
		same(t, testkit.Must(s.Chat().Notices().CountDue(ctx, "visitors", noon))(t), int64(0))
	}},

	{"notes belong to a conversation", func(t *testing.T, s Stores) {
		ctx := t.Context()
		converse(t, s, newConversation("a"), "1")
		converse(t, s, newConversation("b"), "1")
		note := chat.Note{WrittenAt: noon, Author: "Pat", Text: "Größe 白蟻"}
		change(t, s, "a", func(tx chat.Tx) (err error) {
			note, err = tx.Notes().Add(ctx, "a", note)
			return err
		})
		same(t, testkit.Must(s.Chat().ChatNotes(ctx, "a"))(t), []chat.Note{note})
		same(t, testkit.Must(s.Chat().ChatNotes(ctx, "b"))(t), []chat.Note{})
		wantError(t, s.Chat().Change(ctx, "b", func(tx chat.Tx) error { return tx.Notes().Delete(ctx, "b", note.ID) }), errs.NotFound)
		wantError(t, s.Chat().Change(ctx, "c", func(tx chat.Tx) error {
			_, err := tx.Notes().Add(ctx, "c", note)
			return err
		}), errs.NotFound)
		change(t, s, "a", func(tx chat.Tx) error { return tx.Conversations().Delete(ctx, "a") })
		same(t, testkit.Must(s.Chat().ChatNotes(ctx, "a"))(t), []chat.Note{})
	}},

	{"signs of typing are signalled and end", func(t *testing.T, s Stores) {
		ctx, typing := t.Context(), s.Chat().Typing()
		signals, stop := s.Chat().SubscribeChat("a")
		defer stop()
		version := testkit.Must(s.Chat().ChatState(ctx))(t).Version
		put := func(staff bool, at time.Time) {
			t.Helper()
			before := typing.Changes()
			wantNone(t, typing.Put(ctx, "a", staff, at))
			<-signals
			if typing.Changes() == before {
				t.Error("a sign was not counted")
			}
		}
		put(true, noon)
		put(false, noon.Add(time.Second))
		same(t, typing.At("a", true), noon)
		same(t, typing.At("a", false), noon.Add(time.Second))
		same(t, typing.At("b", true), time.Time{})
		put(true, time.Time{})
		same(t, typing.At("a", true), time.Time{})
		put(true, noon.Add(time.Hour)) // signs from long before are not kept
		same(t, typing.At("a", false), time.Time{})
		same(t, testkit.Must(s.Chat().ChatState(ctx))(t).Version, version)
	}},
}
