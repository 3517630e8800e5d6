package site_test

import (
	"crypto/sha256"
	"net/netip"
	"strings"
	"testing"
	"time"

	"perimeter/internal/site"
)

func TestLoginStartsANewSessionEachTime(t *testing.T) {
	w := newWorld(t)
	anna := w.addUser(t, "anna", site.RoleAdmin)
	first, second := w.login(t, "anna"), w.login(t, " ANNA ")
	if first == second || len(first) < 26 {
		t.Errorf("tokens %q and %q", first, second)
	}
	for _, token := range []string{first, second} {
		if user := must(w.Authenticate(t.Context(), token))(t); user.ID != anna.ID {
			t.Errorf("the session belongs to %d, want %d", user.ID, anna.ID)
		}
	}
}

func TestTheStoreKnowsOnlyTheHashOfAToken(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	token := w.login(t, "anna")
	session := must(w.store.Session(t.Context(), sha256.Sum256([]byte(token))))(t)
	_, err := w.Authenticate(t.Context(), string(session.TokenHash[:]))
	wantFailure(t, err, site.Unauthorized, "")
}

func TestLoginAnswersAlikeToAWrongPasswordAndAnUnknownUser(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	for name, c := range map[string]site.Credentials{
		"wrong password":       {Username: "anna", Password: "wrong"},
		"unknown user":         {Username: "nobody", Password: password},
		"impossible user":      {Username: "no\x00body\xff", Password: password},
		"endless password":     {Username: "anna", Password: strings.Repeat("x", 100_000)},
		"password with a tail": {Username: "anna", Password: password + strings.Repeat("x", 2000)},
	} {
		t.Run(name, func(t *testing.T) {
			_, token, err := w.Login(t.Context(), c)
			wantFailure(t, err, site.Unauthorized, "Invalid username or password")
			if token != "" {
				t.Error("a token was given out")
			}
		})
	}
}

func TestLoginAsksForBothFields(t *testing.T) {
	w := newWorld(t)
	_, _, err := w.Login(t.Context(), site.Credentials{Username: " ", Password: "x"})
	wantFailure(t, err, site.Invalid, "Username is required")
	_, _, err = w.Login(t.Context(), site.Credentials{Username: "anna"})
	wantFailure(t, err, site.Invalid, "Password is required")
}

func TestLoginStopsAnAttackerAndLetsTheOwnerIn(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	attacker, owner := netip.MustParseAddr("203.0.113.9"), netip.MustParseAddr("192.0.2.1")
	var err error
	for range 10 {
		_, _, err = w.Login(t.Context(), site.Credentials{Username: "anna", Password: "guess", Address: attacker})
	}
	wantFailure(t, err, site.TooMany, "seconds")
	_, _, err = w.Login(t.Context(), site.Credentials{Username: "anna", Password: password, Address: attacker})
	wantFailure(t, err, site.TooMany, "seconds")
	if _, _, err := w.Login(t.Context(), site.Credentials{Username: "anna", Password: password, Address: owner}); err != nil {
		t.Errorf("the owner elsewhere: %v", err)
	}
	w.now = w.now.Add(time.Minute)
	if _, _, err := w.Login(t.Context(), site.Credentials{Username: "anna", Password: password, Address: attacker}); err != nil {
		t.Errorf("the owner a minute later: %v", err)
	}
}

func TestLogoutEndsTheSessionAlone(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	here, elsewhere := w.login(t, "anna"), w.login(t, "anna")
	for range 2 {
		if err := w.Logout(t.Context(), here); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.Authenticate(t.Context(), here)
	wantFailure(t, err, site.Unauthorized, "")
	must(w.Authenticate(t.Context(), elsewhere))(t)
}

func TestSessionsEndWhenUnusedAndInAnyCaseAfterAWeek(t *testing.T) {
	t.Run("unused", func(t *testing.T) {
		w := newWorld(t)
		w.addUser(t, "anna", site.RoleAdmin)
		token := w.login(t, "anna")
		w.now = w.now.Add(12*time.Hour - time.Second)
		must(w.Authenticate(t.Context(), token))(t)
		w.now = w.now.Add(12 * time.Hour)
		_, err := w.Authenticate(t.Context(), token)
		wantFailure(t, err, site.Unauthorized, "")
	})
	t.Run("used every hour", func(t *testing.T) {
		w := newWorld(t)
		w.addUser(t, "anna", site.RoleAdmin)
		token, began := w.login(t, "anna"), w.now
		for w.now.Sub(began) < site.SessionLifetime {
			must(w.Authenticate(t.Context(), token))(t)
			w.now = w.now.Add(time.Hour)
		}
		_, err := w.Authenticate(t.Context(), token)
		wantFailure(t, err, site.Unauthorized, "")
	})
}

func TestLoginClearsAwaySessionsThatHaveEnded(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	old := w.login(t, "anna")
	w.now = w.now.Add(13 * time.Hour)
	w.login(t, "anna")
	_, err := w.store.Session(t.Context(), sha256.Sum256([]byte(old)))
	wantFailure(t, err, site.NotFound, "")
}

func TestAuthenticateKnowsNobodyWithoutASession(t *testing.T) {
	w := newWorld(t)
	for _, token := range []string{"", "x", strings.Repeat("A", 26), "\x00\xff"} {
		_, err := w.Authenticate(t.Context(), token)
		wantFailure(t, err, site.Unauthorized, "")
	}
}
