package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"perimeter/internal/auth"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/authenticator"
)

const newPassword = "another long passphrase"

// signIn signs a user in and returns the session's token.
func (a *app) signIn(t testing.TB, username, password, code string) string {
	t.Helper()
	res := a.call(t, nobody, post, "/api/auth/login", fields{"username": username, "password": password, "code": code}).wants(t, 200)
	return sessionOf(t, res)
}

func sessionOf(t testing.TB, res *response) string {
	t.Helper()
	for _, cookie := range res.Cookies() {
		if cookie.Name == cookieName {
			return cookie.Value
		}
	}
	t.Fatalf("no session: %s", res.text)
	return ""
}

// wantsCode fails the test unless the response has the status and the code.
func (res *response) wantsCode(t testing.TB, status int, code string) {
	t.Helper()
	res.wants(t, status)
	var body struct{ Code string }
	if err := json.Unmarshal([]byte(res.text), &body); err != nil || body.Code != code {
		t.Errorf("code %q, want %q: %s", body.Code, code, res.text)
	}
}

// addTOTP gives the session's user an authenticator app.
func (a *app) addTOTP(t testing.TB, token string) (secret string, codes []string) {
	t.Helper()
	begun := a.call(t, token, post, "/api/account/totp/begin", nil).wants(t, 200)
	secret = data[auth.NewTOTP](t, begun).Secret
	confirmed := a.call(t, token, post, "/api/account/totp/confirm", fields{"code": a.totpCode(t, secret)}).wants(t, 200)
	a.now = a.now.Add(time.Minute) // no code counts twice
	return secret, data[recoveryCodes](t, confirmed).Codes
}

func (a *app) totpCode(t testing.TB, secret string) string {
	t.Helper()
	return testkit.Must(totp.GenerateCode(secret, a.now))(t)
}

// accountCalls are calls of every route of an account, with a body that does not
// fail by itself where that is possible.
var accountCalls = []struct {
	method, path string
	body         any
	want         int // for a user with a recent proof
}{
	{get, "/api/account", nil, 200},
	{post, "/api/account/name", fields{"fullName": "Eve Oak"}, 200},
	{post, "/api/account/password", fields{"current": "", "next": newPassword}, 400},
	{post, "/api/account/setup/postpone", nil, 200},
	{get, "/api/account/sessions", nil, 200},
	{remove, "/api/account/sessions", nil, 200},
	{remove, "/api/account/sessions/{id}", nil, 404},
	{post, "/api/account/recovery-codes", nil, 200},
	{post, "/api/account/totp/begin", nil, 200},
	{post, "/api/account/totp/confirm", fields{"code": "x"}, 400},
	{remove, "/api/account/totp", nil, 200},
	{get, "/api/account/passkeys", nil, 200},
	{post, "/api/account/passkeys/begin", nil, 200},
	{post, "/api/account/passkeys/finish", fields{"name": "Phone", "response": fields{}}, 400},
	{post, "/api/account/passkeys/{id}", fields{"name": "Phone"}, 404},
	{remove, "/api/account/passkeys/{id}", nil, 404},
}

func TestAccountRoutesAreForWhoeverIsSignedIn(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleStaff)
	a.addTOTP(t, a.signIn(t, "eve", password, ""))
	// A right password without the second factor gives no session.
	half := a.login(t, "eve", password)
	half.wantsCode(t, 401, auth.CodeRequired)
	if len(half.Cookies()) > 0 {
		t.Errorf("cookies %v before the second factor", half.Cookies())
	}
	for _, who := range []string{staff, admin} {
		for _, c := range accountCalls {
			t.Run(who+" "+c.method+" "+c.path, func(t *testing.T) {
				path := strings.Replace(c.path, "{id}", "7", 1)
				a.call(t, nobody, c.method, path, c.body).wants(t, 401)
				a.call(t, "token-of-nobody", c.method, path, c.body).wants(t, 401)
				if c.method != get {
					a.call(t, who, c.method, path, c.body, crossSite...).wants(t, 403)
				}
				a.call(t, who, c.method, path, c.body).wants(t, c.want)
			})
		}
	}
	table := newAPI(Config{}).routeTable()
	for _, r := range table {
		tested := slices.ContainsFunc(accountCalls, func(c struct {
			method, path string
			body         any
			want         int
		}) bool {
			return c.method+" "+c.path == r.pattern()
		})
		if isAccountRoute(r.pattern()) && !tested {
			t.Errorf("%s is not tested", r.pattern())
		}
	}
}

