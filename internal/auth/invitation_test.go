package auth_test

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// mailbox keeps the e-mails that were sent.
type mailbox struct {
	mu    sync.Mutex
	mails []auth.Mail
	err   error
}

func (*mailbox) Ready(context.Context) bool { return true }

func (m *mailbox) Send(_ context.Context, mail auth.Mail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	m.mails = append(m.mails, mail)
	return nil
}

// withMail lets the accounts of the fixture send e-mails.
func (f *fixture) withMail(m auth.Mailer) {
	f.Accounts = auth.New(auth.Config{
		Store: f.store.Auth(), Clock: func() time.Time { return f.now }, Mailer: m, SiteName: func() string { return "Lone Oak" },
		BaseURL: &url.URL{Scheme: "https", Host: "pest.example"},
	})
}

// tokenOf returns the token in a link of the kind.
func tokenOf(t *testing.T, link, kind string) string {
	t.Helper()
	_, token, found := strings.Cut(link, "login#"+kind+"=")
	if !found || len(token) < 26 {
		t.Fatalf("the link is %s", link)
	}
	return token
}

func (f *fixture) invite(t *testing.T, n auth.NewInvitation) (auth.Invitation, string) {
	t.Helper()
	invitation, link, err := f.Invite(t.Context(), n, auth.User{Username: "anna"})
	if err != nil {
		t.Fatal(err)
	}
	return invitation, tokenOf(t, link.URL, "invitation")
}

func (f *fixture) accept(t *testing.T, a auth.Acceptance) (auth.User, error) {
	t.Helper()
	return f.AcceptInvitation(t.Context(), a, netip.Addr{})
}

func TestInvitationWorksOnce(t *testing.T) {
	f := newFixture(t)
	_, token := f.invite(t, auth.NewInvitation{FullName: "Ben", Email: "ben@pest.example", Role: auth.RoleStaff})
	opened := testkit.Must(f.OpenInvitation(t.Context(), token, netip.Addr{}))(t)
	if opened.FullName != "Ben" || opened.Role != auth.RoleStaff {
		t.Errorf("opened %+v", opened)
	}
	choice := auth.Acceptance{Token: token, Username: " ben ", FullName: " Ben Baker ", Password: password}
	ben, err := f.accept(t, choice)
	if err != nil || ben.Username != "ben" || ben.FullName != "Ben Baker" || ben.Role != auth.RoleStaff || ben.Email != "ben@pest.example" {
		t.Errorf("got %+v, %v", ben, err)
	}
	f.login(t, "ben")

	choice.Username = "another"
	_, err = f.accept(t, choice)
	testkit.WantError(t, err, errs.NotFound, "used or has expired")
	_, err = f.OpenInvitation(t.Context(), token, netip.Addr{})
	testkit.WantError(t, err, errs.NotFound, "used or has expired")
	if list := testkit.Must(f.Invitations(t.Context()))(t); len(list) != 0 {
		t.Errorf("%d invitations are left", len(list))
	}
}

func TestInvitationIsAcceptedByOneOfTwo(t *testing.T) {
	f := newFixture(t)
	_, token := f.invite(t, auth.NewInvitation{Role: auth.RoleAdmin})
	var attempts sync.WaitGroup
	for _, username := range []string{"ben", "carl"} {
		attempts.Go(func() { _, _ = f.accept(t, auth.Acceptance{Token: token, Username: username, Password: password}) })
	}
	attempts.Wait()
	if users := testkit.Must(f.Users(t.Context()))(t); len(users) != 1 {
		t.Errorf("one invitation made %d users", len(users))
	}
}

func TestInvitationEndsAfter48Hours(t *testing.T) {
	f := newFixture(t)
	_, token := f.invite(t, auth.NewInvitation{Role: auth.RoleAdmin})
	f.now = f.now.Add(auth.InvitationLifetime - time.Second)
	testkit.Must(f.OpenInvitation(t.Context(), token, netip.Addr{}))(t)
	f.now = f.now.Add(time.Second)
	_, err := f.accept(t, auth.Acceptance{Token: token, Username: "ben", Password: password})
	testkit.WantError(t, err, errs.NotFound, "used or has expired")
	// Administrators still see it, for a while.
	if list := testkit.Must(f.Invitations(t.Context()))(t); len(list) != 1 {
		t.Errorf("%d invitations", len(list))
	}
	f.now = f.now.Add(31 * 24 * time.Hour)
	fresh, _ := f.invite(t, auth.NewInvitation{Role: auth.RoleAdmin})
	if list := testkit.Must(f.Invitations(t.Context()))(t); len(list) != 1 || list[0].ID != fresh.ID {
		t.Errorf("invitations %+v", list)
	}
}

