package auth

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

const (
	// InvitationLifetime is how long an invitation can be accepted.
	InvitationLifetime = 48 * time.Hour
	// keepExpired is how long administrators still see that it has expired.
	keepExpired = 30 * 24 * time.Hour
)

// Invitation lets somebody become a user.
type Invitation struct {
	ID        int64     `json:"id"`
	TokenHash [32]byte  `json:"-"`
	Username  string    `json:"username" doc:"Empty if the person chooses it"`
	FullName  string    `json:"fullName"`
	Email     string    `json:"email"`
	Role      Role      `json:"role"`
	InvitedBy string    `json:"invitedBy"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// NewInvitation is whom to invite.
type NewInvitation struct {
	Username string `json:"username,omitempty" doc:"Empty if the person chooses it"`
	FullName string `json:"fullName,omitempty"`
	Email    string `json:"email,omitempty"`
	Role     Role   `json:"role"`
}

// Acceptance is what an invited person chooses.
type Acceptance struct {
	Token    string `json:"token"`
	Username string `json:"username,omitempty" doc:"Ignored if the invitation has one"`
	FullName string `json:"fullName,omitempty"`
	Password string `json:"password"`
}

const askForInvitation = "Please ask for a new invitation."

// Invitations returns the invitations that nobody has accepted, also those that
// expired lately.
func (a *Accounts) Invitations(ctx context.Context) ([]Invitation, error) {
	return a.store.Links().Invitations(ctx)
}

// Invite makes an invitation and the link to it, and mails the link if it can.
func (a *Accounts) Invite(ctx context.Context, n NewInvitation, by User) (Invitation, Link, error) {
	n.Username, n.FullName, n.Email = strings.TrimSpace(n.Username), strings.TrimSpace(n.FullName), strings.TrimSpace(n.Email)
	err := validate.First(checkFullName(n.FullName), checkEmail(n.Email), validate.OneOf("role", n.Role, Roles))
	if err == nil && n.Username != "" {
		err = checkUsername(n.Username)
	}
	if err != nil {
		return Invitation{}, Link{}, err
	}
	now := a.clock.Stamp()
	link, hash := a.links.make(invitationLink, now.Add(InvitationLifetime))
	invitation := Invitation{
		TokenHash: hash, Username: n.Username, FullName: n.FullName, Email: n.Email, Role: n.Role,
		InvitedBy: by.Username, CreatedAt: now, ExpiresAt: link.ExpiresAt,
	}
	err = a.store.Write(ctx, func(tx Tx) error {
		if err := checkFree(ctx, tx.Users(), n.Username); err != nil {
			return err
		}
		if err := tx.Links().DeleteExpired(ctx, now.Add(-keepExpired)); err != nil {
			return err
		}
		invitation, err = tx.Links().PutInvitation(ctx, invitation)
		return err
	})
	if err != nil {
		return Invitation{}, Link{}, err
	}
	if a.links.send(ctx, a.invitationMail(invitation, link, by)) {
		link.MailedTo = invitation.Email
	}
	return invitation, link, nil
}

func (a *Accounts) invitationMail(i Invitation, link Link, by User) Mail {
	inviter := by.FullName
	if inviter == "" {
		inviter = "An administrator"
	}
	return Mail{
		To:      i.Email,
		Subject: "Your account at " + a.links.siteName(),
		Text: fmt.Sprintf("%s invites you to the website of %s.\n\n"+
			"Open this link to choose your password. It works once, for 48 hours:\n\n%s\n\n"+
			"If you did not expect this, you can ignore it.\n", inviter, a.links.siteName(), link.URL),
	}
}

// RemoveInvitation ends an invitation that nobody has accepted, and returns it.
func (a *Accounts) RemoveInvitation(ctx context.Context, id int64) (removed Invitation, err error) {
	err = a.store.Write(ctx, func(tx Tx) error {
		removed, err = tx.Links().DeleteInvitation(ctx, id)
		if errs.KindOf(err) == errs.NotFound {
			return errs.Errorf(errs.NotFound, "This invitation has been accepted or removed.")
		}
		return err
	})
	return removed, err
}

// OpenInvitation returns the invitation of a token, or NotFound.
func (a *Accounts) OpenInvitation(ctx context.Context, token string, ip netip.Addr) (Invitation, error) {
	if err := a.links.allow(ip); err != nil {
		return Invitation{}, err
	}
	return a.invitation(ctx, token)
}

func (a *Accounts) invitation(ctx context.Context, token string) (Invitation, error) {
	i, err := a.store.Links().Invitation(ctx, SessionHash(token))
	if errs.KindOf(err) == errs.NotFound || err == nil && !a.clock.Now().Before(i.ExpiresAt) {
		return Invitation{}, errLinkEnded(askForInvitation)
	}
	return i, err
}

// AcceptInvitation adds the invited person as a user. It works once.
func (a *Accounts) AcceptInvitation(ctx context.Context, choice Acceptance, ip netip.Addr) (User, error) {
	if err := a.links.allow(ip); err != nil {
		return User{}, err
	}
	// Before the password is hashed, which only somebody with a valid link may
	// cause.
	i, err := a.invitation(ctx, choice.Token)
	if err != nil {
		return User{}, err
	}
	n := NewUser{Username: i.Username, FullName: strings.TrimSpace(choice.FullName), Email: i.Email, Role: i.Role, Password: choice.Password}
	if n.Username == "" {
		n.Username = strings.TrimSpace(choice.Username)
	}
	user, err := a.newUser(ctx, n)
	if err != nil {
		return User{}, err
	}
	err = a.store.Write(ctx, func(tx Tx) error {
		if _, err := tx.Links().UseInvitation(ctx, i.TokenHash); errs.KindOf(err) == errs.NotFound {
			return errLinkEnded(askForInvitation)
		} else if err != nil {
			return err
		}
		user, err = insertUser(ctx, tx.Users(), user)
		return err
	})
	return user, err
}