func TestSensitiveRoutesNeedARecentProof(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleAdmin)
	token := a.signIn(t, "eve", password, "")
	a.now = a.now.Add(auth.ProofLifetime)
	table := newAPI(Config{}).routeTable()
	for _, pattern := range provenRoutes {
		if !slices.ContainsFunc(table, func(r route) bool { return r.pattern() == pattern }) {
			t.Errorf("%s is on the list but is no call", pattern)
		}
	}
	for _, r := range table {
		if !needsProof(r.pattern()) {
			continue
		}
		path := strings.Replace(r.path, "{id}", "7", 1)
		a.call(t, token, r.method, path, fields{}).wantsCode(t, 403, auth.CodeProofRequired)
		a.call(t, nobody, r.method, path, fields{}).wants(t, 401)
	}
	a.call(t, token, get, "/api/account/sessions", nil).wants(t, 200)

	a.call(t, nobody, post, "/api/auth/proof", fields{"password": password}).wants(t, 401)
	a.call(t, token, post, "/api/auth/proof", fields{}).wants(t, 400)
	a.call(t, token, post, "/api/auth/proof", fields{"password": "wrong"}).wants(t, 403)
	a.call(t, token, post, "/api/auth/proof", fields{"password": password}, crossSite...).wants(t, 403)
	a.call(t, token, remove, "/api/account/sessions", nil).wantsCode(t, 403, auth.CodeProofRequired)
	a.call(t, token, post, "/api/auth/proof", fields{"password": password}).wants(t, 200)
	a.call(t, token, remove, "/api/account/sessions", nil).wants(t, 200)
	if lines := a.lines(t, "proof failed"); len(lines) != 2 || strings.Contains(a.log.String(), password) {
		t.Errorf("log %v", lines)
	}
}

func TestPasswordIsChanged(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleStaff)
	here, elsewhere := a.signIn(t, "eve", password, ""), a.signIn(t, "eve", password, "")
	a.call(t, here, post, "/api/account/password", fields{"current": password, "next": "password1"}).wants(t, 400)
	a.call(t, here, post, "/api/account/password", fields{"current": password, "next": newPassword}).wants(t, 200)
	a.call(t, here, get, "/api/account", nil).wants(t, 200)
	a.call(t, elsewhere, get, "/api/account", nil).wants(t, 401)
	a.login(t, "eve", password).wants(t, 401)
	a.login(t, "eve", newPassword).wants(t, 200)
	if strings.Contains(a.log.String(), newPassword) || len(a.lines(t, "password changed")) != 1 {
		t.Errorf("log %s", a.log)
	}
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleStaff)
	here := a.signIn(t, "eve", password, "")
	elsewhere := sessionOf(t, a.login(t, "eve", password, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0").wants(t, 200))
	res := a.call(t, here, get, "/api/account/sessions", nil).wants(t, 200)
	list := data[[]auth.SessionInfo](t, res)
	if len(list) != 2 || strings.Contains(res.text, here) || strings.Contains(res.text, elsewhere) {
		t.Fatalf("sessions %s", res.text)
	}
	i := slices.IndexFunc(list, func(s auth.SessionInfo) bool { return !s.Current })
	if list[i].Browser != "Firefox on Linux" || list[i].Network == "" {
		t.Errorf("session %+v", list[i])
	}
	a.call(t, admin, remove, "/api/account/sessions/"+list[i].ID, nil).wants(t, 404)
	a.call(t, here, remove, "/api/account/sessions/"+list[1-i].ID, nil).wants(t, 400)
	a.call(t, here, remove, "/api/account/sessions/"+list[i].ID, nil).wants(t, 200)
	a.call(t, elsewhere, get, "/api/auth/user", nil).wants(t, 401)
}

func TestLoginWithCodeAndRecovery(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleAdmin)
	secret, codes := a.addTOTP(t, a.signIn(t, "eve", password, ""))
	if len(codes) != 10 {
		t.Fatalf("recovery codes %q", codes)
	}
	a.call(t, nobody, post, "/api/auth/login", fields{"username": "eve", "password": password, "code": "000000"}).
		wantsCode(t, 401, auth.CodeRequired)
	a.call(t, nobody, post, "/api/auth/login", fields{"username": "eve", "password": "wrong", "code": a.totpCode(t, secret)}).
		wantsCode(t, 401, "")
	token := a.signIn(t, "eve", password, a.totpCode(t, secret))
	if o := data[auth.Overview](t, a.call(t, token, get, "/api/account", nil)); !o.HasTOTP || o.RecoveryCodesLeft != 10 {
		t.Errorf("overview %+v", o)
	}
	a.signIn(t, "eve", password, codes[0])

	wrong := a.call(t, nobody, post, "/api/auth/recover", fields{"username": "eve", "code": codes[0], "password": newPassword}).wants(t, 401)
	unknown := a.call(t, nobody, post, "/api/auth/recover", fields{"username": "nobody", "code": codes[1], "password": newPassword}).wants(t, 401)
	if wrong.text != unknown.text {
		t.Errorf("%s differs from %s", wrong.text, unknown.text)
	}
	a.call(t, nobody, post, "/api/auth/recover", fields{"username": "eve", "code": codes[1], "password": newPassword}, crossSite...).wants(t, 403)
	entered := a.call(t, nobody, post, "/api/auth/recover", fields{"username": "eve", "code": codes[1], "password": newPassword}).wants(t, 200)
	a.call(t, token, get, "/api/account", nil).wants(t, 401)
	recovered := entered.Cookies()[0].Value
	if o := data[auth.Overview](t, a.call(t, recovered, get, "/api/account", nil)); o.RecoveryCodesLeft != 8 {
		t.Errorf("after the recovery: %+v", o)
	}
	a.login(t, "eve", newPassword).wantsCode(t, 401, auth.CodeRequired)
	a.signIn(t, "eve", newPassword, codes[2])
	if log := a.log.String(); strings.Contains(log, codes[1]) || strings.Contains(log, secret) {
		t.Error("a secret was logged")
	}
}

