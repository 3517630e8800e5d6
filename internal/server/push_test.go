package server

import (
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/pushservice"
)

func TestAdministratorsTurnPushNotificationsOnAndOff(t *testing.T) {
	a := newApp(t)
	count := func() int { t.Helper(); return len(testkit.Must(a.Push.Recipients(t.Context()))(t)) }
	browser := pushservice.New(t).Subscription()
	browser.Endpoint = "https://push.example/token"
	key := data[pushKey](t, a.call(t, admin, get, "/api/admin/push", nil).wants(t, 200))
	if len(key.PublicKey) != 87 {
		t.Errorf("the key is %q", key.PublicKey)
	}
	a.call(t, staff, post, "/api/admin/push", browser).wants(t, 403)
	a.call(t, nobody, post, "/api/admin/push", browser).wants(t, 401)
	a.call(t, admin, post, "/api/admin/push", browser).wants(t, 200)
	a.call(t, admin, post, "/api/admin/push", browser).wants(t, 200)
	if count() != 1 {
		t.Errorf("%d browsers get notices", count())
	}
	a.call(t, admin, post, "/api/admin/push/end", map[string]string{"endpoint": browser.Endpoint}).wants(t, 200)
	if count() != 0 {
		t.Error("the browser still gets notices")
	}

	a.call(t, admin, post, "/api/admin/push", browser).wants(t, 200)
	a.call(t, admin, post, "/api/auth/logout", nil).wants(t, 200)
	if count() != 0 {
		t.Error("the browser still gets notices after its session has ended")
	}
	a.addUser(t, "eve", auth.RoleAdmin)
	token := a.signIn(t, "eve", password, "")
	a.call(t, token, post, "/api/admin/push", browser).wants(t, 200)
	a.call(t, token, post, "/api/account/password", fields{"current": password, "next": newPassword}).wants(t, 200)
	if count() != 0 {
		t.Error("the browser still gets notices after the password was changed")
	}
	a.call(t, token, post, "/api/admin/push", browser).wants(t, 200)
	browser.Endpoint = "http://push.example/token"
	a.addSession(t, "ben", "admin", "token-of-ben")
	a.call(t, "token-of-ben", post, "/api/admin/push", browser).wants(t, 400)
}
