package auth_test

import (
	"encoding/xml"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp/totp"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// addTOTP gives the user an authenticator app and returns its secret and the
// recovery codes.
func (f *fixture) addTOTP(t *testing.T, user auth.User) (secret string, recovery []string) {
	t.Helper()
	app := testkit.Must(f.BeginTOTP(t.Context(), user))(t)
	recovery = testkit.Must(f.ConfirmTOTP(t.Context(), "", user, auth.Credentials{Code: f.code(t, app.Secret)}))(t)
	f.now = f.now.Add(time.Minute) // no code counts twice
	return app.Secret, recovery
}

// code is what the app shows now.
func (f *fixture) code(t *testing.T, secret string) string {
	t.Helper()
	return testkit.Must(totp.GenerateCode(secret, f.now))(t)
}

func (f *fixture) loginWithCode(t *testing.T, code string) error {
	t.Helper()
	_, token, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: code})
	if (err == nil) != (token != "") {
		t.Errorf("error %v with the token %q", err, token)
	}
	return err
}

func TestLoginAsksForCodeOnlyAfterRightPassword(t *testing.T) {
	f := newFixture(t)
	secret, _ := f.addTOTP(t, f.addUser(t, "anna", auth.RoleAdmin))
	_, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: "wrong", Code: f.code(t, secret)})
	wantCode(t, err, errs.Unauthorized, "")
	wantCode(t, f.loginWithCode(t, ""), errs.Unauthorized, auth.CodeRequired)
	wantCode(t, f.loginWithCode(t, "000 000"), errs.Unauthorized, auth.CodeRequired)
	code := f.code(t, secret)
	if err := f.loginWithCode(t, code[:3]+" "+code[3:]); err != nil {
		t.Error(err)
	}
}

func TestCodeCountsOnceAndOnlyAroundItsTime(t *testing.T) {
	f := newFixture(t)
	secret, _ := f.addTOTP(t, f.addUser(t, "anna", auth.RoleAdmin))
	code := f.code(t, secret)
	f.now = f.now.Add(30 * time.Second)
	if err := f.loginWithCode(t, code); err != nil {
		t.Errorf("the code of the last period: %v", err)
	}
	wantCode(t, f.loginWithCode(t, code), errs.Unauthorized, auth.CodeRequired)
	code = f.code(t, secret)
	f.now = f.now.Add(time.Minute)
	wantCode(t, f.loginWithCode(t, code), errs.Unauthorized, auth.CodeRequired)
	f.now = f.now.Add(-30 * time.Second)
	if err := f.loginWithCode(t, code); err != nil {
		t.Errorf("a code that was late before: %v", err)
	}
}

func TestCodesAreLimitedMoreThanPasswords(t *testing.T) {
	f := newFixture(t)
	secret, _ := f.addTOTP(t, f.addUser(t, "anna", auth.RoleAdmin))
	guess := func(i byte) error {
		_, _, err := f.Login(t.Context(), auth.Credentials{
			Username: "anna", Password: password, Code: "000000", ClientIP: netip.AddrFrom4([4]byte{203, 0, 113, i}),
		})
		return err
	}
	for i := range byte(5) {
		wantCode(t, guess(i), errs.Unauthorized, auth.CodeRequired)
	}
	testkit.WantError(t, guess(100), errs.TooMany, "minutes")
	_, _, err := f.replica().Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: f.code(t, secret)})
	testkit.WantError(t, err, errs.TooMany, "minutes")
	f.now = f.now.Add(6 * time.Minute)
	if err := f.loginWithCode(t, f.code(t, secret)); err != nil {
		t.Errorf("later: %v", err)
	}
}

func TestCodeIsNotAskedForBeyondTheSharedLimits(t *testing.T) {
	f := newFixture(t)
	f.addTOTP(t, f.addUser(t, "anna", auth.RoleAdmin))
	c := auth.Credentials{Username: "anna", Password: "wrong", ClientIP: netip.MustParseAddr("203.0.113.9")}
	for range 9 {
		_, _, err := f.Login(t.Context(), c)
		wantCode(t, err, errs.Unauthorized, "")
	}
	c.Password = password
	_, _, err := f.replica().Login(t.Context(), c)
	testkit.WantError(t, err, errs.TooMany, "seconds")
}

