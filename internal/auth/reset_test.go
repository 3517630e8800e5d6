package auth_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

const chosenPassword = "another fine password"

// addMailUser adds a user with an e-mail.
func (f *fixture) addMailUser(t *testing.T, username, email string) auth.User {
	t.Helper()
	user, err := f.AddUser(t.Context(), auth.NewUser{Username: username, Email: email, Role: auth.RoleAdmin, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func (f *fixture) reset(t *testing.T, token string) error {
	t.Helper()
	_, err := f.ResetPassword(t.Context(), token, chosenPassword, netip.Addr{})
	return err
}

func TestIssuedResetWorksOnceForAnHour(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	session := f.login(t, "anna")
	issue := func() string {
		_, link, err := f.IssuePasswordReset(t.Context(), anna.ID)
		if err != nil {
			t.Fatal(err)
		}
		return tokenOf(t, link.URL, "reset")
	}
	late := issue()
	f.now = f.now.Add(auth.ResetLifetime)
	testkit.WantError(t, f.reset(t, late), errs.NotFound, "used or has expired")

	other, token := issue(), issue()
	_, err := f.ResetPassword(t.Context(), token, "short", netip.Addr{})
	testkit.WantError(t, err, errs.Invalid, "password")
	if err := f.reset(t, token); err != nil {
		t.Fatal(err)
	}
	_, err = f.Authenticate(t.Context(), session)
	testkit.WantError(t, err, errs.Unauthorized, "")
	if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "anna", Password: chosenPassword}); err != nil {
		t.Errorf("the new password: %v", err)
	}
	testkit.WantError(t, f.reset(t, token), errs.NotFound, "used or has expired")
	testkit.WantError(t, f.reset(t, other), errs.NotFound, "used or has expired")
	_, _, err = f.IssuePasswordReset(t.Context(), 999)
	testkit.WantError(t, err, errs.NotFound, "no such person")
}

func TestResetEndsWhenTheAccountChanges(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	ben := f.addUser(t, "ben", auth.RoleAdmin)
	for name, change := range map[string]func() error{
		"disabled": func() error { _, err := f.SetDisabled(t.Context(), ben.ID, true); return err },
		"new e-mail": func() error {
			_, _, err := f.ChangePerson(t.Context(), ben.ID, auth.PersonEdit{Email: ptr("b@pest.example")})
			return err
		},
		"new password": func() error { return f.SetPassword(t.Context(), "ben", password) },
	} {
		_, link, err := f.IssuePasswordReset(t.Context(), ben.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if err := f.reset(t, tokenOf(t, link.URL, "reset")); errs.KindOf(err) != errs.NotFound {
			t.Errorf("%s: %v", name, err)
		}
		testkit.Must(f.SetDisabled(t.Context(), ben.ID, false))(t)
	}
}

func TestRequestedResetIsMailed(t *testing.T) {
	f, box := newFixture(t), &mailbox{}
	f.withMail(box)
	f.addMailUser(t, "anna", "anna@pest.example")
	f.addMailUser(t, "nomail", "")
	ben := f.addMailUser(t, "ben", "ben@pest.example")
	testkit.Must(f.SetDisabled(t.Context(), ben.ID, true))(t)

	// Neither the answer nor what follows tells who exists.
	for i, name := range []string{" ANNA ", "Anna@Pest.example", "nobody", "nomail", "ben", "\x00"} {
		if err := f.RequestPasswordReset(t.Context(), name, netip.MustParseAddr(fmt.Sprintf("192.0.2.%d", i+1))); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	f.Wait()
	if len(box.mails) != 2 {
		t.Fatalf("%d mails: %v", len(box.mails), box.mails)
	}
	for _, m := range box.mails {
		if m.To != "anna@pest.example" || !strings.Contains(m.Text, "username anna") {
			t.Errorf("mail %+v", m)
		}
	}
	_, rest, _ := strings.Cut(box.mails[0].Text, "https://")
	link, _, _ := strings.Cut(rest, "\n")
	if err := f.reset(t, tokenOf(t, link, "reset")); err != nil {
		t.Error(err)
	}
	testkit.WantError(t, f.RequestPasswordReset(t.Context(), " ", netip.Addr{}), errs.Invalid, "username or e-mail")
}

func TestRequestsForResetsAreLimited(t *testing.T) {
	f, box := newFixture(t), &mailbox{}
	f.withMail(box)
	f.addMailUser(t, "anna", "anna@pest.example")
	client := netip.MustParseAddr("203.0.113.9")
	var err error
	for range 6 {
		err = f.RequestPasswordReset(t.Context(), "nobody", client)
	}
	testkit.WantError(t, err, errs.TooMany, "tried too often")
	// Many clients cannot fill one mailbox, and get no other answer.
	for i := range 10 {
		if err := f.RequestPasswordReset(t.Context(), "anna", netip.MustParseAddr(fmt.Sprintf("192.0.2.%d", i+1))); err != nil {
			t.Error(err)
		}
	}
	f.Wait()
	if len(box.mails) != 3 {
		t.Errorf("%d mails", len(box.mails))
	}
	f.now = f.now.Add(time.Hour)
	if err := f.RequestPasswordReset(t.Context(), "anna", client); err != nil {
		t.Error(err)
	}
	f.Wait()
	if len(box.mails) != 4 {
		t.Errorf("%d mails an hour later", len(box.mails))
	}
}

func TestResetsCannotBeRequestedWithoutMailServer(t *testing.T) {
	f := newFixture(t)
	testkit.WantError(t, f.RequestPasswordReset(t.Context(), "anna", netip.Addr{}), errs.Conflict, "ask an administrator")
}
