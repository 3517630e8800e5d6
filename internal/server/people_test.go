package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
)

// disabled is the session of a user who is disabled.
const disabled = "token-of-disabled"

// addDisabled adds a disabled administrator whose session is still stored.
func (a *app) addDisabled(t testing.TB) {
	t.Helper()
	a.addSession(t, "dora", auth.RoleAdmin, disabled)
	user, err := a.store.UserByName(t.Context(), "dora")
	if err != nil {
		t.Fatal(err)
	}
	user.DisabledAt = a.now
	err = a.store.Auth().WriteExclusive(t.Context(), func(tx auth.Tx) error {
		_, err := tx.Users().Put(t.Context(), user)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (a *app) personID(t testing.TB, username string) int64 {
	t.Helper()
	user, err := a.store.UserByName(t.Context(), username)
	if err != nil {
		t.Fatal(err)
	}
	return user.ID
}

func personPath(id int64, rest string) string { return fmt.Sprintf("/api/admin/people/%d%s", id, rest) }

// userMailbox keeps the e-mails that were sent.
type userMailbox struct {
	mu    sync.Mutex
	mails []auth.Mail
}

func (*userMailbox) Ready(context.Context) bool { return true }

func (m *userMailbox) Send(_ context.Context, mail auth.Mail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mails = append(m.mails, mail)
	return nil
}

func withUserMail(m *userMailbox) option { return func(a *app, _ *Config) { a.mailer = m } }

func TestPeopleRoutesRequireAnAdministratorWithProof(t *testing.T) {
	for _, c := range []struct {
		method, path string
		body         any
		proof        bool // a proof younger than ten minutes is needed
		public       bool
		want         int // for an administrator
	}{
		{get, "/api/admin/people", nil, false, false, 200},
		{get, "/api/admin/audit", nil, false, false, 200},
		{post, "/api/admin/people/invitations", fields{"role": "staff"}, true, false, 200},
		{post, "/api/admin/people/second-factor", fields{"required": false}, true, false, 200},
		{remove, "/api/admin/people/invitations/9", nil, true, false, 404},
		{post, "/api/admin/people/1", fields{"fullName": "Sam"}, true, false, 200},
		{post, "/api/admin/people/1/access", fields{"disabled": true}, true, false, 200},
		{post, "/api/admin/people/1/end-sessions", nil, true, false, 200},
		{post, "/api/admin/people/1/reset-second-factor", nil, true, false, 200},
		{post, "/api/admin/people/1/password-reset", nil, true, false, 200},
		{get, "/api/auth/recovery", nil, false, true, 200},
		{post, "/api/auth/password-reset/request", fields{"username": "sam"}, false, true, 200},
		{post, "/api/auth/password-reset", fields{"token": "x", "password": password}, false, true, 404},
		{post, "/api/auth/invitation", fields{"token": "x"}, false, true, 404},
		{post, "/api/auth/invitation/accept", fields{"token": "x", "username": "x", "password": password}, false, true, 404},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			a := newApp(t, withUserMail(&userMailbox{}))
			a.addDisabled(t)
			call := func(as string) *response { return a.call(t, as, c.method, c.path, c.body) }
			if c.public {
				for _, as := range []string{nobody, staff, disabled, admin} {
					call(as).wants(t, c.want)
				}
				return
			}
			call(nobody).wants(t, 401)
			call(staff).wants(t, 403)
			call(disabled).wants(t, 401)
			if c.method != get {
				a.call(t, admin, c.method, c.path, c.body, crossSite...).wants(t, 403)
			}
			a.now = a.now.Add(auth.ProofLifetime)
			if c.proof {
				if res := call(admin).wants(t, 403); !strings.Contains(res.text, auth.CodeProofRequired) {
					t.Errorf("without a proof: %s", res.text)
				}
				a.now = a.now.Add(-auth.ProofLifetime)
			}
			call(admin).wants(t, c.want)
		})
	}
}

func TestInvitedPersonSignsInAndIsDisabled(t *testing.T) {
	box := &userMailbox{}
	a := newApp(t, withUserMail(box))
	res := a.call(t, admin, post, "/api/admin/people/invitations", fields{
		"fullName": "Ben", "email": "ben@pest.example", "role": "admin",
	}).wants(t, 200)
	made := data[issuedInvitation](t, res)
	prefix := "http://pest.example/login#invitation="
	token, ok := strings.CutPrefix(made.Link.URL, prefix)
	if !ok || made.Link.MailedTo != "ben@pest.example" || len(box.mails) != 1 {
		t.Fatalf("link %+v, mails %v", made.Link, box.mails)
	}
	list := a.call(t, admin, get, "/api/admin/people", nil).wants(t, 200)
	if strings.Contains(list.text, token) || len(data[peopleList](t, list).Invitations) != 1 {
		t.Errorf("the list is %s", list.text)
	}

	opened := a.call(t, nobody, post, "/api/auth/invitation", fields{"token": token}).wants(t, 200)
	if diff := cmp.Diff(map[string]string{"username": "", "fullName": "Ben"}, data[map[string]string](t, opened)); diff != "" {
		t.Errorf("invitation (-want +got):\n%s", diff)
	}
	choice := fields{"token": token, "username": "ben", "fullName": "Ben Baker", "password": password}
	a.call(t, nobody, post, "/api/auth/invitation/accept", choice).wants(t, 200)
	a.call(t, nobody, post, "/api/auth/invitation/accept", choice.with("username", "other")).wants(t, 404)

	bens := a.login(t, "ben", password).wants(t, 200).Cookies()[0].Value
	a.call(t, bens, get, "/api/admin/people", nil).wants(t, 200)
	ben := a.personID(t, "ben")
	a.call(t, admin, post, personPath(ben, "/access"), fields{"disabled": true}).wants(t, 200)
	a.call(t, bens, get, "/api/admin/people", nil).wants(t, 401)
	refused, unknown := a.login(t, "ben", password).wants(t, 401), a.login(t, "nobody", password).wants(t, 401)
	if refused.text != unknown.text {
		t.Errorf("a disabled user gets %s, an unknown one %s", refused.text, unknown.text)
	}
	a.call(t, admin, post, personPath(ben, "/access"), fields{"disabled": false}).wants(t, 200)
	a.login(t, "ben", password).wants(t, 200)
}

func TestExpiredAndRemovedInvitationsAreRefused(t *testing.T) {
	a := newApp(t)
	invite := func() (id int64, token string) {
		made := data[issuedInvitation](t, a.call(t, admin, post, "/api/admin/people/invitations", fields{"role": "staff"}).wants(t, 200))
		_, token, _ = strings.Cut(made.Link.URL, "#invitation=")
		return made.Invitation.ID, token
	}
	id, removed := invite()
	a.call(t, admin, remove, fmt.Sprintf("/api/admin/people/invitations/%d", id), nil).wants(t, 200)
	_, late := invite()
	a.now = a.now.Add(auth.InvitationLifetime)
	for _, token := range []string{removed, late, ""} {
		a.call(t, nobody, post, "/api/auth/invitation", fields{"token": token}).wants(t, 404)
		a.call(t, nobody, post, "/api/auth/invitation/accept", fields{"token": token, "username": "ben", "password": password}).wants(t, 404)
	}
}

func TestLastAdministratorCannotBeChangedAway(t *testing.T) {
	a := newApp(t)
	anna := a.personID(t, "anna")
	for path, body := range map[string]fields{"": {"role": "staff"}, "/access": {"disabled": true}} {
		if res := a.call(t, admin, post, personPath(anna, path), body).wants(t, 409); !strings.Contains(res.Message, "last administrator") {
			t.Errorf("message %q", res.Message)
		}
	}
	a.call(t, admin, post, personPath(anna, ""), fields{"fullName": "Anna", "email": "anna@pest.example"}).wants(t, 200)
	a.call(t, admin, post, personPath(999, ""), fields{"fullName": "x"}).wants(t, 404)
	a.call(t, admin, post, personPath(anna, ""), fields{"email": "x"}).wants(t, 400)
}

func TestEndingSessionsSignsAPersonOut(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, personPath(a.personID(t, "sam"), "/end-sessions"), nil).wants(t, 200)
	a.call(t, staff, get, "/api/auth/user", nil).wants(t, 401)
	a.call(t, admin, get, "/api/auth/user", nil).wants(t, 200)
}