func TestInvitationCanBeRemoved(t *testing.T) {
	f := newFixture(t)
	invitation, token := f.invite(t, auth.NewInvitation{Role: auth.RoleAdmin})
	testkit.Must(f.RemoveInvitation(t.Context(), invitation.ID))(t)
	_, err := f.accept(t, auth.Acceptance{Token: token, Username: "ben", Password: password})
	testkit.WantError(t, err, errs.NotFound, "used or has expired")
	_, err = f.RemoveInvitation(t.Context(), invitation.ID)
	testkit.WantError(t, err, errs.NotFound, "accepted or removed")
}

func TestInvitedPersonCannotChooseEverything(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	_, token := f.invite(t, auth.NewInvitation{Username: "ben", Role: auth.RoleStaff})
	_, open := f.invite(t, auth.NewInvitation{Role: auth.RoleStaff})
	for want, choice := range map[string]auth.Acceptance{
		"is required":   {Token: token},
		"most common":   {Token: token, Password: "password1"},
		"username":      {Token: open, Password: password},
		"already taken": {Token: open, Username: "Anna", Password: password},
		"full name":     {Token: open, Username: "carl", FullName: strings.Repeat("x", 301), Password: password},
	} {
		_, err := f.accept(t, choice)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to say %q", err, want)
		}
	}
	user, err := f.accept(t, auth.Acceptance{Token: token, Username: "root", Password: password})
	if err != nil || user.Username != "ben" {
		t.Errorf("the username of the invitation is %q, %v", user.Username, err)
	}
	// A refused attempt does not use the invitation up.
	if _, err := f.accept(t, auth.Acceptance{Token: open, Username: "carl", Password: password}); err != nil {
		t.Error(err)
	}
}

func TestInviteRefuses(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	for name, tt := range map[string]struct {
		n    auth.NewInvitation
		kind errs.Kind
		word string
	}{
		"no role":         {auth.NewInvitation{}, errs.Invalid, "role"},
		"a taken name":    {auth.NewInvitation{Username: "ANNA", Role: auth.RoleStaff}, errs.Conflict, "taken"},
		"a strange name":  {auth.NewInvitation{Username: "a b", Role: auth.RoleStaff}, errs.Invalid, "username"},
		"a strange email": {auth.NewInvitation{Email: "a@b\r\nBcc: c@d.example", Role: auth.RoleStaff}, errs.Invalid, "e-mail"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := f.Invite(t.Context(), tt.n, auth.User{})
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
}

func TestInvitationIsMailedWhereItCanBe(t *testing.T) {
	f, box := newFixture(t), &mailbox{}
	f.withMail(box)
	by := auth.User{Username: "anna", FullName: "Anna Example"}
	_, link, err := f.Invite(t.Context(), auth.NewInvitation{Email: "ben@pest.example", Role: auth.RoleStaff}, by)
	if err != nil || link.MailedTo != "ben@pest.example" || len(box.mails) != 1 {
		t.Fatalf("link %+v, %v, mails %v", link, err, box.mails)
	}
	if m := box.mails[0]; m.To != "ben@pest.example" || !strings.Contains(m.Text, link.URL) || !strings.Contains(m.Text, "Anna Example invites you") {
		t.Errorf("mail %+v", m)
	}
	if !strings.HasPrefix(link.URL, "https://pest.example/login#invitation=") {
		t.Errorf("link %s", link.URL)
	}
	_, link, err = f.Invite(t.Context(), auth.NewInvitation{Role: auth.RoleStaff}, by)
	if err != nil || link.MailedTo != "" || len(box.mails) != 1 {
		t.Errorf("without an e-mail: %+v, %v", link, err)
	}
	// A mail server that is away costs nobody the invitation: the link is shown.
	box.err = errors.New("away")
	_, link, err = f.Invite(t.Context(), auth.NewInvitation{Email: "carl@pest.example", Role: auth.RoleStaff}, by)
	if err != nil || link.MailedTo != "" || link.URL == "" {
		t.Errorf("with a mail server that is away: %+v, %v", link, err)
	}
}

func TestOpeningLinksIsLimited(t *testing.T) {
	f := newFixture(t)
	_, token := f.invite(t, auth.NewInvitation{Role: auth.RoleStaff})
	guesser := netip.MustParseAddr("203.0.113.9")
	var err error
	for range 21 {
		_, err = f.OpenInvitation(t.Context(), "guess", guesser)
	}
	testkit.WantError(t, err, errs.TooMany, "tried too often")
	_, err = f.ResetPassword(t.Context(), "guess", password, guesser)
	testkit.WantError(t, err, errs.TooMany, "tried too often")
	testkit.Must(f.OpenInvitation(t.Context(), token, netip.MustParseAddr("192.0.2.1")))(t)
}
