package server

import (
	"slices"
	"strings"
	"testing"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
)

// strong is the session of an administrator who has shown a second factor.
const strong = "token-with-second-factor"

// requireSecondFactor adds such an administrator, who then requires it of all.
func (a *app) requireSecondFactor(t testing.TB) {
	t.Helper()
	a.addSession(t, "olive", auth.RoleAdmin, strong)
	err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		return tx.Sessions().MarkSecondFactor(t.Context(), auth.SessionHash(strong))
	})
	if err != nil {
		t.Fatal(err)
	}
	a.call(t, strong, post, "/api/admin/people/second-factor", fields{"required": true}).wants(t, 200)
}

func TestEveryAdminRouteNeedsTheRequiredSecondFactor(t *testing.T) {
	a := newApp(t)
	a.addDisabled(t)
	a.requireSecondFactor(t)
	table := newAPI(Config{}).routeTable()
	for _, r := range table {
		path := strings.NewReplacer("{id}", "1", "{ref}", "termites", "{channel}", "mail").Replace(r.path)
		if isPublic(r.pattern()) {
			continue
		}
		if isAccountRoute(r.pattern()) {
			if res := a.call(t, admin, r.method, path, fields{}); strings.Contains(res.text, auth.CodeSecondFactorRequired) {
				t.Errorf("%s asks for a second factor", r.pattern())
			}
			continue
		}
		a.call(t, nobody, r.method, path, fields{}).wants(t, 401)
		a.call(t, staff, r.method, path, fields{}).wants(t, 403)
		a.call(t, disabled, r.method, path, fields{}).wants(t, 401)
		if res := a.call(t, admin, r.method, path, fields{}).wants(t, 403); !strings.Contains(res.text, auth.CodeSecondFactorRequired) {
			t.Errorf("%s says %s", r.pattern(), res.text)
		}
	}
	a.call(t, admin, get, "/api/admin/chat/events", nil).wants(t, 403)
	a.call(t, strong, get, "/api/admin/content", nil).wants(t, 200)
}

func TestAccountSaysThatTheSecondFactorIsDue(t *testing.T) {
	a := newApp(t)
	due := func(as string) bool {
		return strings.Contains(a.call(t, as, get, "/api/auth/user", nil).wants(t, 200).text, `"secondFactorDue":true`)
	}
	if due(admin) {
		t.Error("it is due although nobody requires it")
	}
	a.requireSecondFactor(t)
	if !due(admin) || due(strong) || due(staff) {
		t.Error("it is due for the wrong people")
	}
	// Who has one must use it: the password alone can neither add another nor change
	// the account.
	a.call(t, admin, post, "/api/account/totp/begin", nil).wants(t, 200)
	err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		return tx.Factors().PutTOTP(t.Context(), auth.TOTP{UserID: a.personID(t, "anna"), Secret: "ABC", Confirmed: true})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range newAPI(Config{}).routeTable() {
		path := strings.ReplaceAll(r.path, "{id}", "1")
		switch {
		case !isAccountRoute(r.pattern()):
		case slices.Contains(factorRoutes, r.pattern()):
			a.call(t, admin, r.method, path, nil).wants(t, 200)
		default:
			if res := a.call(t, admin, r.method, path, fields{}).wants(t, 403); !strings.Contains(res.text, auth.CodeSecondFactorRequired) {
				t.Errorf("%s says %s", r.pattern(), res.text)
			}
		}
	}
}

func TestPasswordAloneCannotChangeAnAccountWithARequiredSecondFactor(t *testing.T) {
	a := newApp(t)
	a.requireSecondFactor(t)
	// The owner's browser has shown the passkey; the thief's knows the password only.
	const thief = "token-of-a-thief"
	olive := a.personID(t, "olive")
	err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		if _, err := tx.Factors().AddPasskey(t.Context(), auth.Passkey{UserID: olive, CredentialID: "key", Name: "Phone", Credential: "{}"}); err != nil {
			return err
		}
		return tx.Sessions().Put(t.Context(), a.session(olive, thief))
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []call{
		{post, "/api/account/password", fields{"current": "the right one", "next": "another long one"}},
		{remove, "/api/account/sessions", nil},
		{get, "/api/account/sessions", nil},
		{post, "/api/account/name", fields{"fullName": "Thief"}},
	} {
		if res := a.call(t, thief, c.method, c.path, c.body).wants(t, 403); !strings.Contains(res.text, auth.CodeSecondFactorRequired) {
			t.Errorf("%s %s says %s", c.method, c.path, res.text)
		}
	}
	a.call(t, strong, get, "/api/account/sessions", nil).wants(t, 200)
}

func TestRuleAboutSecondFactorsIsChangedAndRecorded(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/people/second-factor", fields{"required": true}).wants(t, 409)
	a.requireSecondFactor(t)
	list := data[peopleList](t, a.call(t, strong, get, "/api/admin/people", nil).wants(t, 200))
	if !list.SecondFactorRequired {
		t.Error("the list does not say that it is required")
	}
	a.call(t, strong, post, "/api/admin/people/second-factor", fields{"required": false}).wants(t, 200)
	a.call(t, admin, get, "/api/admin/people", nil).wants(t, 200)
	log := a.call(t, admin, get, "/api/admin/audit", nil).wants(t, 200).text
	if strings.Count(log, string(audit.RuleChanged)) != 2 {
		t.Errorf("the audit log is %s", log)
	}
}
