package auth

import (
	"context"
	"regexp"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Role says what a user may do.
type Role string

// The roles. Only administrators may use the back office.
const (
	RoleAdmin Role = "admin"
	RoleStaff Role = "staff"
)

// Roles are all roles.
var Roles = []Role{RoleAdmin, RoleStaff}

// User is somebody who can sign in.
type User struct {
	ID           int64     `json:"id"`
	Username     string    `json:"username"`
	FullName     string    `json:"fullName"`
	Role         Role      `json:"role"`
	PasswordHash string    `json:"-"`
	CreatedAt    time.Time `json:"createdAt"`
	Email        string    `json:"email,omitempty"`
	DisabledAt   time.Time `json:"-"` // zero if the user may sign in
}

// IsDisabled reports whether the user is kept from signing in.
func (u User) IsDisabled() bool { return !u.DisabledAt.IsZero() }

// NewUser is a user to be added, with the password in plain text.
type NewUser struct {
	Username string
	FullName string
	Email    string
	Role     Role
	Password string
	// Generated is whether the password is a random one that the user should
	// replace.
	Generated bool
}

var usernamePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$`)

// Users returns everybody who can sign in, ordered by username.
func (a *Accounts) Users(ctx context.Context) ([]User, error) {
	return a.store.Users(ctx)
}

// AddUser adds a user.
func (a *Accounts) AddUser(ctx context.Context, n NewUser) (User, error) {
	user, err := a.newUser(ctx, n)
	if err != nil {
		return User{}, err
	}
	err = a.store.Write(ctx, func(tx Tx) error {
		if user, err = insertUser(ctx, tx.Users(), user); err != nil || !n.Generated {
			return err
		}
		return tx.Users().PutSetup(ctx, Setup{UserID: user.ID})
	})
	return user, err
}

// newUser checks a new user and hashes the password.
func (a *Accounts) newUser(ctx context.Context, n NewUser) (User, error) {
	n.Username, n.FullName, n.Email = strings.TrimSpace(n.Username), strings.TrimSpace(n.FullName), strings.TrimSpace(n.Email)
	if err := validate.First(
		checkUsername(n.Username),
		checkFullName(n.FullName),
		checkEmail(n.Email),
		validate.OneOf("role", n.Role, Roles),
		checkPassword(n.Password, n.Username, a.companyWords),
	); err != nil {
		return User{}, err
	}
	hash, err := a.hasher.hash(ctx, true, n.Password)
	if err != nil {
		return User{}, err
	}
	return User{
		Username: n.Username, FullName: n.FullName, Email: n.Email, Role: n.Role,
		PasswordHash: hash, CreatedAt: a.clock.Stamp(),
	}, nil
}

func insertUser(ctx context.Context, users UserTx, user User) (User, error) {
	if err := checkFree(ctx, users, user.Username); err != nil {
		return User{}, err
	}
	return users.Put(ctx, user)
}

// checkFree returns Conflict if a user has the username.
func checkFree(ctx context.Context, users UserTx, username string) error {
	switch _, err := findUser(ctx, users.ByName, username); {
	case err == nil:
		return errs.Errorf(errs.Conflict, "The username %q is already taken.", username)
	case errs.KindOf(err) != errs.NotFound:
		return err
	}
	return nil
}

// SetPassword gives a user a new password and ends all of the user's sessions.
func (a *Accounts) SetPassword(ctx context.Context, username, password string) error {
	if err := checkPassword(password, username, a.companyWords); err != nil {
		return err
	}
	hash, err := a.hasher.hash(ctx, true, password)
	if err != nil {
		return err
	}
	user, err := findUser(ctx, a.store.UserByName, username)
	if err != nil {
		return err
	}
	_, _, err = a.changeUser(ctx, user.ID, func(tx Tx, u *User) error { return putPassword(ctx, tx, u, hash) })
	return err
}

// RemoveUser removes a user with all of the user's sessions and invitations. The last
// administrator cannot be removed, because nobody could edit the site any more.
func (a *Accounts) RemoveUser(ctx context.Context, username string) error {
	// Exclusive, so that two concurrent calls cannot remove the last two
	// administrators, each counting on the other one.
	return a.store.WriteExclusive(ctx, func(tx Tx) error {
		user, err := findUser(ctx, tx.Users().ByName, username)
		if err != nil {
			return err
		}
		if user.mayEdit() {
			if err := endEditing(ctx, tx, user); err != nil {
				return err
			}
		}
		return tx.Users().Delete(ctx, user.ID)
	})
}

type userFinder func(ctx context.Context, username string) (User, error)

func findUser(ctx context.Context, byName userFinder, username string) (User, error) {
	missing := errs.Errorf(errs.NotFound, "There is no user %q.", username)
	if !usernamePattern.MatchString(username) {
		return User{}, missing
	}
	user, err := byName(ctx, username)
	if errs.KindOf(err) == errs.NotFound {
		return User{}, missing
	}
	return user, err
}

func checkUsername(username string) error {
	f := validate.Field{Name: "username", Value: username}
	if err := f.Required(64); err != nil {
		return err
	}
	if !usernamePattern.MatchString(username) {
		return f.Invalid("may hold only letters, digits and the characters . _ - @ + and begins with a letter or digit")
	}
	return nil
}
