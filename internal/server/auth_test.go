package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
)

const password = "correct horse battery"

func (a *app) addUser(t testing.TB, username string, role auth.Role) {
	t.Helper()
	_, err := a.Accounts.AddUser(t.Context(), auth.NewUser{Username: username, FullName: "Eve Example", Role: role, Password: password})
	if err != nil {
		t.Fatal(err)
	}
}

func (a *app) login(t testing.TB, username, password string, header ...string) *response {
	t.Helper()
	return a.call(t, nobody, post, "/api/auth/login", fields{"username": username, "password": password}, header...)
}

func TestLoginAndLogout(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleStaff)
	res := a.login(t, "Eve", password).wants(t, 200)
	if res.Message != "Login successful" {
		t.Errorf("message %q", res.Message)
	}
	token, got := "", []http.Cookie{}
	for _, cookie := range res.Cookies() {
		if cookie.Name == "perimeter_session" {
			token = cookie.Value
		}
		cookie.Value, cookie.Raw = "", ""
		got = append(got, *cookie)
	}
	want := []http.Cookie{
		{Name: "perimeter_session", Path: "/", MaxAge: 604800, HttpOnly: true, SameSite: http.SameSiteStrictMode},
		{Name: "perimeter_device", Path: "/api", MaxAge: 31536000, HttpOnly: true, SameSite: http.SameSiteStrictMode},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cookies (-want +got):\n%s", diff)
	}

	me := a.call(t, token, get, "/api/auth/user", nil).wants(t, 200)
	var user map[string]any
	if err := json.Unmarshal(me.User, &user); err != nil {
		t.Fatal(err)
	}
	delete(user, "id")
	delete(user, "createdAt")
	if diff := cmp.Diff(map[string]any{"username": "eve", "fullName": "Eve Example", "role": "staff"}, user); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}

	out := a.call(t, token, post, "/api/auth/logout", nil).wants(t, 200)
	if c := out.Cookies(); len(c) != 1 || c[0].MaxAge >= 0 || c[0].Value != "" || c[0].Name != "perimeter_session" {
		t.Errorf("cookies after logout: %v", c)
	}
	a.call(t, token, get, "/api/auth/user", nil).wants(t, 401)
}

func TestSessionCookieIsHostBoundOverHTTPS(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) { cfg.BaseURL = &url.URL{Scheme: "https", Host: "pest.example"} })
	a.addUser(t, "eve", auth.RoleAdmin)
	cookies := a.login(t, "eve", password).wants(t, 200).Cookies()
	for i, name := range []string{"__Host-perimeter_session", "__Host-perimeter_device"} {
		if c := cookies[i]; c.Name != name || !c.Secure || c.Path != "/" || c.Domain != "" {
			t.Errorf("cookie %v", c)
		}
	}
	cookie := cookies[0]
	a.call(t, nobody, get, "/api/admin/content", nil, "Cookie", cookie.Name+"="+cookie.Value).wants(t, 200)
	a.call(t, nobody, get, "/api/admin/content", nil, "Cookie", "perimeter_session="+cookie.Value).wants(t, 401)
}

func TestLoginEndsPreviousSession(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleAdmin)
	res := a.call(t, staff, post, "/api/auth/login", fields{"username": "eve", "password": password}).wants(t, 200)
	if token := res.Cookies()[0].Value; token == staff {
		t.Error("the session kept its token")
	}
	a.call(t, staff, get, "/api/auth/user", nil).wants(t, 401)
}

func TestFailedLoginsAreIndistinguishable(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleAdmin)
	wrong, unknown := a.login(t, "eve", "wrong password").wants(t, 401), a.login(t, "nobody", password).wants(t, 401)
	if wrong.text != unknown.text || wrong.Message != "Invalid username or password" {
		t.Errorf("wrong password: %s\nunknown user: %s", wrong.text, unknown.text)
	}
	if len(wrong.Cookies()) > 0 {
		t.Error("a cookie was set")
	}
	for _, missing := range []struct{ username, password, message string }{
		{"", "x", "Username is required"}, {"eve", "", "Password is required"},
	} {
		if res := a.login(t, missing.username, missing.password).wants(t, 400); res.Message != missing.message {
			t.Errorf("message %q, want %q", res.Message, missing.message)
		}
	}
	a.call(t, nobody, post, "/api/auth/login", "{}").wants(t, 400)
}