func TestKnownDeviceHasItsOwnAllowanceOfCodes(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	secret, _ := f.addTOTP(t, anna)
	device := testkit.Must(f.RememberDevice(t.Context(), "", anna))(t)
	for i := range byte(6) {
		_, _, err := f.Login(t.Context(), auth.Credentials{
			Username: "anna", Password: password, Code: "000000", ClientIP: netip.AddrFrom4([4]byte{203, 0, 113, i}),
		})
		if err == nil {
			t.Fatal("a guess was right")
		}
	}
	_, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Code: f.code(t, secret), Device: device})
	if err != nil {
		t.Error(err)
	}
}

func TestUnconfirmedAppDoesNotCount(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	_, err := f.ConfirmTOTP(t.Context(), "", anna, auth.Credentials{Code: "000000"})
	testkit.WantError(t, err, errs.Conflict, "Start again")
	app := testkit.Must(f.BeginTOTP(t.Context(), anna))(t)
	_, err = f.ConfirmTOTP(t.Context(), "", anna, auth.Credentials{Code: "000000"})
	testkit.WantError(t, err, errs.Invalid, "not valid")
	f.login(t, "anna")
	if testkit.Must(f.Overview(t.Context(), anna))(t).HasTOTP {
		t.Error("the app counts before it was confirmed")
	}
	again := testkit.Must(f.BeginTOTP(t.Context(), anna))(t)
	if again.Secret == app.Secret {
		t.Error("the secret was not changed")
	}
	testkit.Must(f.ConfirmTOTP(t.Context(), "", anna, auth.Credentials{Code: f.code(t, again.Secret)}))(t)
	_, err = f.BeginTOTP(t.Context(), anna)
	testkit.WantError(t, err, errs.Conflict, "already")
	if !testkit.Must(f.Overview(t.Context(), anna))(t).HasTOTP {
		t.Error("the app does not count")
	}
	if err := f.RemoveTOTP(t.Context(), anna); err != nil {
		t.Fatal(err)
	}
	f.login(t, "anna")
}

func TestAppIsSetUpByQRCodeOrSecret(t *testing.T) {
	f := newFixture(t)
	app := testkit.Must(f.BeginTOTP(t.Context(), f.addUser(t, "anna", auth.RoleAdmin)))(t)
	if len(app.Secret) != 32 || !strings.HasPrefix(app.URL, "otpauth://totp/Lone%20Oak%20Pest:anna?") || !strings.Contains(app.URL, app.Secret) {
		t.Errorf("secret %q, URL %q", app.Secret, app.URL)
	}
	var svg struct {
		XMLName xml.Name `xml:"svg"`
		Paths   []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal([]byte(app.QR), &svg); err != nil || len(svg.Paths) != 2 || len(svg.Paths[1].D) < 5000 {
		t.Errorf("the QR code is %s: %v", app.QR, err)
	}
}

func TestURLOfAnAuthenticatorAppIsEscaped(t *testing.T) {
	f := newFixture(t)
	const name = "Oak & Sons: Pest+Termite 50%"
	accounts := auth.New(auth.Config{Store: f.store.Auth(), SiteName: func() string { return name }})
	added := testkit.Must(accounts.BeginTOTP(t.Context(), f.addUser(t, "anna+oak@pest.example", auth.RoleAdmin)))(t)
	u := testkit.Must(url.Parse(added.URL))(t)
	const shown = "Oak & Sons  Pest+Termite 50%" // a colon separates the names
	if u.Path != "/"+shown+":anna+oak@pest.example" || strings.Contains(u.RawQuery, "+") {
		t.Errorf("the URL is %s", added.URL)
	}
	want := url.Values{"secret": {added.Secret}, "issuer": {shown}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	if diff := cmp.Diff(want, u.Query()); diff != "" {
		t.Errorf("the query differs (-want +got):\n%s", diff)
	}
}
