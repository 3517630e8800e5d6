package auth_test

import (
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// requireSecondFactor makes administrators need one, on behalf of another who has
// one.
func (f *fixture) requireSecondFactor(t *testing.T) {
	t.Helper()
	secret, _ := f.addTOTP(t, f.addUser(t, "olive", auth.RoleAdmin))
	_, token, err := f.Login(t.Context(), auth.Credentials{Username: "olive", Password: password, Code: f.code(t, secret)})
	if err == nil {
		err = f.RequireSecondFactor(t.Context(), token, true)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestSecondFactorIsRequiredOfAdministratorsOnly(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	f.addUser(t, "ben", auth.RoleStaff)
	annas, bens := f.login(t, "anna"), f.login(t, "ben")
	testkit.Must(f.AuthenticateAdmin(t.Context(), annas))(t)
	f.requireSecondFactor(t)

	user, err := f.AuthenticateAdmin(t.Context(), annas)
	wantCode(t, err, errs.Forbidden, auth.CodeSecondFactorRequired)
	if user.Username != "anna" {
		t.Errorf("the refused user is %q", user.Username)
	}
	wantCode(t, f.CheckAdmin(t.Context(), annas), errs.Forbidden, auth.CodeSecondFactorRequired)
	_, _, _, err = f.SessionUser(t.Context(), auth.SessionHash(annas))
	wantCode(t, err, errs.Forbidden, auth.CodeSecondFactorRequired)
	testkit.Must(f.Authenticate(t.Context(), annas))(t) // the own account is open
	if !testkit.Must(f.SecondFactorDue(t.Context(), annas))(t) || testkit.Must(f.SecondFactorDue(t.Context(), bens))(t) {
		t.Error("the second factor is due for the wrong people")
	}
	_, err = f.AuthenticateAdmin(t.Context(), bens)
	wantCode(t, err, errs.Forbidden, "")
}

func TestSessionWithASecondFactorIsLetIn(t *testing.T) {
	for name, signIn := range map[string]func(t *testing.T, f *fixture, anna auth.User) string{
		"an app added in the session": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			token := f.login(t, "anna")
			app := testkit.Must(f.BeginTOTP(t.Context(), anna))(t)
			testkit.Must(f.ConfirmTOTP(t.Context(), token, anna, auth.Credentials{Code: f.code(t, app.Secret)}))(t)
			return token
		},
		"a code": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			secret, _ := f.addTOTP(t, anna)
			_, token, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: f.code(t, secret)})
			if err != nil {
				t.Fatal(err)
			}
			return token
		},
		"a recovery code": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			_, codes := f.addTOTP(t, anna)
			_, token, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: codes[0]})
			if err != nil {
				t.Fatal(err)
			}
			return token
		},
		"a passkey": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			device, _ := f.addPasskey(t, anna)
			options := testkit.Must(f.BeginPasskeyLogin(t.Context(), auth.Credentials{}))(t)
			_, token, err := f.LoginByPasskey(t.Context(), device.Get(t, options), auth.Credentials{})
			if err != nil {
				t.Fatal(err)
			}
			return token
		},
		"a code shown later": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			token := f.login(t, "anna")
			secret, _ := f.addTOTP(t, anna)
			wantCode(t, f.ShowCode(t.Context(), token, auth.Credentials{Code: "000000"}), errs.Forbidden, "")
			if err := f.ShowCode(t.Context(), token, auth.Credentials{Code: f.code(t, secret)}); err != nil {
				t.Fatal(err)
			}
			return token
		},
		"a recovery code after a lost passkey": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			f.addPasskey(t, anna)
			codes := testkit.Must(f.NewRecoveryCodes(t.Context(), anna))(t)
			token := f.login(t, "anna")
			if err := f.ShowCode(t.Context(), token, auth.Credentials{Code: codes[0]}); err != nil {
				t.Fatal(err)
			}
			again := f.login(t, "anna")
			wantCode(t, f.ShowCode(t.Context(), again, auth.Credentials{Code: codes[0]}), errs.Forbidden, "")
			return token
		},
		"a passkey as proof": func(t *testing.T, f *fixture, anna auth.User) string {
			t.Helper()
			device, _ := f.addPasskey(t, anna)
			token := f.login(t, "anna")
			wantCode(t, f.CheckAdmin(t.Context(), token), errs.Forbidden, auth.CodeSecondFactorRequired)
			options := testkit.Must(f.BeginPasskeyLogin(t.Context(), auth.Credentials{}))(t)
			if err := f.ProveByPasskey(t.Context(), token, device.Get(t, options), auth.Credentials{}); err != nil {
				t.Fatal(err)
			}
			return token
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.requireSecondFactor(t)
			token := signIn(t, f, f.addUser(t, "anna", auth.RoleAdmin))
			testkit.Must(f.AuthenticateAdmin(t.Context(), token))(t)
			if err := f.CheckSecondFactorUsed(t.Context(), token); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStolenPasswordCannotReplaceASecondFactor(t *testing.T) {
	f := newFixture(t)
	f.requireSecondFactor(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	if err := f.CheckSecondFactorUsed(t.Context(), token); err != nil {
		t.Errorf("the first factor cannot be added: %v", err)
	}
	f.addPasskey(t, anna)
	wantCode(t, f.CheckSecondFactorUsed(t.Context(), token), errs.Forbidden, auth.CodeSecondFactorRequired)
}

func TestOnlyWhoHasASecondFactorCanRequireIt(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	testkit.WantError(t, f.RequireSecondFactor(t.Context(), token, true), errs.Conflict, "your own account first")
	if testkit.Must(f.SecondFactorRequired(t.Context()))(t) {
		t.Error("it is required all the same")
	}
	f.requireSecondFactor(t)
	people := testkit.Must(f.People(t.Context()))(t)
	if len(people) != 2 || people[0].SecondFactor || !people[1].SecondFactor {
		t.Errorf("people %+v", people)
	}
}
