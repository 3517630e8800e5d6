package auth_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func TestChangePasswordEndsOtherSessions(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	here, elsewhere := f.login(t, "anna"), f.login(t, "anna")
	f.now = f.now.Add(auth.ProofLifetime)
	if err := f.ChangePassword(t.Context(), here, auth.Credentials{Password: password}, newPassword); err != nil {
		t.Fatal(err)
	}
	testkit.Must(f.Authenticate(t.Context(), here))(t)
	if err := f.CheckProof(t.Context(), here); err != nil {
		t.Errorf("the old password is no proof: %v", err)
	}
	_, err := f.Authenticate(t.Context(), elsewhere)
	testkit.WantError(t, err, errs.Unauthorized, "")
	if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: newPassword}); err != nil {
		t.Error(err)
	}
}

func TestChangePasswordRefuses(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token, other := f.login(t, "anna"), f.login(t, "anna")
	for name, tt := range map[string]struct {
		token, current, next string
		kind                 errs.Kind
		word                 string
	}{
		"nobody":                 {"", password, newPassword, errs.Unauthorized, "not signed in"},
		"no current password":    {token, "", newPassword, errs.Invalid, "current password is required"},
		"a wrong password":       {token, "wrong", newPassword, errs.Forbidden, "not your current password"},
		"an empty new one":       {token, password, "", errs.Invalid, "required"},
		"a short new one":        {token, password, "short", errs.Invalid, "too short"},
		"a common new one":       {token, password, "password1", errs.Invalid, "most common"},
		"the same one once more": {token, password, password, errs.Invalid, "the current one"},
	} {
		t.Run(name, func(t *testing.T) {
			err := f.ChangePassword(t.Context(), tt.token, auth.Credentials{Password: tt.current}, tt.next)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
	testkit.Must(f.Authenticate(t.Context(), other))(t)
	f.login(t, "anna")
}

func TestChangePasswordIsLimited(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	guess := auth.Credentials{Password: "guess", ClientIP: netip.MustParseAddr("203.0.113.9")}
	for range 9 {
		testkit.WantError(t, f.ChangePassword(t.Context(), token, guess, newPassword), errs.Forbidden, "")
	}
	guess.Password = password
	testkit.WantError(t, f.ChangePassword(t.Context(), token, guess, newPassword), errs.TooMany, "seconds")
}

func TestFullNameIsChanged(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	if err := f.SetFullName(t.Context(), anna, "  Anna Oak "); err != nil {
		t.Fatal(err)
	}
	if user := testkit.Must(f.Authenticate(t.Context(), token))(t); user.FullName != "Anna Oak" {
		t.Errorf("full name %q", user.FullName)
	}
	testkit.WantError(t, f.SetFullName(t.Context(), anna, strings.Repeat("x", 301)), errs.Invalid, "full name")
	testkit.WantError(t, f.SetFullName(t.Context(), anna, "Anna\nOak"), errs.Invalid, "one line")
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	f.addUser(t, "ben", auth.RoleAdmin)
	expired := f.login(t, "anna")
	f.now = f.now.Add(13 * time.Hour)
	foreign, phone := f.login(t, "ben"), f.login(t, "anna")
	f.now = f.now.Add(time.Minute)
	laptop := f.login(t, "anna")

	list := testkit.Must(f.Sessions(t.Context(), phone))(t)
	if len(list) != 2 || list[0].Current || !list[1].Current || list[1].Network != "192.0.2.1/32" {
		t.Fatalf("sessions %+v", list)
	}
	_, err := f.Sessions(t.Context(), expired)
	testkit.WantError(t, err, errs.Unauthorized, "")
	testkit.WantError(t, f.EndSession(t.Context(), phone, list[1].ID), errs.Invalid, "Log out")
	testkit.WantError(t, f.EndSession(t.Context(), foreign, list[0].ID), errs.NotFound, "ended already")
	if err := f.EndSession(t.Context(), phone, list[0].ID); err != nil {
		t.Fatal(err)
	}
	testkit.WantError(t, f.EndSession(t.Context(), phone, list[0].ID), errs.NotFound, "ended already")
	_, err = f.Authenticate(t.Context(), laptop)
	testkit.WantError(t, err, errs.Unauthorized, "")

	laptop = f.login(t, "anna")
	if err := f.EndOtherSessions(t.Context(), phone); err != nil {
		t.Fatal(err)
	}
	_, err = f.Authenticate(t.Context(), laptop)
	testkit.WantError(t, err, errs.Unauthorized, "")
	testkit.Must(f.Authenticate(t.Context(), phone))(t)
	testkit.Must(f.Authenticate(t.Context(), foreign))(t)
}

func TestGeneratedPasswordIsToBeReplaced(t *testing.T) {
	replace := map[string]func(*testing.T, *fixture, auth.User){
		"by a password": func(t *testing.T, f *fixture, user auth.User) {
			t.Helper()
			if err := f.ChangePassword(t.Context(), f.login(t, "anna"), auth.Credentials{Password: password}, newPassword); err != nil {
				t.Fatal(err)
			}
		},
		"by a passkey": func(t *testing.T, f *fixture, user auth.User) {
			t.Helper()
			f.addPasskey(t, user)
		},
		"on the command line": func(t *testing.T, f *fixture, user auth.User) {
			t.Helper()
			if err := f.SetPassword(t.Context(), user.Username, newPassword); err != nil {
				t.Fatal(err)
			}
		},
		"by recovery": func(t *testing.T, f *fixture, user auth.User) {
			t.Helper()
			codes := testkit.Must(f.NewRecoveryCodes(t.Context(), user))(t)
			if _, _, err := f.Recover(t.Context(), auth.Credentials{Username: "anna", Code: codes[0], Password: newPassword}); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, replace := range replace {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			user := testkit.Must(f.AddUser(t.Context(), auth.NewUser{
				Username: "anna", Role: auth.RoleAdmin, Password: password, Generated: true,
			}))(t)
			wantSetup := func(due, postponed bool) {
				t.Helper()
				if o := testkit.Must(f.Overview(t.Context(), user))(t); o.SetupDue != due || o.SetupPostponed != postponed {
					t.Errorf("due %v, postponed %v", o.SetupDue, o.SetupPostponed)
				}
			}
			wantSetup(true, false)
			if err := f.PostponeSetup(t.Context(), user); err != nil {
				t.Fatal(err)
			}
			wantSetup(true, true)
			replace(t, f, user)
			wantSetup(false, false)
			if err := f.PostponeSetup(t.Context(), user); err != nil {
				t.Fatal(err)
			}
			wantSetup(false, false)
		})
	}
	t.Run("unless the person has chosen it", func(t *testing.T) {
		f := newFixture(t)
		if testkit.Must(f.Overview(t.Context(), f.addUser(t, "anna", auth.RoleAdmin)))(t).SetupDue {
			t.Error("a chosen password is to be replaced")
		}
	})
}