// options decodes the options of a passkey.
func (res *response) options(t testing.TB) map[string]any {
	t.Helper()
	return data[map[string]any](t, res.wants(t, 200))
}

func TestPasskeyIsAddedAndSignsIn(t *testing.T) {
	a := newApp(t)
	device := authenticator.New(t, "http://pest.example", "pest.example")
	made := device.Create(t, a.call(t, admin, post, "/api/account/passkeys/begin", nil).options(t))
	added := a.call(t, admin, post, "/api/account/passkeys/finish", fields{"name": "Phone", "response": json.RawMessage(made)}).wants(t, 200)
	if strings.Contains(added.text, "ublicKey") {
		t.Errorf("the answer holds more than it should: %s", added.text)
	}
	sign := func() fields {
		return fields{"response": json.RawMessage(device.Get(t, a.call(t, nobody, post, "/api/auth/passkey/begin", nil).options(t)))}
	}
	a.call(t, nobody, post, "/api/auth/passkey/finish", sign(), crossSite...).wants(t, 403)
	signed := sign()
	res := a.call(t, nobody, post, "/api/auth/passkey/finish", signed).wants(t, 200)
	if res.Message != "Login successful" || len(res.Cookies()) != 2 {
		t.Errorf("%s with the cookies %v", res.text, res.Cookies())
	}
	token := sessionOf(t, res)
	a.call(t, token, get, "/api/admin/content", nil).wants(t, 200)
	a.call(t, nobody, post, "/api/auth/passkey/finish", signed).wants(t, 401)
	a.call(t, nobody, post, "/api/auth/passkey/finish", fields{}).wants(t, 401)

	a.now = a.now.Add(auth.ProofLifetime)
	a.call(t, token, post, "/api/account/recovery-codes", nil).wantsCode(t, 403, auth.CodeProofRequired)
	a.call(t, token, post, "/api/auth/proof", fields{"passkey": sign()["response"]}).wants(t, 200)
	a.call(t, token, post, "/api/account/recovery-codes", nil).wants(t, 200)

	id := data[auth.Passkey](t, added).ID
	path := "/api/account/passkeys/" + jsonNumber(id)
	a.call(t, token, post, path, fields{"name": "Old phone"}).wants(t, 200)
	if list := data[[]auth.Passkey](t, a.call(t, token, get, "/api/account/passkeys", nil)); len(list) != 1 || list[0].Name != "Old phone" || list[0].UsedAt == nil {
		t.Errorf("passkeys %+v", list)
	}
	a.call(t, token, remove, path, nil).wants(t, 200)
	a.call(t, nobody, post, "/api/auth/passkey/finish", sign()).wants(t, 401)
}

func jsonNumber(n int64) string {
	encoded, _ := json.Marshal(n) // a number can always be encoded
	return string(encoded)
}

func TestPublicPasskeyCallsAreBounded(t *testing.T) {
	a := newApp(t)
	status := http.StatusOK
	for i := 0; i < 100 && status == http.StatusOK; i++ {
		status = a.call(t, nobody, post, "/api/auth/passkey/begin", nil).StatusCode
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("a hundred challenges were given out, the last with %d", status)
	}
	large := fields{"response": fields{"id": strings.Repeat("x", 70_000)}}
	a.call(t, nobody, post, "/api/auth/passkey/finish", large).wants(t, http.StatusRequestEntityTooLarge)
}

func TestFullNameIsSaved(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "root", auth.RoleAdmin)
	token := a.signIn(t, "root", password, "")
	a.call(t, token, post, "/api/account/name", fields{"fullName": "  Rosa Oak "}).wants(t, 200)
	res := a.call(t, token, get, "/api/auth/user", nil).wants(t, 200)
	if !strings.Contains(string(res.User), `"fullName":"Rosa Oak"`) {
		t.Errorf("user %s", res.User)
	}
}
