package auth_test

import (
	"context"
	"crypto/sha256"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func TestLoginStartsNewSessionEachTime(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	first, second := f.login(t, "anna"), f.login(t, " ANNA ")
	if first == second || len(first) < 26 {
		t.Errorf("tokens %q and %q", first, second)
	}
	for _, token := range []string{first, second} {
		if user := testkit.Must(f.Authenticate(t.Context(), token))(t); user.ID != anna.ID {
			t.Errorf("the session belongs to %d, want %d", user.ID, anna.ID)
		}
	}
}

func TestStoreHoldsOnlyTokenHashes(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	session := testkit.Must(f.store.Session(t.Context(), sha256.Sum256([]byte(token))))(t)
	_, err := f.Authenticate(t.Context(), string(session.TokenHash[:]))
	testkit.WantError(t, err, errs.Unauthorized, "")
}

func TestLoginDoesNotRevealWhichUsersExist(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	for name, c := range map[string]auth.Credentials{
		"wrong password":       {Username: "anna", Password: "wrong"},
		"unknown user":         {Username: "nobody", Password: password},
		"impossible user":      {Username: "no\x00body\xff", Password: password},
		"endless password":     {Username: "anna", Password: strings.Repeat("x", 100_000)},
		"password with a tail": {Username: "anna", Password: password + strings.Repeat("x", 2000)},
	} {
		t.Run(name, func(t *testing.T) {
			_, token, err := f.Login(t.Context(), c)
			testkit.WantError(t, err, errs.Unauthorized, "Invalid username or password")
			if token != "" {
				t.Error("a token was given out")
			}
		})
	}
}

func TestLoginRequiresBothFields(t *testing.T) {
	f := newFixture(t)
	_, _, err := f.Login(t.Context(), auth.Credentials{Username: " ", Password: "x"})
	testkit.WantError(t, err, errs.Invalid, "Username is required")
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna"})
	testkit.WantError(t, err, errs.Invalid, "Password is required")
}

func TestLoginLimitsAttackerButNotOwner(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	attacker, owner := netip.MustParseAddr("203.0.113.9"), netip.MustParseAddr("192.0.2.1")
	var err error
	for range 10 {
		_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna", Password: "guess", ClientIP: attacker})
	}
	testkit.WantError(t, err, errs.TooMany, "seconds")
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, ClientIP: attacker})
	testkit.WantError(t, err, errs.TooMany, "seconds")
	if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, ClientIP: owner}); err != nil {
		t.Errorf("the owner elsewhere: %v", err)
	}
	f.now = f.now.Add(time.Minute)
	if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, ClientIP: attacker}); err != nil {
		t.Errorf("the owner a minute later: %v", err)
	}
}

func TestLogoutEndsOnlyThatSession(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	here, elsewhere := f.login(t, "anna"), f.login(t, "anna")
	for range 2 {
		if err := f.Logout(t.Context(), here); err != nil {
			t.Fatal(err)
		}
	}
	_, err := f.Authenticate(t.Context(), here)
	testkit.WantError(t, err, errs.Unauthorized, "")
	testkit.Must(f.Authenticate(t.Context(), elsewhere))(t)
}

func TestSessionsExpireWhenIdleAndAfterAWeek(t *testing.T) {
	t.Run("unused", func(t *testing.T) {
		f := newFixture(t)
		f.addUser(t, "anna", auth.RoleAdmin)
		token := f.login(t, "anna")
		f.now = f.now.Add(12*time.Hour - time.Second)
		testkit.Must(f.Authenticate(t.Context(), token))(t)
		f.Wait()
		f.now = f.now.Add(12 * time.Hour)
		_, err := f.Authenticate(t.Context(), token)
		testkit.WantError(t, err, errs.Unauthorized, "")
	})
	t.Run("used every hour", func(t *testing.T) {
		f := newFixture(t)
		f.addUser(t, "anna", auth.RoleAdmin)
		token, began := f.login(t, "anna"), f.now
		for f.now.Sub(began) < auth.SessionLifetime {
			testkit.Must(f.Authenticate(t.Context(), token))(t)
			f.Wait()
			f.now = f.now.Add(time.Hour)
		}
		_, err := f.Authenticate(t.Context(), token)
		testkit.WantError(t, err, errs.Unauthorized, "")
	})
}

// busyStore is a store whose writes wait until they are released.
type busyStore struct {
	auth.Store
	writes  atomic.Int64
	release chan struct{}
}

func (s *busyStore) Write(ctx context.Context, fn func(auth.Tx) error) error {
	s.writes.Add(1)
	<-s.release
	return s.Store.Write(ctx, fn)
}

func TestAuthenticateDoesNotWaitForOtherWrites(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	busy := &busyStore{Store: f.store.Auth(), release: make(chan struct{})}
	accounts := auth.New(auth.Config{Store: busy, Clock: func() time.Time { return f.now }})
	f.now = f.now.Add(time.Hour)
	authenticated := make(chan error)
	go func() {
		for range 3 {
			_, err := accounts.Authenticate(t.Context(), token)
			authenticated <- err
		}
	}()
	for range 3 {
		select {
		case err := <-authenticated:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(30 * time.Second):
			t.Error("Authenticate waits for a write")
		}
	}
	close(busy.release)
	accounts.Wait()
	if n := busy.writes.Load(); n != 1 {
		t.Errorf("the session was prolonged by %d writes at once, want 1", n)
	}
	session := testkit.Must(f.store.Session(t.Context(), sha256.Sum256([]byte(token))))(t)
	if seen := session.LastSeenAt.Truncate(time.Second); !seen.Equal(f.now.Truncate(time.Second)) {
		t.Errorf("the session was last seen at %v, want %v", seen, f.now)
	}
}

func TestLoginDeletesExpiredSessions(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	old := f.login(t, "anna")
	f.now = f.now.Add(13 * time.Hour)
	f.login(t, "anna")
	_, err := f.store.Session(t.Context(), sha256.Sum256([]byte(old)))
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestAuthenticateRequiresSession(t *testing.T) {
	f := newFixture(t)
	for _, token := range []string{"", "x", strings.Repeat("A", 26), "\x00\xff"} {
		_, err := f.Authenticate(t.Context(), token)
		testkit.WantError(t, err, errs.Unauthorized, "")
	}
}
