package auth_test

import (
	"net/netip"
	"strings"
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

const password = "correct horse battery"

func (f *fixture) addUser(t *testing.T, username string, role auth.Role) auth.User {
	t.Helper()
	user, err := f.AddUser(t.Context(), auth.NewUser{
		Username: username, FullName: "Anna Example", Role: role, Password: password,
	})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func TestAddUserRefuses(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	for name, tt := range map[string]struct {
		change func(*auth.NewUser)
		kind   errs.Kind
		word   string
	}{
		"no name":              {func(n *auth.NewUser) { n.Username = " " }, errs.Invalid, "username"},
		"spaces in the name":   {func(n *auth.NewUser) { n.Username = "ben example" }, errs.Invalid, "username"},
		"a long name":          {func(n *auth.NewUser) { n.Username = strings.Repeat("b", 65) }, errs.Invalid, "username"},
		"a taken name":         {func(n *auth.NewUser) { n.Username = "anna" }, errs.Conflict, "anna"},
		"a taken name in caps": {func(n *auth.NewUser) { n.Username = "ANNA" }, errs.Conflict, "ANNA"},
		"no role":              {func(n *auth.NewUser) { n.Role = "" }, errs.Invalid, "role"},
		"an unknown role":      {func(n *auth.NewUser) { n.Role = "owner" }, errs.Invalid, "role"},
		"no password":          {func(n *auth.NewUser) { n.Password = "" }, errs.Invalid, "password"},
		"a short password":     {func(n *auth.NewUser) { n.Password = "1234567" }, errs.Invalid, "password"},
		"an endless password":  {func(n *auth.NewUser) { n.Password = strings.Repeat("x", 1025) }, errs.Invalid, "password"},
		"an endless full name": {func(n *auth.NewUser) { n.FullName = strings.Repeat("x", 301) }, errs.Invalid, "full name"},
	} {
		t.Run(name, func(t *testing.T) {
			n := auth.NewUser{Username: "ben", Role: auth.RoleStaff, Password: password}
			tt.change(&n)
			_, err := f.AddUser(t.Context(), n)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
	if users := testkit.Must(f.Users(t.Context()))(t); len(users) != 1 {
		t.Errorf("%d users exist", len(users))
	}
}

func TestAddUserCountsPasswordLengthInCharacters(t *testing.T) {
	f := newFixture(t)
	for username, password := range map[string]string{"anna": "a1b2c3d9", "ben@pest.example": "žluťoučký", "c.d-e_f+g": strings.Repeat("éàüö", 128)} {
		if _, err := f.AddUser(t.Context(), auth.NewUser{Username: username, Role: auth.RoleStaff, Password: password}); err != nil {
			t.Errorf("%s: %v", username, err)
		}
		if _, _, err := f.Login(t.Context(), auth.Credentials{Username: username, Password: password}); err != nil {
			t.Errorf("%s cannot sign in: %v", username, err)
		}
	}
}

func TestUsersAndSessionsDoNotRaiseRevision(t *testing.T) {
	f := newFixture(t)
	before := testkit.Must(f.store.Revision(t.Context()))(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	f.login(t, "anna")
	if after := testkit.Must(f.store.Revision(t.Context()))(t); after != before {
		t.Errorf("the revision went from %d to %d", before, after)
	}
}

func TestSetPasswordEndsSessions(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	f.addUser(t, "ben", auth.RoleAdmin)
	annas, bens := f.login(t, "anna"), f.login(t, "ben")

	if err := f.SetPassword(t.Context(), "Anna", "another password"); err != nil {
		t.Fatal(err)
	}
	_, err := f.Authenticate(t.Context(), annas)
	testkit.WantError(t, err, errs.Unauthorized, "")
	if user := testkit.Must(f.Authenticate(t.Context(), bens))(t); user.Username != "ben" {
		t.Errorf("ben became %s", user.Username)
	}
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password})
	testkit.WantError(t, err, errs.Unauthorized, "")
	if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: "another password"}); err != nil {
		t.Errorf("the new password: %v", err)
	}

	testkit.WantError(t, f.SetPassword(t.Context(), "anna", "short"), errs.Invalid, "password")
	testkit.WantError(t, f.SetPassword(t.Context(), "nobody", password), errs.NotFound, "nobody")
}

func TestRemoveUserEndsSessionsAndKeepsLastAdministrator(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	f.addUser(t, "carl", auth.RoleStaff)
	testkit.WantError(t, f.RemoveUser(t.Context(), "anna"), errs.Conflict, "anna")

	f.addUser(t, "ben", auth.RoleAdmin)
	token := f.login(t, "anna")
	if err := f.RemoveUser(t.Context(), "anna"); err != nil {
		t.Fatal(err)
	}
	_, err := f.Authenticate(t.Context(), token)
	testkit.WantError(t, err, errs.Unauthorized, "")
	testkit.WantError(t, f.RemoveUser(t.Context(), "anna"), errs.NotFound, "anna")
	if err := f.RemoveUser(t.Context(), "carl"); err != nil {
		t.Errorf("a member of staff: %v", err)
	}
}

// login signs in and returns the session's token.
func (f *fixture) login(t *testing.T, username string) string {
	t.Helper()
	_, token, err := f.Login(t.Context(), auth.Credentials{
		Username: username, Password: password, ClientIP: netip.MustParseAddr("192.0.2.1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}
