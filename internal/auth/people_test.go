package auth_test

import (
	"sync"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func TestPeopleShowsWhoIsSignedIn(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	f.addUser(t, "ben", auth.RoleStaff)
	f.login(t, "anna")
	f.now = f.now.Add(time.Hour)
	f.login(t, "anna")
	people := testkit.Must(f.People(t.Context()))(t)
	if len(people) != 2 || people[0].Username != "anna" || people[0].Sessions != 2 || !people[0].LastSeenAt.Equal(f.now.Truncate(time.Microsecond)) {
		t.Errorf("people %+v", people)
	}
	if people[1].Sessions != 0 || people[1].LastSeenAt != nil {
		t.Errorf("ben never signed in: %+v", people[1])
	}
	f.now = f.now.Add(13 * time.Hour)
	if people = testkit.Must(f.People(t.Context()))(t); people[0].Sessions != 0 {
		t.Errorf("idle sessions count: %+v", people[0])
	}
}

func TestChangePerson(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	ben := f.addUser(t, "ben", auth.RoleStaff)
	name, email, role := " Ben Baker ", " ben@pest.example ", auth.RoleAdmin
	before, after, err := f.ChangePerson(t.Context(), ben.ID, auth.PersonEdit{FullName: &name, Email: &email, Role: &role})
	if err != nil || before.FullName != "Anna Example" || after.FullName != "Ben Baker" || after.Email != "ben@pest.example" || after.Role != auth.RoleAdmin {
		t.Errorf("before %+v, after %+v, %v", before, after, err)
	}
	if _, kept, err := f.ChangePerson(t.Context(), ben.ID, auth.PersonEdit{}); err != nil || kept != after {
		t.Errorf("an empty edit changed %+v to %+v, %v", after, kept, err)
	}
	f.login(t, "ben") // the password is still the same

	for want, edit := range map[string]auth.PersonEdit{
		"e-mail":    {Email: ptr("not an address")},
		"e-mail\" ": {Email: ptr("Ben <ben@pest.example>")},
		"role":      {Role: ptr(auth.Role("owner"))},
		"full name": {FullName: ptr("Ben\nBcc: all@pest.example")},
	} {
		_, _, err := f.ChangePerson(t.Context(), ben.ID, edit)
		testkit.WantError(t, err, errs.Invalid, want)
	}
	_, _, err = f.ChangePerson(t.Context(), 999, auth.PersonEdit{})
	testkit.WantError(t, err, errs.NotFound, "no such person")
}

func ptr[T any](v T) *T { return &v }

func TestDisabledUserIsOutAtOnce(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	ben := f.addUser(t, "ben", auth.RoleAdmin)
	token := f.login(t, "ben")
	if user := testkit.Must(f.SetDisabled(t.Context(), ben.ID, true))(t); !user.IsDisabled() {
		t.Errorf("%+v is not disabled", user)
	}
	_, err := f.Authenticate(t.Context(), token)
	testkit.WantError(t, err, errs.Unauthorized, "")
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "ben", Password: password})
	testkit.WantError(t, err, errs.Unauthorized, "Invalid username or password")
	_, _, err = f.IssuePasswordReset(t.Context(), ben.ID)
	testkit.WantError(t, err, errs.Conflict, "disabled")

	// A session that a sign-in started at the same moment does not count either.
	err = f.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		return tx.Sessions().Put(t.Context(), auth.Session{TokenHash: auth.SessionHash("late"), UserID: ben.ID, CreatedAt: f.now, LastSeenAt: f.now})
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Authenticate(t.Context(), "late")
	testkit.WantError(t, err, errs.Unauthorized, "")

	testkit.Must(f.SetDisabled(t.Context(), ben.ID, false))(t)
	f.login(t, "ben")
	_, err = f.SetDisabled(t.Context(), 999, true)
	testkit.WantError(t, err, errs.NotFound, "no such person")
}

func TestDisabledUserCannotSignInWithAPasskeyOrRecoveryCode(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	ben := f.addUser(t, "ben", auth.RoleAdmin)
	device, _ := f.addPasskey(t, ben)
	codes := testkit.Must(f.NewRecoveryCodes(t.Context(), ben))(t)
	testkit.Must(f.SetDisabled(t.Context(), ben.ID, true))(t)
	testkit.WantError(t, f.loginByPasskey(t, f.sign(t, device)), errs.Unauthorized, "")
	_, _, err := f.Recover(t.Context(), auth.Credentials{Username: "ben", Code: codes[0], Password: "a new long passphrase"})
	testkit.WantError(t, err, errs.Unauthorized, "")
	if sessions := testkit.Must(f.store.Auth().UserSessions(t.Context(), ben.ID))(t); len(sessions) != 0 {
		t.Errorf("there are %d sessions, which would count once the user is enabled", len(sessions))
	}
	testkit.Must(f.SetDisabled(t.Context(), ben.ID, false))(t)
	if err := f.loginByPasskey(t, f.sign(t, device)); err != nil {
		t.Errorf("after they were enabled: %v", err)
	}
}

