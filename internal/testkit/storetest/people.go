package storetest

import (
	"testing"
	"time"

	"perimeter/internal/site"
)

var peopleTests = []test{
	{"a user is kept and changed", func(t *testing.T, s site.Store) {
		user := aUser("Rosa")
		stored := put(t, s, site.Tx.PutUser, user)
		user.ID = stored.ID
		same(t, stored, user)
		same(t, must(s.User(t.Context(), user.ID))(t), user)

		user = site.User{
			ID: user.ID, Username: "rosa.m", FullName: "", Role: site.RoleStaff,
			PasswordHash: "other", CreatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s, site.Tx.PutUser, user), user)
		same(t, must(s.UserByName(t.Context(), "rosa.m"))(t), user)
		_, err := s.UserByName(t.Context(), "Rosa")
		failsWith(t, err, site.NotFound)
	}},

	{"usernames are found, taken and ordered without regard to case", func(t *testing.T, s site.Store) {
		zoe := put(t, s, site.Tx.PutUser, aUser("Zoë"))
		rosa := put(t, s, site.Tx.PutUser, aUser("rosa"))
		same(t, must(s.UserByName(t.Context(), "ROSA"))(t), rosa)
		same(t, must(s.UserByName(t.Context(), "ZOË"))(t), zoe)

		taken(t, tryPut(t, s, site.Tx.PutUser, aUser("Rosa")), "Rosa")
		renamed := zoe
		renamed.Username = "ROSA"
		taken(t, tryPut(t, s, site.Tx.PutUser, renamed), "ROSA")

		bob := put(t, s, site.Tx.PutUser, aUser("Bob"))
		same(t, must(s.Users(t.Context()))(t), []site.User{bob, rosa, zoe})

		// A user may change the case of the own name.
		rosa.Username = "Rosa"
		same(t, put(t, s, site.Tx.PutUser, rosa), rosa)
	}},

	{"a session is kept, and seeing it again moves only its last sight", func(t *testing.T, s site.Store) {
		session := aSession(put(t, s, site.Tx.PutUser, aUser("rosa")), 1)
		putSession(t, s, session)
		same(t, must(s.Session(t.Context(), session.TokenHash))(t), session)

		session.LastSeenAt = noon.Add(time.Hour)
		touchSession(t, s, session)
		same(t, must(s.Session(t.Context(), session.TokenHash))(t), session)
	}},

	{"seeing a session that has ended does not bring it back", func(t *testing.T, s site.Store) {
		session := aSession(put(t, s, site.Tx.PutUser, aUser("rosa")), 1)
		putSession(t, s, session)
		write(t, s, func(tx site.Tx) error { return tx.DeleteSession(t.Context(), session.TokenHash) })
		touchSession(t, s, session)
		haveSessions(t, s)
	}},

	{"a session ends, and ending it twice is no error", func(t *testing.T, s site.Store) {
		session := aSession(put(t, s, site.Tx.PutUser, aUser("rosa")), 1)
		putSession(t, s, session)
		for range 2 {
			write(t, s, func(tx site.Tx) error { return tx.DeleteSession(t.Context(), session.TokenHash) })
		}
		haveSessions(t, s)
	}},

	{"a session of nobody cannot be", func(t *testing.T, s site.Store) {
		err := s.Write(t.Context(), func(tx site.Tx) error {
			return tx.PutSession(t.Context(), aSession(site.User{ID: 7}, 1))
		})
		failsWith(t, err, site.NotFound)
	}},

	{"a user's sessions end together", func(t *testing.T, s site.Store) {
		rosa, bob := put(t, s, site.Tx.PutUser, aUser("rosa")), put(t, s, site.Tx.PutUser, aUser("bob"))
		for mark, user := range map[byte]site.User{1: rosa, 2: rosa, 3: rosa, 4: bob} {
			putSession(t, s, aSession(user, mark))
		}
		write(t, s, func(tx site.Tx) error { return tx.DeleteUserSessions(t.Context(), rosa.ID) })
		haveSessions(t, s, 4)
	}},

	{"a password is held as long as it is the same", func(t *testing.T, s site.Store) {
		rosa := put(t, s, site.Tx.PutUser, aUser("rosa"))
		hold := func(hash string) error {
			return s.Write(t.Context(), func(tx site.Tx) error { return tx.HoldPassword(t.Context(), rosa.ID, hash) })
		}
		if err := hold(rosa.PasswordHash); err != nil {
			t.Error(err)
		}
		failsWith(t, hold("another"), site.NotFound)
		same(t, must(s.User(t.Context(), rosa.ID))(t), rosa)
	}},

	{"sessions end when they are idle or old", func(t *testing.T, s site.Store) {
		rosa := put(t, s, site.Tx.PutUser, aUser("rosa"))
		for mark, ages := range map[byte]struct{ created, seen time.Duration }{
			1: {created: 3 * time.Hour, seen: time.Minute},     // old
			2: {created: 2 * time.Hour, seen: 2 * time.Minute}, // neither: both on the edge
			3: {created: time.Hour, seen: 3 * time.Minute},     // idle
		} {
			session := aSession(rosa, mark)
			session.CreatedAt, session.LastSeenAt = noon.Add(-ages.created), noon.Add(-ages.seen)
			putSession(t, s, session)
		}
		write(t, s, func(tx site.Tx) error {
			return tx.DeleteIdleSessions(t.Context(), noon.Add(-2*time.Minute), noon.Add(-2*time.Hour))
		})
		haveSessions(t, s, 2)
	}},

	{"a deleted user's sessions go along", func(t *testing.T, s site.Store) {
		rosa, bob := put(t, s, site.Tx.PutUser, aUser("rosa")), put(t, s, site.Tx.PutUser, aUser("bob"))
		putSession(t, s, aSession(rosa, 1))
		putSession(t, s, aSession(bob, 2))
		write(t, s, func(tx site.Tx) error { return tx.DeleteUser(t.Context(), rosa.ID) })
		haveSessions(t, s, 2)
		same(t, must(s.Users(t.Context()))(t), []site.User{bob})
	}},
}

func write(t *testing.T, s site.Store, fn func(tx site.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), fn); err != nil {
		t.Fatalf("Write: %v", err)
	}
}

func putSession(t *testing.T, s site.Store, session site.Session) {
	t.Helper()
	write(t, s, func(tx site.Tx) error { return tx.PutSession(t.Context(), session) })
}

func touchSession(t *testing.T, s site.Store, session site.Session) {
	t.Helper()
	write(t, s, func(tx site.Tx) error { return tx.TouchSession(t.Context(), session.TokenHash, session.LastSeenAt) })
}

// haveSessions checks that of the sessions marked 1 to 4 just these exist.
func haveSessions(t *testing.T, s site.Store, marks ...byte) {
	t.Helper()
	var got []byte
	for mark := byte(1); mark <= 4; mark++ {
		_, err := s.Session(t.Context(), aSession(site.User{}, mark).TokenHash)
		switch {
		case err == nil:
			got = append(got, mark)
		case site.KindOf(err) != site.NotFound:
			t.Fatalf("session %d: %v", mark, err)
		}
	}
	same(t, got, marks)
}