func TestLoginLimitStopsAttackerButNotOwner(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} // where httptest calls from
	})
	a.addUser(t, "eve", auth.RoleAdmin)
	var res *response
	for range 10 {
		res = a.login(t, "eve", "guess", "X-Forwarded-For", "203.0.113.9")
	}
	res.wants(t, 429)
	if seconds := res.Header.Get("Retry-After"); seconds != "6" || !strings.Contains(res.Message, "6 seconds") {
		t.Errorf("Retry-After %q, message %q", seconds, res.Message)
	}
	a.login(t, "eve", password, "X-Forwarded-For", "203.0.113.9").wants(t, 429)
	a.login(t, "eve", password, "X-Forwarded-For", "198.51.100.7").wants(t, 200)
	a.now = a.now.Add(time.Minute)
	a.login(t, "eve", password, "X-Forwarded-For", "203.0.113.9").wants(t, 200)
}

func TestAttackFromManyClientsDoesNotLockOutKnownDevice(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	})
	a.addUser(t, "eve", auth.RoleAdmin)
	device := a.login(t, "eve", password).wants(t, 200).Cookies()[1]
	// What a hundred guesses from many clients leave behind, without their cost.
	err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		return tx.Uses().PutUse(t.Context(), "account eve", a.now.Add(time.Minute))
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		from := []string{"X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i+1)}
		a.login(t, "eve", password, from...).wants(t, 429)
		a.login(t, "eve", password, append(from, "Cookie", device.Name+"="+device.Value)...).wants(t, 200)
	}
}

func TestOwnerGetsInFromANewBrowserDuringAnAttack(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleAdmin)
	token := a.login(t, "eve", password).wants(t, 200).Cookies()[0].Value
	codes := data[recoveryCodes](t, a.call(t, token, post, "/api/account/recovery-codes", nil).wants(t, 200)).Codes
	err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		return tx.Uses().PutUse(t.Context(), "account eve", a.now.Add(time.Minute))
	})
	if err != nil {
		t.Fatal(err)
	}
	a.login(t, "eve", password).wants(t, 429)
	recovered := a.call(t, nobody, post, "/api/auth/recover", fields{"username": "eve", "code": codes[0], "password": newPassword}).wants(t, 200)
	device := recovered.Cookies()[1]
	a.login(t, "eve", newPassword, "Cookie", device.Name+"="+device.Value).wants(t, 200)

	_, link, err := a.Accounts.IssuePasswordReset(t.Context(), a.personID(t, "eve"))
	if err != nil {
		t.Fatal(err)
	}
	_, resetToken, _ := strings.Cut(link.URL, "=")
	reset := a.call(t, nobody, post, "/api/auth/password-reset", fields{"token": resetToken, "password": password}).wants(t, 200)
	device = reset.Cookies()[0]
	a.login(t, "eve", password, "Cookie", device.Name+"="+device.Value).wants(t, 200)
}

func TestLoginsAreLoggedOnceWithoutSecrets(t *testing.T) {
	a := newApp(t)
	a.addUser(t, "eve", auth.RoleAdmin)
	token := a.login(t, "eve", password).wants(t, 200).Cookies()[0].Value
	a.login(t, "eve", "hunter2hunter2").wants(t, 401)
	a.login(t, "hunter2hunter2", "eve").wants(t, 401)
	a.call(t, token, post, "/api/auth/logout", nil).wants(t, 200)
	a.call(t, token, post, "/api/auth/logout", nil).wants(t, 200)

	var users []any
	for _, message := range []string{"login", "login failed", "logout"} {
		for _, line := range a.lines(t, message) {
			users = append(users, message, line["user"])
			if line["client_ip"] != "192.0.2.1" || line["request"] == "" {
				t.Errorf("%s: %v", message, line)
			}
		}
	}
	want := []any{"login", "eve", "login failed", "eve", "login failed", "", "logout", "eve"}
	if diff := cmp.Diff(want, users); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	for _, secret := range []string{password, "hunter2", token, "argon2"} {
		if strings.Contains(a.log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, a.log)
		}
	}
}