func TestDisablingEndsChallengesAndInvitations(t *testing.T) {
	f := newFixture(t)
	anna, ben := f.addUser(t, "anna", auth.RoleAdmin), f.addUser(t, "ben", auth.RoleAdmin)
	device, _ := f.addPasskey(t, ben)
	answered := f.sign(t, device)
	invite := func(by auth.User) {
		_, _, err := f.Invite(t.Context(), auth.NewInvitation{Role: auth.RoleAdmin, FullName: by.Username}, by)
		if err != nil {
			t.Fatal(err)
		}
	}
	invite(anna)
	invite(ben)
	testkit.Must(f.SetDisabled(t.Context(), ben.ID, true))(t)
	testkit.Must(f.SetDisabled(t.Context(), ben.ID, false))(t)
	testkit.WantError(t, f.loginByPasskey(t, answered), errs.Unauthorized, "")
	left := testkit.Must(f.Invitations(t.Context()))(t)
	if len(left) != 1 || left[0].InvitedBy != "anna" {
		t.Errorf("the invitations are %+v", left)
	}
	// The same holds for somebody who is an administrator no more.
	invite(ben)
	role := auth.RoleStaff
	if _, _, err := f.ChangePerson(t.Context(), ben.ID, auth.PersonEdit{Role: &role}); err != nil {
		t.Fatal(err)
	}
	if left := testkit.Must(f.Invitations(t.Context()))(t); len(left) != 1 {
		t.Errorf("the invitations are %+v", left)
	}
}

func TestLastAdministratorStays(t *testing.T) {
	f := newFixture(t)
	anna, ben := f.addUser(t, "anna", auth.RoleAdmin), f.addUser(t, "ben", auth.RoleAdmin)
	testkit.Must(f.SetDisabled(t.Context(), ben.ID, true))(t)

	_, err := f.SetDisabled(t.Context(), anna.ID, true)
	testkit.WantError(t, err, errs.Conflict, "last administrator")
	_, _, err = f.ChangePerson(t.Context(), anna.ID, auth.PersonEdit{Role: ptr(auth.RoleStaff)})
	testkit.WantError(t, err, errs.Conflict, "last administrator")
	testkit.WantError(t, f.RemoveUser(t.Context(), "anna"), errs.Conflict, "last administrator")
	// A disabled administrator is not the last one who can edit the site.
	if _, _, err := f.ChangePerson(t.Context(), ben.ID, auth.PersonEdit{Role: ptr(auth.RoleStaff)}); err != nil {
		t.Error(err)
	}
	if err := f.RemoveUser(t.Context(), "ben"); err != nil {
		t.Error(err)
	}
}

func TestAdministratorsCannotDisableEachOtherAtOnce(t *testing.T) {
	f := newFixture(t)
	users := []auth.User{f.addUser(t, "anna", auth.RoleAdmin), f.addUser(t, "ben", auth.RoleAdmin)}
	var attempts sync.WaitGroup
	for i, user := range users {
		attempts.Go(func() {
			accounts := f.replica()
			if i == 0 {
				_, _ = accounts.SetDisabled(t.Context(), user.ID, true)
				return
			}
			_, _, _ = accounts.ChangePerson(t.Context(), user.ID, auth.PersonEdit{Role: ptr(auth.RoleStaff)})
		})
	}
	attempts.Wait()
	left := 0
	for _, person := range testkit.Must(f.People(t.Context()))(t) {
		if person.Role == auth.RoleAdmin && !person.Disabled {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d administrators are left", left)
	}
}

func TestEndSessionsOfAPerson(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	f.addUser(t, "ben", auth.RoleAdmin)
	annas, bens := f.login(t, "anna"), f.login(t, "ben")
	testkit.Must(f.EndSessions(t.Context(), anna.ID))(t)
	_, err := f.Authenticate(t.Context(), annas)
	testkit.WantError(t, err, errs.Unauthorized, "")
	testkit.Must(f.Authenticate(t.Context(), bens))(t)
	_, err = f.EndSessions(t.Context(), 999)
	testkit.WantError(t, err, errs.NotFound, "no such person")
}
