package storetest

import (
	"errors"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/push"
	"perimeter/internal/testkit"
)

func newPushSubscription(endpoint string) push.Subscription {
	return push.Subscription{
		NewSubscription: push.NewSubscription{Endpoint: "https://push.example/" + endpoint, Keys: push.Keys{P256dh: "key of " + endpoint, Auth: "secret of " + endpoint}},
		RegisteredAt:    noon,
	}
}

// subscribe registers a browser of the session, and returns the subscription as
// stored.
func subscribe(t *testing.T, s Stores, session auth.Session, subscription push.Subscription) push.Subscription {
	t.Helper()
	write(t, s.Push(), func(tx push.Tx) error { return tx.PutPushSubscription(t.Context(), session.TokenHash, subscription) })
	subscription.UserID = session.UserID
	return subscription
}

func recipients(t *testing.T, s Stores) []push.Subscription {
	t.Helper()
	return testkit.Must(s.Push().PushRecipients(t.Context(), noon))(t)
}

var pushTests = []test{
	{"push subscriptions are stored, replaced and deleted", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, recipients(t, s), []push.Subscription{})
		anna, bob := newSession(putUser(t, s, newUser("anna")), 1), newSession(putUser(t, s, newUser("bob")), 2)
		putSession(t, s, anna)
		putSession(t, s, bob)
		a, b := subscribe(t, s, anna, newPushSubscription("a")), subscribe(t, s, bob, newPushSubscription("b"))
		same(t, recipients(t, s), []push.Subscription{a, b})
		write(t, s.Push(), func(tx push.Tx) error {
			return errors.Join(tx.MarkPushDelivered(ctx, a.Endpoint, "n1"), tx.DeleteOwnPush(ctx, bob.TokenHash, a.Endpoint))
		})
		a.Delivered = "n1"
		same(t, recipients(t, s), []push.Subscription{a, b})

		// Bob signs in on Anna's phone. What was delivered there stays known.
		a.Keys.Auth = "another"
		a = subscribe(t, s, bob, a)
		same(t, recipients(t, s), []push.Subscription{a, b})
		write(t, s.Push(), func(tx push.Tx) error {
			return errors.Join(tx.DeleteOwnPush(ctx, bob.TokenHash, a.Endpoint), tx.DeletePushSubscription(ctx, b.Endpoint))
		})
		same(t, recipients(t, s), []push.Subscription{})
		err := s.Push().Write(ctx, func(tx push.Tx) error { return tx.PutPushSubscription(ctx, [32]byte{9}, a) })
		wantError(t, err, errs.NotFound)
	}},
	{"old push subscriptions and those beyond a number are deleted", func(t *testing.T, s Stores) {
		ctx := t.Context()
		anna := newSession(putUser(t, s, newUser("anna")), 1)
		bob := newSession(putUser(t, s, newUser("bob")), 2)
		putSession(t, s, anna)
		putSession(t, s, bob)
		old := newPushSubscription("old")
		old.RegisteredAt = noon.Add(-time.Second)
		subscribe(t, s, anna, old)
		same(t, recipients(t, s), []push.Subscription{})
		same(t, len(testkit.Must(s.Push().PushRecipients(ctx, old.RegisteredAt))(t)), 1)
		write(t, s.Push(), func(tx push.Tx) error { return tx.DeletePushBefore(ctx, noon) })
		same(t, len(testkit.Must(s.Push().PushRecipients(ctx, old.RegisteredAt))(t)), 0)

		first, second := newPushSubscription("a"), newPushSubscription("b")
		second.RegisteredAt = noon.Add(time.Second)
		subscribe(t, s, anna, first)
		second = subscribe(t, s, anna, second)
		others := subscribe(t, s, bob, newPushSubscription("c"))
		write(t, s.Push(), func(tx push.Tx) error { return tx.DeletePushBeyond(ctx, anna.TokenHash, 1) })
		same(t, recipients(t, s), []push.Subscription{others, second})
	}},
	{"only those who may use the back office get push messages", func(t *testing.T, s Stores) {
		for i, change := range []func(*auth.User){
			func(u *auth.User) { u.Role = auth.RoleStaff },
			func(u *auth.User) { u.DisabledAt = noon },
		} {
			user := newUser("user" + string(rune('a'+i)))
			change(&user)
			session := newSession(putUser(t, s, user), byte(i+1))
			putSession(t, s, session)
			subscribe(t, s, session, newPushSubscription(user.Username))
		}
		same(t, recipients(t, s), []push.Subscription{})
	}},
	{"push subscriptions end with sessions that somebody ends, and with users", func(t *testing.T, s Stores) {
		ctx := t.Context()
		user := putUser(t, s, newUser("anna"))
		endings := []struct {
			end  func(tx auth.Tx, own [32]byte) error
			left int // of two subscriptions
		}{
			{func(tx auth.Tx, own [32]byte) error { return tx.Sessions().Delete(ctx, own) }, 1},
			{func(tx auth.Tx, own [32]byte) error { return tx.Sessions().DeleteOthers(ctx, user.ID, own) }, 1},
			{func(tx auth.Tx, _ [32]byte) error { return tx.Sessions().DeleteOf(ctx, user.ID) }, 0},
			{func(tx auth.Tx, _ [32]byte) error { return tx.Sessions().EndPush(ctx, user.ID) }, 0},
			// The phone of somebody who has not used it overnight still rings.
			{func(tx auth.Tx, _ [32]byte) error {
				return tx.Sessions().DeleteIdle(ctx, noon.Add(time.Hour), noon.Add(time.Hour))
			}, 2},
			{func(tx auth.Tx, _ [32]byte) error { return tx.Users().Delete(ctx, user.ID) }, 0},
		}
		for i, ending := range endings {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().DeleteOf(ctx, user.ID) })
			own, other := newSession(user, byte(2*i+1)), newSession(user, byte(2*i+2))
			putSession(t, s, own)
			putSession(t, s, other)
			subscribe(t, s, own, newPushSubscription("own"))
			subscribe(t, s, other, newPushSubscription("other"))
			write(t, s.Auth(), func(tx auth.Tx) error { return ending.end(tx, own.TokenHash) })
			if left := len(recipients(t, s)); left != ending.left {
				t.Errorf("ending %d: %d subscriptions are left, want %d", i, left, ending.left)
			}
		}
	}},
}
