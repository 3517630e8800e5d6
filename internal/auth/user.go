package auth

import (
	"context"
	"regexp"
	"slices"
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
}

// NewUser is a user to be added, with the password in plain text.
type NewUser struct {
	Username string
	FullName string
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
	n.Username, n.FullName = strings.TrimSpace(n.Username), strings.TrimSpace(n.FullName)
	if err := validate.First(
		checkUsername(n.Username),
		validate.Field{Name: "full name", Value: n.FullName}.Within(validate.MaxLine),
		validate.OneOf("role", n.Role, Roles),
		checkPassword(n.Password, n.Username, a.companyWords),
	); err != nil {
		return User{}, err
	}
	hash, err := a.hasher.hash(ctx, true, n.Password)
	if err != nil {
		return User{}, err
	}
	user := User{
		Username: n.Username, FullName: n.FullName, Role: n.Role,
		PasswordHash: hash, CreatedAt: a.clock.Stamp(),
	}
	err = a.store.Write(ctx, func(tx Tx) error {
		switch _, err := tx.UserByName(ctx, n.Username); {
		case err == nil:
			return errs.Errorf(errs.Conflict, "The username %q is already taken.", n.Username)
		case errs.KindOf(err) != errs.NotFound:
			return err
		}
		if user, err = tx.PutUser(ctx, user); err != nil || !n.Generated {
			return err
		}
		return tx.PutAccountSetup(ctx, Setup{UserID: user.ID})
	})
	return user, err
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
	return a.store.Write(ctx, func(tx Tx) error {
		user, err := findUser(ctx, tx, username)
		if err != nil {
			return err
		}
		user.PasswordHash = hash
		if _, err := tx.PutUser(ctx, user); err != nil {
			return err
		}
		if err := tx.DeleteAccountSetup(ctx, user.ID); err != nil {
			return err
		}
		return tx.DeleteUserSessions(ctx, user.ID)
	})
}

// RemoveUser removes a user and all of the user's sessions. The last
// administrator cannot be removed, because nobody could edit the site any more.
func (a *Accounts) RemoveUser(ctx context.Context, username string) error {
	// Exclusive, so that two concurrent calls cannot remove the last two
	// administrators, each counting on the other one.
	return a.store.WriteExclusive(ctx, func(tx Tx) error {
		user, err := findUser(ctx, tx, username)
		if err != nil {
			return err
		}
		users, err := tx.Users(ctx)
		if err != nil {
			return err
		}
		another := slices.ContainsFunc(users, func(u User) bool { return u.Role == RoleAdmin && u.ID != user.ID })
		if user.Role == RoleAdmin && !another {
			return errs.Errorf(errs.Conflict, "%q is the last administrator. Add another one first.", user.Username)
		}
		return tx.DeleteUser(ctx, user.ID)
	})
}

type userFinder interface {
	UserByName(ctx context.Context, username string) (User, error)
}

func findUser(ctx context.Context, from userFinder, username string) (User, error) {
	missing := errs.Errorf(errs.NotFound, "There is no user %q.", username)
	if !usernamePattern.MatchString(username) {
		return User{}, missing
	}
	user, err := from.UserByName(ctx, username)
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
