package storetest

import (
	"sync"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
)

var authTests = []test{
	{"a user is kept and changed", func(t *testing.T, s Stores) {
		user := aUser("Rosa")
		stored := putUser(t, s, user)
		user.ID = stored.ID
		same(t, stored, user)
		same(t, must(s.Auth().User(t.Context(), user.ID))(t), user)

		user = auth.User{
			ID: user.ID, Username: "rosa.m", FullName: "", Role: auth.RoleStaff,
			PasswordHash: "other", CreatedAt: noon.Add(time.Minute),
		}
		same(t, putUser(t, s, user), user)
		same(t, must(s.Auth().UserByName(t.Context(), "rosa.m"))(t), user)
		_, err := s.Auth().UserByName(t.Context(), "Rosa")
		failsWith(t, err, errs.NotFound)
	}},

	{"usernames are found, taken and ordered without regard to case", func(t *testing.T, s Stores) {
		zoe := putUser(t, s, aUser("Zoë"))
		rosa := putUser(t, s, aUser("rosa"))
		same(t, must(s.Auth().UserByName(t.Context(), "ROSA"))(t), rosa)
		same(t, must(s.Auth().UserByName(t.Context(), "ZOË"))(t), zoe)

		taken(t, tryPutUser(t, s, aUser("Rosa")), "Rosa")
		renamed := zoe
		renamed.Username = "ROSA"
		taken(t, tryPutUser(t, s, renamed), "ROSA")

		bob := putUser(t, s, aUser("Bob"))
		same(t, must(s.Auth().Users(t.Context()))(t), []auth.User{bob, rosa, zoe})

		// A user may change the case of the own name.
		rosa.Username = "Rosa"
		same(t, putUser(t, s, rosa), rosa)
	}},

	{"a session is kept, and seeing it again moves only its last sight", func(t *testing.T, s Stores) {
		session := aSession(putUser(t, s, aUser("rosa")), 1)
		putSession(t, s, session)
		same(t, must(s.Auth().Session(t.Context(), session.TokenHash))(t), session)

		session.LastSeenAt = noon.Add(time.Hour)
		touchSession(t, s, session)
		same(t, must(s.Auth().Session(t.Context(), session.TokenHash))(t), session)
	}},

	{"seeing a session that has ended does not bring it back", func(t *testing.T, s Stores) {
		session := aSession(putUser(t, s, aUser("rosa")), 1)
		putSession(t, s, session)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.DeleteSession(t.Context(), session.TokenHash) })
		touchSession(t, s, session)
		haveSessions(t, s)
	}},

	{"a session ends, and ending it twice is no error", func(t *testing.T, s Stores) {
		session := aSession(putUser(t, s, aUser("rosa")), 1)
		putSession(t, s, session)
		for range 2 {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.DeleteSession(t.Context(), session.TokenHash) })
		}
		haveSessions(t, s)
	}},

	{"a session of nobody cannot be", func(t *testing.T, s Stores) {
		err := s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			return tx.PutSession(t.Context(), aSession(auth.User{ID: 7}, 1))
		})
		failsWith(t, err, errs.NotFound)
	}},

	{"a user's sessions end together", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, aUser("rosa")), putUser(t, s, aUser("bob"))
		for mark, user := range map[byte]auth.User{1: rosa, 2: rosa, 3: rosa, 4: bob} {
			putSession(t, s, aSession(user, mark))
		}
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.DeleteUserSessions(t.Context(), rosa.ID) })
		haveSessions(t, s, 4)
	}},

	{"a password is held as long as it is the same", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, aUser("rosa"))
		hold := func(hash string) error {
			return s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.LockPasswordHash(t.Context(), rosa.ID, hash) })
		}
		if err := hold(rosa.PasswordHash); err != nil {
			t.Error(err)
		}
		failsWith(t, hold("another"), errs.NotFound)
		same(t, must(s.Auth().User(t.Context(), rosa.ID))(t), rosa)
	}},

	{"sessions end when they are idle or old", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, aUser("rosa"))
		for mark, ages := range map[byte]struct{ created, seen time.Duration }{
			1: {created: 3 * time.Hour, seen: time.Minute},     // old
			2: {created: 2 * time.Hour, seen: 2 * time.Minute}, // neither: both on the edge
			3: {created: time.Hour, seen: 3 * time.Minute},     // idle
		} {
			session := aSession(rosa, mark)
			session.CreatedAt, session.LastSeenAt = noon.Add(-ages.created), noon.Add(-ages.seen)
			putSession(t, s, session)
		}
		write(t, s.Auth(), func(tx auth.Tx) error {
			return tx.DeleteIdleSessions(t.Context(), noon.Add(-2*time.Minute), noon.Add(-2*time.Hour))
		})
		haveSessions(t, s, 2)
	}},

	{"exclusive transactions run one at a time", func(t *testing.T, s Stores) {
		putUser(t, s, aUser("rosa"))
		putUser(t, s, aUser("bob"))
		// Each deletes a user only if it is not the last.
		var removals sync.WaitGroup
		for range 8 {
			removals.Go(func() {
				err := s.Auth().WriteExclusive(t.Context(), func(tx auth.Tx) error {
					users, err := tx.Users(t.Context())
					if err != nil || len(users) == 1 {
						return err
					}
					return tx.DeleteUser(t.Context(), users[0].ID)
				})
				if err != nil {
					t.Errorf("WriteExclusive: %v", err)
				}
			})
		}
		removals.Wait()
		same(t, len(must(s.Auth().Users(t.Context()))(t)), 1)
	}},

	{"a deleted user's sessions go along", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, aUser("rosa")), putUser(t, s, aUser("bob"))
		putSession(t, s, aSession(rosa, 1))
		putSession(t, s, aSession(bob, 2))
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.DeleteUser(t.Context(), rosa.ID) })
		haveSessions(t, s, 2)
		same(t, must(s.Auth().Users(t.Context()))(t), []auth.User{bob})
	}},
}

func putUser(t *testing.T, s Stores, user auth.User) auth.User {
	t.Helper()
	var stored auth.User
	write(t, s.Auth(), func(tx auth.Tx) (err error) {
		stored, err = tx.PutUser(t.Context(), user)
		return err
	})
	return stored
}

// tryPutUser is putUser for a user who may be refused.
func tryPutUser(t *testing.T, s Stores, user auth.User) error {
	t.Helper()
	return s.Auth().Write(t.Context(), func(tx auth.Tx) error {
		_, err := tx.PutUser(t.Context(), user)
		return err
	})
}

func putSession(t *testing.T, s Stores, session auth.Session) {
	t.Helper()
	write(t, s.Auth(), func(tx auth.Tx) error { return tx.PutSession(t.Context(), session) })
}

func touchSession(t *testing.T, s Stores, session auth.Session) {
	t.Helper()
	write(t, s.Auth(), func(tx auth.Tx) error { return tx.TouchSession(t.Context(), session.TokenHash, session.LastSeenAt) })
}

// haveSessions checks that of the sessions marked 1 to 4 just these exist.
func haveSessions(t *testing.T, s Stores, marks ...byte) {
	t.Helper()
	var got []byte
	for mark := byte(1); mark <= 4; mark++ {
		_, err := s.Auth().Session(t.Context(), aSession(auth.User{}, mark).TokenHash)
		switch {
		case err == nil:
			got = append(got, mark)
		case errs.KindOf(err) != errs.NotFound:
			t.Fatalf("session %d: %v", mark, err)
		}
	}
	same(t, got, marks)
}
