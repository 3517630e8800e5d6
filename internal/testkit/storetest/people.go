package storetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func newInvitation(mark byte) auth.Invitation {
	return auth.Invitation{
		TokenHash: [32]byte{0: mark, 31: 0xff}, Username: "rosa", FullName: "Rosa M.", Email: "rosa@pest.example",
		Role: auth.RoleStaff, InvitedBy: "bob", CreatedAt: noon, ExpiresAt: noon.Add(time.Hour),
	}
}

func putInvitation(t *testing.T, s Stores, i auth.Invitation) auth.Invitation {
	t.Helper()
	write(t, s.Auth(), func(tx auth.Tx) (err error) {
		i, err = tx.Links().PutInvitation(t.Context(), i)
		return err
	})
	return i
}

var peopleTests = []test{
	{"the last two administrators cannot demote each other at once", func(t *testing.T, s Stores) {
		staff := auth.RoleStaff
		for round := range 10 {
			names := []string{fmt.Sprintf("rosa%d", round), fmt.Sprintf("bob%d", round)}
			users := []auth.User{putUser(t, s, newUser(names[0])), putUser(t, s, newUser(names[1]))}
			var changes sync.WaitGroup
			var refused atomic.Int64
			for _, user := range users {
				changes.Go(func() {
					// Another replica.
					accounts := auth.New(auth.Config{Store: s.Auth()})
					_, _, err := accounts.ChangePerson(t.Context(), user.ID, auth.PersonEdit{Role: &staff})
					switch {
					case errs.KindOf(err) == errs.Conflict:
						refused.Add(1)
					case err != nil:
						t.Error(err)
					}
				})
			}
			changes.Wait()
			if refused.Load() != 1 {
				t.Fatalf("%d of two changes were refused, want 1", refused.Load())
			}
			for _, user := range users {
				write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), user.ID) })
			}
		}
	}},

	{"a user's e-mail and state are stored", func(t *testing.T, s Stores) {
		user := newUser("rosa")
		user.Email, user.DisabledAt = "rosa@pest.example", noon.Add(time.Hour)
		user = putUser(t, s, user)
		same(t, testkit.Must(s.Auth().User(t.Context(), user.ID))(t), user)
		err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			return tx.Users().LockPasswordHash(t.Context(), user.ID, user.PasswordHash)
		})
		wantError(t, err, errs.NotFound)
		user.Email, user.DisabledAt = "", time.Time{}
		same(t, putUser(t, s, user), user)
	}},

	{"sessions are summarised by user", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		for mark, user := range map[byte]auth.User{1: rosa, 2: rosa, 3: bob} {
			session := newSession(user, mark)
			session.LastSeenAt = noon.Add(time.Duration(mark) * time.Minute)
			putSession(t, s, session)
		}
		idle := newSession(bob, 4)
		idle.LastSeenAt = noon.Add(-time.Hour)
		putSession(t, s, idle)
		same(t, testkit.Must(s.Auth().SessionSummaries(t.Context(), noon, noon))(t), []auth.SessionSummary{
			{UserID: rosa.ID, Sessions: 2, LastSeenAt: noon.Add(2 * time.Minute)},
			{UserID: bob.ID, Sessions: 1, LastSeenAt: noon.Add(3 * time.Minute)},
		})
		same(t, testkit.Must(s.Auth().SessionSummaries(t.Context(), noon.Add(time.Hour), noon))(t), []auth.SessionSummary{})
	}},

	{"an invitation is stored and used once", func(t *testing.T, s Stores) {
		same(t, testkit.Must(s.Auth().Links().Invitations(t.Context()))(t), []auth.Invitation{})
		one, two := putInvitation(t, s, newInvitation(1)), putInvitation(t, s, newInvitation(2))
		same(t, testkit.Must(s.Auth().Links().Invitations(t.Context()))(t), []auth.Invitation{one, two})
		same(t, testkit.Must(s.Auth().Links().Invitation(t.Context(), two.TokenHash))(t), two)

		var mu sync.Mutex
		var attempts sync.WaitGroup
		used := 0
		for range 4 {
			attempts.Go(func() {
				err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
					_, err := tx.Links().UseInvitation(t.Context(), one.TokenHash)
					return err
				})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					used++
				} else if errs.KindOf(err) != errs.NotFound {
					t.Errorf("UseInvitation: %v", err)
				}
			})
		}
		attempts.Wait()
		same(t, used, 1)

		write(t, s.Auth(), func(tx auth.Tx) error {
			deleted, err := tx.Links().DeleteInvitation(t.Context(), two.ID)
			same(t, deleted, two)
			return err
		})
		wantError(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			_, err := tx.Links().DeleteInvitation(t.Context(), two.ID)
			return err
		}), errs.NotFound)
		_, err := s.Auth().Links().Invitation(t.Context(), two.TokenHash)
		wantError(t, err, errs.NotFound)

		write(t, s.Auth(), func(tx auth.Tx) error {
			for mark, by := range []string{"rosa", "bob", "rosa"} {
				i := auth.Invitation{TokenHash: [32]byte{byte(90 + mark)}, Role: auth.RoleStaff, InvitedBy: by, ExpiresAt: noon}
				if _, err := tx.Links().PutInvitation(t.Context(), i); err != nil {
					return err
				}
			}
			return tx.Links().DeleteInvitationsBy(t.Context(), "rosa")
		})
		if left := testkit.Must(s.Auth().Links().Invitations(t.Context()))(t); len(left) != 1 || left[0].InvitedBy != "bob" {
			t.Errorf("the invitations are %+v", left)
		}
	}},

	{"a password reset is used once and ends with its user", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		reset := func(user auth.User, mark byte) auth.PasswordReset {
			r := auth.PasswordReset{TokenHash: [32]byte{mark}, UserID: user.ID, ExpiresAt: noon}
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Links().PutPasswordReset(t.Context(), r) })
			return r
		}
		one, two, three, four := reset(rosa, 1), reset(rosa, 2), reset(bob, 3), reset(bob, 4)
		same(t, testkit.Must(s.Auth().Links().PasswordReset(t.Context(), one.TokenHash))(t), one)
		use := func(tx auth.Tx, ctx context.Context, hash [32]byte) (auth.PasswordReset, error) {
			return tx.Links().UsePasswordReset(ctx, hash)
		}
		used, err := get(t, s.Auth().Write, use, one.TokenHash)
		same(t, used, one)
		wantNone(t, err)
		_, err = get(t, s.Auth().Write, use, one.TokenHash)
		wantError(t, err, errs.NotFound)

		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Links().DeletePasswordResets(t.Context(), rosa.ID) })
		_, err = s.Auth().Links().PasswordReset(t.Context(), two.TokenHash)
		wantError(t, err, errs.NotFound)
		same(t, testkit.Must(s.Auth().Links().PasswordReset(t.Context(), three.TokenHash))(t), three)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), bob.ID) })
		_, err = s.Auth().Links().PasswordReset(t.Context(), four.TokenHash)
		wantError(t, err, errs.NotFound)
		err = s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Links().PutPasswordReset(t.Context(), four) })
		wantError(t, err, errs.NotFound)
	}},

	{"expired links are deleted", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		invitation := putInvitation(t, s, newInvitation(1))
		reset := auth.PasswordReset{TokenHash: [32]byte{1}, UserID: rosa.ID, ExpiresAt: noon.Add(time.Hour)}
		write(t, s.Auth(), func(tx auth.Tx) error {
			if err := tx.Links().PutPasswordReset(t.Context(), reset); err != nil {
				return err
			}
			return tx.Links().DeleteExpired(t.Context(), noon.Add(time.Hour))
		})
		same(t, testkit.Must(s.Auth().Links().Invitation(t.Context(), invitation.TokenHash))(t), invitation)
		same(t, testkit.Must(s.Auth().Links().PasswordReset(t.Context(), reset.TokenHash))(t), reset)
		write(t, s.Auth(), func(tx auth.Tx) error {
			return tx.Links().DeleteExpired(t.Context(), noon.Add(time.Hour+time.Microsecond))
		})
		_, err := s.Auth().Links().Invitation(t.Context(), invitation.TokenHash)
		wantError(t, err, errs.NotFound)
		_, err = s.Auth().Links().PasswordReset(t.Context(), reset.TokenHash)
		wantError(t, err, errs.NotFound)
	}},

	{"audit events are appended, paged and purged", func(t *testing.T, s Stores) {
		same(t, testkit.Must(s.Audit().AuditEvents(t.Context(), 1<<62, 10))(t), []audit.Event{})
		for i := range 5 {
			event := audit.Event{
				At: noon.Add(time.Duration(i) * time.Minute), Kind: audit.PersonChanged, Person: "rosa",
				ClientIP: "2001:db8::1", Count: i + 1, Subject: "bob", Detail: "role",
			}
			wantNone(t, s.Audit().AppendAuditEvent(t.Context(), event))
		}
		events := testkit.Must(s.Audit().AuditEvents(t.Context(), 1<<62, 3))(t)
		same(t, counts(events), []int{5, 4, 3})
		same(t, events[2], audit.Event{
			ID: events[2].ID, At: noon.Add(2 * time.Minute), Kind: audit.PersonChanged, Person: "rosa",
			ClientIP: "2001:db8::1", Count: 3, Subject: "bob", Detail: "role",
		})
		same(t, counts(testkit.Must(s.Audit().AuditEvents(t.Context(), events[2].ID, 3))(t)), []int{2, 1})

		same(t, testkit.Must(s.Audit().PurgeAuditEvents(t.Context(), noon.Add(3*time.Minute), 2))(t), 2)
		same(t, counts(testkit.Must(s.Audit().AuditEvents(t.Context(), 1<<62, 10))(t)), []int{5, 4, 3})
		same(t, testkit.Must(s.Audit().PurgeAuditEvents(t.Context(), noon.Add(3*time.Minute), 2))(t), 1)
		same(t, counts(testkit.Must(s.Audit().AuditEvents(t.Context(), 1<<62, 10))(t)), []int{5, 4})
	}},
}

func counts(events []audit.Event) []int {
	all := make([]int, len(events))
	for i, e := range events {
		all[i] = e.Count
	}
	return all
}

func wantNone(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}
