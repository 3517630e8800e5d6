package site_test

import (
	"net/netip"
	"strings"
	"testing"

	"perimeter/internal/site"
)

const password = "correct horse battery"

func (w *world) addUser(t *testing.T, username string, role site.Role) site.User {
	t.Helper()
	user, err := w.AddUser(t.Context(), site.NewUser{
		Username: username, FullName: "Anna Example", Role: role, Password: password,
	})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func TestAddUserRefuses(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	for name, tt := range map[string]struct {
		change func(*site.NewUser)
		kind   site.Kind
		word   string
	}{
		"no name":              {func(n *site.NewUser) { n.Username = " " }, site.Invalid, "username"},
		"spaces in the name":   {func(n *site.NewUser) { n.Username = "ben example" }, site.Invalid, "username"},
		"a long name":          {func(n *site.NewUser) { n.Username = strings.Repeat("b", 65) }, site.Invalid, "username"},
		"a taken name":         {func(n *site.NewUser) { n.Username = "anna" }, site.Conflict, "anna"},
		"a taken name in caps": {func(n *site.NewUser) { n.Username = "ANNA" }, site.Conflict, "ANNA"},
		"no role":              {func(n *site.NewUser) { n.Role = "" }, site.Invalid, "role"},
		"an unknown role":      {func(n *site.NewUser) { n.Role = "owner" }, site.Invalid, "role"},
		"no password":          {func(n *site.NewUser) { n.Password = "" }, site.Invalid, "password"},
		"a short password":     {func(n *site.NewUser) { n.Password = "1234567" }, site.Invalid, "password"},
		"an endless password":  {func(n *site.NewUser) { n.Password = strings.Repeat("x", 1025) }, site.Invalid, "password"},
		"an endless full name": {func(n *site.NewUser) { n.FullName = strings.Repeat("x", 301) }, site.Invalid, "full name"},
	} {
		t.Run(name, func(t *testing.T) {
			n := site.NewUser{Username: "ben", Role: site.RoleStaff, Password: password}
			tt.change(&n)
			_, err := w.AddUser(t.Context(), n)
			wantFailure(t, err, tt.kind, tt.word)
		})
	}
	if users := must(w.Users(t.Context()))(t); len(users) != 1 {
		t.Errorf("%d users exist", len(users))
	}
}

func TestAddUserAcceptsPasswordsOfEightCharactersInAnyScript(t *testing.T) {
	w := newWorld(t)
	for username, password := range map[string]string{"anna": "12345678", "ben@pest.example": "žluťoučký", "c.d-e_f+g": strings.Repeat("é", 512)} {
		if _, err := w.AddUser(t.Context(), site.NewUser{Username: username, Role: site.RoleStaff, Password: password}); err != nil {
			t.Errorf("%s: %v", username, err)
		}
		if _, _, err := w.Login(t.Context(), site.Credentials{Username: username, Password: password}); err != nil {
			t.Errorf("%s cannot sign in: %v", username, err)
		}
	}
}

func TestUsersDoNotMoveTheContentRevision(t *testing.T) {
	w := newWorld(t)
	before := w.revision(t)
	w.addUser(t, "anna", site.RoleAdmin)
	w.login(t, "anna")
	if after := w.revision(t); after != before {
		t.Errorf("the revision moved from %d to %d", before, after)
	}
}

func TestSetPasswordEndsTheUsersSessions(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	w.addUser(t, "ben", site.RoleAdmin)
	annas, bens := w.login(t, "anna"), w.login(t, "ben")

	if err := w.SetPassword(t.Context(), "Anna", "another password"); err != nil {
		t.Fatal(err)
	}
	_, err := w.Authenticate(t.Context(), annas)
	wantFailure(t, err, site.Unauthorized, "")
	if user := must(w.Authenticate(t.Context(), bens))(t); user.Username != "ben" {
		t.Errorf("ben became %s", user.Username)
	}
	_, _, err = w.Login(t.Context(), site.Credentials{Username: "anna", Password: password})
	wantFailure(t, err, site.Unauthorized, "")
	if _, _, err := w.Login(t.Context(), site.Credentials{Username: "anna", Password: "another password"}); err != nil {
		t.Errorf("the new password: %v", err)
	}

	wantFailure(t, w.SetPassword(t.Context(), "anna", "short"), site.Invalid, "password")
	wantFailure(t, w.SetPassword(t.Context(), "nobody", password), site.NotFound, "nobody")
}

func TestRemoveUserEndsTheSessionsAndKeepsTheLastAdministrator(t *testing.T) {
	w := newWorld(t)
	w.addUser(t, "anna", site.RoleAdmin)
	w.addUser(t, "carl", site.RoleStaff)
	wantFailure(t, w.RemoveUser(t.Context(), "anna"), site.Conflict, "anna")

	w.addUser(t, "ben", site.RoleAdmin)
	token := w.login(t, "anna")
	if err := w.RemoveUser(t.Context(), "anna"); err != nil {
		t.Fatal(err)
	}
	_, err := w.Authenticate(t.Context(), token)
	wantFailure(t, err, site.Unauthorized, "")
	wantFailure(t, w.RemoveUser(t.Context(), "anna"), site.NotFound, "anna")
	if err := w.RemoveUser(t.Context(), "carl"); err != nil {
		t.Errorf("a member of staff: %v", err)
	}
}

// login signs in and returns the session's token.
func (w *world) login(t *testing.T, username string) string {
	t.Helper()
	_, token, err := w.Login(t.Context(), site.Credentials{
		Username: username, Password: password, Address: netip.MustParseAddr("192.0.2.1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}
