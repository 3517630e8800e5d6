package auth_test

import (
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

const newPassword = "another long passphrase"

func TestRecoveryCodesWorkOnceInPlaceOfACode(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	_, codes := f.addTOTP(t, anna)
	if len(codes) != 10 || !regexp.MustCompile(`^([a-z2-7]{6}-){3}[a-z2-7]{6}$`).MatchString(codes[0]) {
		t.Fatalf("codes %q", codes)
	}
	if err := f.loginWithCode(t, codes[0]); err != nil {
		t.Error(err)
	}
	wantCode(t, f.loginWithCode(t, codes[0]), errs.Unauthorized, auth.CodeRequired)
	if err := f.loginWithCode(t, " "+strings.ToUpper(strings.ReplaceAll(codes[1], "-", " "))); err != nil {
		t.Errorf("typed in another way: %v", err)
	}
	if left := testkit.Must(f.Overview(t.Context(), anna))(t).RecoveryCodesLeft; left != 8 {
		t.Errorf("%d codes are left", left)
	}
}

func TestNewRecoveryCodesReplaceTheOld(t *testing.T) {
	f := newFixture(t)
	anna, ben := f.addUser(t, "anna", auth.RoleAdmin), f.addUser(t, "ben", auth.RoleAdmin)
	_, old := f.addTOTP(t, anna)
	fresh := testkit.Must(f.NewRecoveryCodes(t.Context(), anna))(t)
	foreign := testkit.Must(f.NewRecoveryCodes(t.Context(), ben))(t)
	for _, code := range []string{old[0], foreign[0], "nonsense"} {
		wantCode(t, f.loginWithCode(t, code), errs.Unauthorized, auth.CodeRequired)
	}
	if err := f.loginWithCode(t, fresh[9]); err != nil {
		t.Error(err)
	}
	// An app that is added again leaves them as they are.
	if err := f.RemoveTOTP(t.Context(), anna); err != nil {
		t.Fatal(err)
	}
	if _, codes := f.addTOTP(t, anna); codes != nil {
		t.Errorf("new codes %q", codes)
	}
}

func TestRecoverChangesForgottenPassword(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	codes := testkit.Must(f.NewRecoveryCodes(t.Context(), anna))(t)
	token := f.login(t, "anna")
	c := auth.Credentials{Username: " Anna ", Code: codes[3], Password: newPassword}
	user, recovered, err := f.Recover(t.Context(), c)
	if err != nil || user.ID != anna.ID {
		t.Fatalf("recovered %+v, %v", user, err)
	}
	if in := testkit.Must(f.Authenticate(t.Context(), recovered))(t); in.ID != anna.ID {
		t.Errorf("signed in as %+v", in)
	}
	_, err = f.Authenticate(t.Context(), token)
	testkit.WantError(t, err, errs.Unauthorized, "")
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password})
	testkit.WantError(t, err, errs.Unauthorized, "")
	if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: newPassword}); err != nil {
		t.Error(err)
	}
	_, _, err = f.Recover(t.Context(), c)
	testkit.WantError(t, err, errs.Unauthorized, "Invalid username or recovery code")
}

func TestOneRecoveryCodeIsEnoughForPasswordAndPhone(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	secret, codes := f.addTOTP(t, anna)
	_, token, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: f.code(t, secret)})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.RequireSecondFactor(t.Context(), token, true); err != nil {
		t.Fatal(err)
	}
	_, recovered, err := f.Recover(t.Context(), auth.Credentials{Username: "anna", Code: codes[0], Password: newPassword})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.AuthenticateAdmin(t.Context(), recovered); err != nil {
		t.Errorf("the session after it: %v", err)
	}
	if left := testkit.Must(f.Overview(t.Context(), anna))(t).RecoveryCodesLeft; left != 9 {
		t.Errorf("%d codes are left", left)
	}
	// The app that is lost can be replaced at once.
	if err := f.CheckProof(t.Context(), recovered); err != nil {
		t.Error(err)
	}
	// It is the code that counted, not the new password: the next sign-in asks again.
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna", Password: newPassword})
	wantCode(t, err, errs.Unauthorized, auth.CodeRequired)
	// A wrong code starts nothing.
	_, none, err := f.Recover(t.Context(), auth.Credentials{Username: "anna", Code: codes[0], Password: newPassword})
	testkit.WantError(t, err, errs.Unauthorized, "")
	if none != "" {
		t.Error("a token was returned for a used code")
	}
	if sessions := testkit.Must(f.store.Auth().UserSessions(t.Context(), anna.ID))(t); len(sessions) != 1 {
		t.Errorf("there are %d sessions", len(sessions))
	}
}

func TestRecoverDoesNotRevealWhichUsersExist(t *testing.T) {
	f := newFixture(t)
	codes := testkit.Must(f.NewRecoveryCodes(t.Context(), f.addUser(t, "anna", auth.RoleAdmin)))(t)
	f.addUser(t, "ben", auth.RoleAdmin)
	for name, c := range map[string]auth.Credentials{
		"wrong code":          {Username: "anna", Code: "nonsense"},
		"a user without any":  {Username: "ben", Code: codes[0]},
		"unknown user":        {Username: "nobody", Code: codes[0]},
		"impossible username": {Username: "no\x00body", Code: codes[0]},
	} {
		t.Run(name, func(t *testing.T) {
			c.Password = newPassword
			_, _, err := f.Recover(t.Context(), c)
			testkit.WantError(t, err, errs.Unauthorized, "Invalid username or recovery code")
		})
	}
	for name, c := range map[string]auth.Credentials{
		"Username":      {Code: "x", Password: newPassword},
		"recovery code": {Username: "anna", Password: newPassword},
		"most common":   {Username: "anna", Code: "x", Password: "password1"},
		"username":      {Username: "rosamund", Code: "x", Password: "rosamund2026"},
	} {
		_, _, err := f.Recover(t.Context(), c)
		testkit.WantError(t, err, errs.Invalid, name)
	}
}

func TestRecoverIsLimited(t *testing.T) {
	f := newFixture(t)
	codes := testkit.Must(f.NewRecoveryCodes(t.Context(), f.addUser(t, "anna", auth.RoleAdmin)))(t)
	c := auth.Credentials{Username: "anna", Code: "nonsense", Password: newPassword, ClientIP: netip.MustParseAddr("203.0.113.9")}
	for range 9 {
		_, _, err := f.Recover(t.Context(), c)
		testkit.WantError(t, err, errs.Unauthorized, "")
	}
	c.Code = codes[0]
	_, _, err := f.replica().Recover(t.Context(), c)
	testkit.WantError(t, err, errs.TooMany, "seconds")
}

func TestResetSecondFactorsLeavesOnlyThePassword(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	secret, codes := f.addTOTP(t, anna)
	f.addPasskey(t, anna)
	_, token, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: f.code(t, secret)})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.ResetSecondFactors(t.Context(), "ANNA"); err != nil {
		t.Fatal(err)
	}
	_, err = f.Authenticate(t.Context(), token)
	testkit.WantError(t, err, errs.Unauthorized, "")
	f.login(t, "anna")
	if all := testkit.Must(f.Passkeys(t.Context(), anna))(t); len(all) != 0 {
		t.Errorf("passkeys %+v", all)
	}
	_, _, err = f.Recover(t.Context(), auth.Credentials{Username: "anna", Code: codes[0], Password: newPassword})
	testkit.WantError(t, err, errs.Unauthorized, "")
	testkit.WantError(t, f.ResetSecondFactors(t.Context(), "nobody"), errs.NotFound, "nobody")
}