func TestForgottenPassword(t *testing.T) {
	box := &userMailbox{}
	a := newApp(t, withUserMail(box))
	a.addUser(t, "eve", auth.RoleAdmin)
	eve := a.personID(t, "eve")
	a.call(t, admin, post, personPath(eve, ""), fields{"email": "eve@pest.example"}).wants(t, 200)

	known := a.call(t, nobody, post, "/api/auth/password-reset/request", fields{"username": "eve"}).wants(t, 200)
	unknown := a.call(t, nobody, post, "/api/auth/password-reset/request", fields{"username": "nobody"}).wants(t, 200)
	if known.text != unknown.text {
		t.Errorf("known: %s\nunknown: %s", known.text, unknown.text)
	}
	a.Accounts.Wait()
	if len(box.mails) != 1 || box.mails[0].To != "eve@pest.example" {
		t.Fatalf("mails %v", box.mails)
	}
	issued := data[auth.Link](t, a.call(t, admin, post, personPath(eve, "/password-reset"), nil).wants(t, 200))
	_, token, _ := strings.Cut(issued.URL, "#reset=")
	body := fields{"token": token, "password": "another fine password"}
	a.call(t, nobody, post, "/api/auth/password-reset", body.with("password", "short")).wants(t, 400)
	a.call(t, nobody, post, "/api/auth/password-reset", body).wants(t, 200)
	a.call(t, nobody, post, "/api/auth/password-reset", body).wants(t, 404)
	a.login(t, "eve", password).wants(t, 401)
	a.login(t, "eve", "another fine password").wants(t, 200)

	if r := data[recoveryWays](t, a.call(t, nobody, get, "/api/auth/recovery", nil)); !r.ByEmail {
		t.Error("the site sends mail, but does not say so")
	}
	without := newApp(t)
	if r := data[recoveryWays](t, without.call(t, nobody, get, "/api/auth/recovery", nil)); r.ByEmail {
		t.Error("without a mail server, a link by e-mail is offered")
	}
	without.call(t, nobody, post, "/api/auth/password-reset/request", fields{"username": "anna"}).wants(t, 409)
}

