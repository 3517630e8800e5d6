package storetest

import (
	"sync"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

var authTests = []test{
	{"a user is stored and updated", func(t *testing.T, s Stores) {
		user := newUser("Rosa")
		stored := putUser(t, s, user)
		user.ID = stored.ID
		same(t, stored, user)
		same(t, testkit.Must(s.Auth().User(t.Context(), user.ID))(t), user)

		user = auth.User{
			ID: user.ID, Username: "rosa.m", FullName: "", Role: auth.RoleStaff,
			PasswordHash: "other", CreatedAt: noon.Add(time.Minute),
		}
		same(t, putUser(t, s, user), user)
		same(t, testkit.Must(s.Auth().UserByName(t.Context(), "rosa.m"))(t), user)
		_, err := s.Auth().UserByName(t.Context(), "Rosa")
		wantError(t, err, errs.NotFound)
	}},

	{"usernames are unique and sorted without regard to case", func(t *testing.T, s Stores) {
		zoe := putUser(t, s, newUser("Zoë"))
		rosa := putUser(t, s, newUser("rosa"))
		same(t, testkit.Must(s.Auth().UserByName(t.Context(), "ROSA"))(t), rosa)
		same(t, testkit.Must(s.Auth().UserByName(t.Context(), "ZOË"))(t), zoe)

		wantTaken(t, tryPutUser(t, s, newUser("Rosa")), "Rosa")
		renamed := zoe
		renamed.Username = "ROSA"
		wantTaken(t, tryPutUser(t, s, renamed), "ROSA")

		bob := putUser(t, s, newUser("Bob"))
		same(t, testkit.Must(s.Auth().Users(t.Context()))(t), []auth.User{bob, rosa, zoe})

		// A user can change the case of the username.
		rosa.Username = "Rosa"
		same(t, putUser(t, s, rosa), rosa)
	}},

	{"touching a session changes only its last use", func(t *testing.T, s Stores) {
		session := newSession(putUser(t, s, newUser("rosa")), 1)
		putSession(t, s, session)
		same(t, testkit.Must(s.Auth().Session(t.Context(), session.TokenHash))(t), session)

		session.LastSeenAt = noon.Add(time.Hour)
		touchSession(t, s, session)
		same(t, testkit.Must(s.Auth().Session(t.Context(), session.TokenHash))(t), session)
	}},

	{"touching an ended session does not restore it", func(t *testing.T, s Stores) {
		session := newSession(putUser(t, s, newUser("rosa")), 1)
		putSession(t, s, session)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().Delete(t.Context(), session.TokenHash) })
		touchSession(t, s, session)
		wantSessions(t, s)
	}},

	{"a proof changes only when the session was proved", func(t *testing.T, s Stores) {
		session := newSession(putUser(t, s, newUser("rosa")), 1)
		putSession(t, s, session)
		prove := func(at time.Time) error {
			return s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Sessions().Prove(t.Context(), session.TokenHash, at) })
		}
		session.ProvedAt = noon.Add(time.Hour)
		if err := prove(session.ProvedAt); err != nil {
			t.Fatal(err)
		}
		same(t, testkit.Must(s.Auth().Session(t.Context(), session.TokenHash))(t), session)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().Delete(t.Context(), session.TokenHash) })
		wantError(t, prove(noon), errs.NotFound)
	}},

	{"a session can be deleted twice", func(t *testing.T, s Stores) {
		session := newSession(putUser(t, s, newUser("rosa")), 1)
		putSession(t, s, session)
		for range 2 {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().Delete(t.Context(), session.TokenHash) })
		}
		wantSessions(t, s)
	}},

	{"a session needs a user", func(t *testing.T, s Stores) {
		err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			return tx.Sessions().Put(t.Context(), newSession(auth.User{ID: 7}, 1))
		})
		wantError(t, err, errs.NotFound)
	}},

	{"all sessions of a user are deleted together", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		for mark, user := range map[byte]auth.User{1: rosa, 2: rosa, 3: rosa, 4: bob} {
			putSession(t, s, newSession(user, mark))
		}
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().DeleteOf(t.Context(), rosa.ID) })
		wantSessions(t, s, 4)
	}},

	{"LockPasswordHash succeeds only for the current hash", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		lock := func(hash string) error {
			return s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Users().LockPasswordHash(t.Context(), rosa.ID, hash) })
		}
		if err := lock(rosa.PasswordHash); err != nil {
			t.Error(err)
		}
		wantError(t, lock("another"), errs.NotFound)
		same(t, testkit.Must(s.Auth().User(t.Context(), rosa.ID))(t), rosa)
	}},

	{"idle and old sessions are deleted", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		for mark, ages := range map[byte]struct{ created, seen time.Duration }{
			1: {created: 3 * time.Hour, seen: time.Minute},     // old
			2: {created: 2 * time.Hour, seen: 2 * time.Minute}, // exactly at both limits
			3: {created: time.Hour, seen: 3 * time.Minute},     // idle
		} {
			session := newSession(rosa, mark)
			session.CreatedAt, session.LastSeenAt = noon.Add(-ages.created), noon.Add(-ages.seen)
			putSession(t, s, session)
		}
		write(t, s.Auth(), func(tx auth.Tx) error {
			return tx.Sessions().DeleteIdle(t.Context(), noon.Add(-2*time.Minute), noon.Add(-2*time.Hour))
		})
		wantSessions(t, s, 2)
	}},

	{"exclusive transactions run one at a time", func(t *testing.T, s Stores) {
		putUser(t, s, newUser("rosa"))
		putUser(t, s, newUser("bob"))
		// Each deletes a user only if it is not the last.
		var removals sync.WaitGroup
		for range 8 {
			removals.Go(func() {
				err := s.Auth().WriteExclusive(t.Context(), func(tx auth.Tx) error {
					users, err := tx.Users().List(t.Context())
					if err != nil || len(users) == 1 {
						return err
					}
					return tx.Users().Delete(t.Context(), users[0].ID)
				})
				if err != nil {
					t.Errorf("WriteExclusive: %v", err)
				}
			})
		}
		removals.Wait()
		same(t, len(testkit.Must(s.Auth().Users(t.Context()))(t)), 1)
	}},

	{"deleting a user deletes the sessions", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		putSession(t, s, newSession(rosa, 1))
		putSession(t, s, newSession(bob, 2))
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), rosa.ID) })
		wantSessions(t, s, 2)
		same(t, testkit.Must(s.Auth().Users(t.Context()))(t), []auth.User{bob})
	}},
}

