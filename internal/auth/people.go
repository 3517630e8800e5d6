package auth

import (
	"context"
	"net/mail"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Person is a user as administrators see them.
type Person struct {
	ID         int64      `json:"id"`
	Username   string     `json:"username"`
	FullName   string     `json:"fullName"`
	Email      string     `json:"email"`
	Role       Role       `json:"role"`
	Disabled   bool       `json:"disabled"`
	CreatedAt  time.Time  `json:"createdAt"`
	Sessions   int        `json:"sessions" doc:"How many browsers are signed in"`
	LastSeenAt *time.Time `json:"lastSeenAt,omitempty" doc:"When one of these sessions was last used"`
	// SecondFactor is whether the user has a passkey or an authenticator app.
	SecondFactor bool `json:"secondFactor" doc:"Whether the person has a passkey or an authenticator app"`
}

// SessionSummary is what the sessions of one user have in common.
type SessionSummary struct {
	UserID     int64
	Sessions   int
	LastSeenAt time.Time
}

// PersonEdit is a change to a user. A nil field keeps its stored value.
type PersonEdit struct {
	FullName *string `json:"fullName,omitempty"`
	Email    *string `json:"email,omitempty"`
	Role     *Role   `json:"role,omitempty"`
}

var errNoPerson = errs.Errorf(errs.NotFound, "There is no such person any more.")

// People returns everybody who can sign in or is disabled, ordered by username.
func (a *Accounts) People(ctx context.Context) ([]Person, error) {
	users, err := a.store.Users(ctx)
	if err != nil {
		return nil, err
	}
	now := a.clock.Stamp()
	summaries, err := a.store.SessionSummaries(ctx, now.Add(-sessionIdleLimit), now.Add(-SessionLifetime))
	if err != nil {
		return nil, err
	}
	byUser := make(map[int64]SessionSummary, len(summaries))
	for _, s := range summaries {
		byUser[s.UserID] = s
	}
	withFactor, err := a.store.Factors().UsersWithSecondFactor(ctx)
	if err != nil {
		return nil, err
	}
	people := make([]Person, len(users))
	for i, u := range users {
		people[i] = Person{
			ID: u.ID, Username: u.Username, FullName: u.FullName, Email: u.Email, Role: u.Role,
			Disabled: u.IsDisabled(), CreatedAt: u.CreatedAt, SecondFactor: slices.Contains(withFactor, u.ID),
		}
		if s, ok := byUser[u.ID]; ok {
			people[i].Sessions, people[i].LastSeenAt = s.Sessions, &s.LastSeenAt
		}
	}
	return people, nil
}

// ChangePerson changes a user's name, e-mail or role, and returns the user before
// and after.
func (a *Accounts) ChangePerson(ctx context.Context, id int64, edit PersonEdit) (before, after User, err error) {
	return a.changeUser(ctx, id, func(tx Tx, u *User) error {
		email := u.Email
		validate.SetTrimmed(&u.FullName, edit.FullName)
		validate.SetTrimmed(&u.Email, edit.Email)
		if edit.Role != nil {
			u.Role = *edit.Role
		}
		if u.Email != email {
			// Links that were sent to the previous mailbox.
			if err := tx.Links().DeletePasswordResets(ctx, id); err != nil {
				return err
			}
		}
		return validate.First(checkFullName(u.FullName), checkEmail(u.Email), validate.OneOf("role", u.Role, Roles))
	})
}

// SetDisabled disables a user, or enables the user again. Disabling ends all that
// could let the user in: sessions, links, and passkey challenges. The challenges of
// all users end, because those to sign in name nobody; whoever is just using a
// passkey has to do so again.
func (a *Accounts) SetDisabled(ctx context.Context, id int64, disabled bool) (User, error) {
	_, user, err := a.changeUser(ctx, id, func(tx Tx, u *User) error {
		if !disabled {
			u.DisabledAt = time.Time{}
			return nil
		}
		if !u.IsDisabled() {
			u.DisabledAt = a.clock.Stamp()
		}
		if err := tx.Links().DeletePasswordResets(ctx, id); err != nil {
			return err
		}
		if err := tx.Factors().PurgeChallenges(ctx, a.clock.Stamp(), 0); err != nil {
			return err
		}
		return tx.Sessions().DeleteOf(ctx, id)
	})
	return user, err
}

// lockEnabled keeps others from changing the user until the transaction ends. It
// returns NotFound if the user is disabled or removed.
func lockEnabled(ctx context.Context, users UserTx, id int64) error {
	if err := users.Lock(ctx, id); err != nil {
		return err
	}
	user, err := users.Get(ctx, id)
	if err == nil && user.IsDisabled() {
		return errNoPerson
	}
	return err
}

// EndSessions ends all sessions of a user.
func (a *Accounts) EndSessions(ctx context.Context, id int64) (user User, err error) {
	err = a.store.Write(ctx, func(tx Tx) error {
		if user, err = findUserByID(ctx, tx.Users(), id); err != nil {
			return err
		}
		return tx.Sessions().DeleteOf(ctx, id)
	})
	return user, err
}

// ResetSecondFactor removes what a user signs in with besides the password, and
// ends all of the user's sessions.
func (a *Accounts) ResetSecondFactor(ctx context.Context, id int64) (User, error) {
	user, err := a.store.User(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		return User{}, errNoPerson
	}
	if err != nil {
		return User{}, err
	}
	return user, a.ResetSecondFactors(ctx, user.Username)
}

// changeUser changes a stored user, unless nobody who may edit the site would be
// left.
func (a *Accounts) changeUser(ctx context.Context, id int64, change func(Tx, *User) error) (before, after User, err error) {
	// Exclusive, so that two administrators cannot disable or demote each other at
	// the same time. Locked, so that a password that is changed meanwhile is kept.
	err = a.store.WriteExclusive(ctx, func(tx Tx) error {
		if err := tx.Users().Lock(ctx, id); err != nil && errs.KindOf(err) != errs.NotFound {
			return err
		}
		if before, err = findUserByID(ctx, tx.Users(), id); err != nil {
			return err
		}
		after = before
		if err := change(tx, &after); err != nil {
			return err
		}
		if before.mayEdit() && !after.mayEdit() {
			if err := endEditing(ctx, tx, before); err != nil {
				return err
			}
		}
		after, err = tx.Users().Put(ctx, after)
		return err
	})
	return before, after, err
}

// mayEdit reports whether the user can sign in and edit the site.
func (u User) mayEdit() bool { return u.Role == RoleAdmin && !u.IsDisabled() }

// endEditing is for a user who will not edit the site any more: it ends the
// invitations that the user has made. It returns Conflict if nobody else can edit
// the site.
func endEditing(ctx context.Context, tx Tx, user User) error {
	if err := keepAdministrator(ctx, tx.Users(), user); err != nil {
		return err
	}
	return tx.Links().DeleteInvitationsBy(ctx, user.Username)
}

// keepAdministrator returns Conflict if nobody but the user can edit the site. It
// needs an exclusive transaction.
func keepAdministrator(ctx context.Context, stored UserTx, user User) error {
	users, err := stored.List(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(users, func(u User) bool { return u.mayEdit() && u.ID != user.ID }) {
		return errs.Errorf(errs.Conflict, "%q is the last administrator. Add another one first.", user.Username)
	}
	return nil
}

func findUserByID(ctx context.Context, users UserTx, id int64) (User, error) {
	user, err := users.Get(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		return User{}, errNoPerson
	}
	return user, err
}

func checkFullName(name string) error {
	return validate.Field{Name: "full name", Value: name}.Line()
}

// checkEmail checks an e-mail address, which may be empty.
func checkEmail(email string) error {
	if email == "" {
		return nil
	}
	f := validate.Field{Name: "e-mail", Value: email}
	if err := f.Within(254); err != nil {
		return err
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || !strings.Contains(email, ".") {
		return f.Invalid("must be an e-mail address, such as name@example.com")
	}
	return nil
}

// AdministratorNames returns the full names of those who can edit the site and
// have one.
func (a *Accounts) AdministratorNames(ctx context.Context) ([]string, error) {
	users, err := a.store.Users(ctx)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, u := range users {
		if u.mayEdit() && u.FullName != "" {
			names = append(names, u.FullName)
		}
	}
	return names, nil
}