// events returns the kinds, people and subjects of the audit log, oldest first.
func (a *app) events(t testing.TB) []string {
	t.Helper()
	a.Audit.Close()
	var all []string
	for _, e := range data[[]audit.Event](t, a.call(t, admin, get, "/api/admin/audit", nil).wants(t, 200)) {
		all = append([]string{strings.TrimSpace(fmt.Sprintf("%s %s: %s %s", e.Kind, e.Person, e.Subject, e.Detail))}, all...)
		if e.ClientIP != "192.0.2.1" || e.Count != 1 || !e.At.Equal(a.now) {
			t.Errorf("event %+v", e)
		}
	}
	return all
}

func TestAuditLogHoldsWhatPeopleDo(t *testing.T) {
	a := newApp(t)
	sam := a.personID(t, "sam")
	a.call(t, staff, get, "/api/admin/people", nil).wants(t, 403)
	a.Audit.Close() // waits for what is written in the background
	a.call(t, admin, post, personPath(sam, ""), fields{"fullName": "Sam Secret", "role": "admin"}).wants(t, 200)
	a.call(t, admin, post, personPath(sam, "/access"), fields{"disabled": true}).wants(t, 200)
	a.call(t, admin, post, personPath(sam, "/access"), fields{"disabled": false}).wants(t, 200)
	a.call(t, admin, post, personPath(sam, "/end-sessions"), nil).wants(t, 200)
	made := data[issuedInvitation](t, a.call(t, admin, post, "/api/admin/people/invitations", fields{"username": "ben", "role": "staff"}).wants(t, 200))
	_, token, _ := strings.Cut(made.Link.URL, "#invitation=")
	a.call(t, nobody, post, "/api/auth/invitation/accept", fields{"token": token, "password": password}).wants(t, 200)
	bens := a.login(t, "ben", password).wants(t, 200).Cookies()[0].Value
	a.call(t, bens, post, "/api/auth/logout", nil).wants(t, 200)
	a.login(t, "ben", "hunter2hunter2").wants(t, 401)

	want := []string{
		"refused sam: GET /api/admin/people",
		"person_changed anna: sam name, role from staff to admin",
		"person_disabled anna: sam",
		"person_enabled anna: sam",
		"sessions_ended anna: sam",
		"person_invited anna: ben staff",
		"invitation_accepted ben: ben staff",
		"signed_in ben:",
		"signed_out ben:",
		"sign_in_failed ben:",
	}
	if diff := cmp.Diff(want, a.events(t)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	log := a.call(t, admin, get, "/api/admin/audit", nil).text + a.log.String()
	for _, secret := range []string{token, bens, password, "hunter2", "argon2"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

func TestAuditLogIsPaged(t *testing.T) {
	a := newApp(t)
	for i := range 5 {
		a.Audit.Record(t.Context(), audit.Event{Kind: audit.Exported, Subject: fmt.Sprint(i)})
	}
	page := func(query string) (subjects []string, last int64) {
		for _, e := range data[[]audit.Event](t, a.call(t, admin, get, "/api/admin/audit?"+query, nil).wants(t, 200)) {
			subjects, last = append(subjects, e.Subject), e.ID
		}
		return subjects, last
	}
	first, last := page("limit=3")
	second, _ := page(fmt.Sprintf("limit=3&before=%d", last))
	if diff := cmp.Diff([][]string{{"4", "3", "2"}, {"1", "0"}}, [][]string{first, second}); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	a.call(t, admin, get, "/api/admin/audit?limit=201", nil).wants(t, 400)
	a.call(t, admin, get, "/api/admin/audit?before=x", nil).wants(t, 400)
	for _, method := range []string{post, remove, http.MethodPut} {
		a.call(t, admin, method, "/api/admin/audit", nil).wants(t, 405)
	}
}

func TestLogoutClearsStorageButKeepsTheDevice(t *testing.T) {
	a := newApp(t)
	res := a.call(t, admin, post, "/api/auth/logout", nil).wants(t, 200)
	if got := res.Header.Get("Clear-Site-Data"); got != `"storage"` {
		t.Errorf("Clear-Site-Data %q", got)
	}
	if cookies := res.Cookies(); len(cookies) != 1 || cookies[0].Name != cookieName {
		t.Errorf("cookies %v", cookies)
	}
}

func TestStaffAreToldWhomToAsk(t *testing.T) {
	a := newApp(t)
	type answer struct{ Administrators []string }
	asked := func(session string) []string {
		res := a.call(t, session, get, "/api/auth/user", nil).wants(t, 200)
		var got answer
		if err := json.Unmarshal([]byte(res.text), &got); err != nil {
			t.Fatal(err)
		}
		return got.Administrators
	}
	if got := asked(staff); !slices.Equal(got, []string{"Somebody"}) {
		t.Errorf("staff may ask %v", got)
	}
	if got := asked(admin); got != nil {
		t.Errorf("an administrator may ask %v", got)
	}
}

func TestRefusedCallsAreSummarised(t *testing.T) {
	a := newApp(t)
	for range 30 {
		a.call(t, nobody, get, "/api/admin/people", nil).wants(t, 401)
	}
	for range 5 {
		// A dashboard whose session has expired.
		a.call(t, nobody, get, "/api/admin/chat", nil, "Sec-Fetch-Site", "same-origin").wants(t, 401)
	}
	a.Audit.Close()
	total := 0
	for _, e := range data[[]audit.Event](t, a.call(t, admin, get, "/api/admin/audit", nil)) {
		if e.Kind == audit.Refused {
			total += e.Count
		}
	}
	if total != 30 {
		t.Errorf("30 refused calls are recorded as %d", total)
	}
}