func putUser(t *testing.T, s Stores, user auth.User) auth.User {
	t.Helper()
	var stored auth.User
	write(t, s.Auth(), func(tx auth.Tx) (err error) {
		stored, err = tx.Users().Put(t.Context(), user)
		return err
	})
	return stored
}

// tryPutUser is putUser for a user who may be refused.
func tryPutUser(t *testing.T, s Stores, user auth.User) error {
	t.Helper()
	return s.Auth().Write(t.Context(), func(tx auth.Tx) error {
		_, err := tx.Users().Put(t.Context(), user)
		return err
	})
}

func putSession(t *testing.T, s Stores, session auth.Session) {
	t.Helper()
	write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().Put(t.Context(), session) })
}

func touchSession(t *testing.T, s Stores, session auth.Session) {
	t.Helper()
	write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().Touch(t.Context(), session.TokenHash, session.LastSeenAt) })
}

// wantSessions checks that of the sessions marked 1 to 4 only these exist.
func wantSessions(t *testing.T, s Stores, marks ...byte) {
	t.Helper()
	var got []byte
	for mark := byte(1); mark <= 4; mark++ {
		_, err := s.Auth().Session(t.Context(), newSession(auth.User{}, mark).TokenHash)
		switch {
		case err == nil:
			got = append(got, mark)
		case errs.KindOf(err) != errs.NotFound:
			t.Fatalf("session %d: %v", mark, err)
		}
	}
	same(t, got, marks)
}
