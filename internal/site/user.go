package site

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Role says what a user may do.
type Role string

// The roles. Only an administrator may use the back office.
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

// NewUser is a user to be added, with the password in clear.
type NewUser struct {
	Username string
	FullName string
	Role     Role
	Password string
}

// UserReader reads users. Usernames are compared without regard to case.
type UserReader interface {
	// Users returns all users ordered by username.
	Users(ctx context.Context) ([]User, error)
	User(ctx context.Context, id int64) (User, error)
	UserByName(ctx context.Context, username string) (User, error)
}

// UserWriter writes users.
type UserWriter interface {
	// PutUser inserts the user when its ID is 0 and updates it otherwise, and
	// returns it as stored.
	PutUser(ctx context.Context, u User) (User, error)
	// DeleteUser removes the user with all of the user's sessions, or returns
	// NotFound.
	DeleteUser(ctx context.Context, id int64) error
	// HoldPassword keeps the user's password as it is until the transaction ends,
	// or returns NotFound when it is another one by now.
	HoldPassword(ctx context.Context, id int64, hash string) error
}

// The lengths of a password: its least number of characters, and its most
// bytes, which bound the work of hashing.
const (
	minPassword = 8
	maxPassword = 1024
)

var usernamePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$`)

// Users returns everybody who can sign in, ordered by username.
func (s *Site) Users(ctx context.Context) ([]User, error) {
	return s.store.Users(ctx)
}

// AddUser adds somebody who can sign in.
func (s *Site) AddUser(ctx context.Context, n NewUser) (User, error) {
	n.Username, n.FullName = strings.TrimSpace(n.Username), strings.TrimSpace(n.FullName)
	if err := firstError(
		checkUsername(n.Username),
		field{"full name", n.FullName}.within(maxLine),
		checkRole(n.Role),
		checkPassword(n.Password),
	); err != nil {
		return User{}, err
	}
	hash, err := s.vault.hash(ctx, n.Password)
	if err != nil {
		return User{}, err
	}
	user := User{
		Username: n.Username, FullName: n.FullName, Role: n.Role,
		PasswordHash: hash, CreatedAt: s.stamp(),
	}
	err = s.store.Write(ctx, func(tx Tx) error {
		switch _, err := tx.UserByName(ctx, n.Username); {
		case err == nil:
			return Errorf(Conflict, "The username %q is already taken.", n.Username)
		case KindOf(err) != NotFound:
			return err
		}
		user, err = tx.PutUser(ctx, user)
		return err
	})
	return user, err
}

// SetPassword gives a user a new password and ends all of the user's sessions.
func (s *Site) SetPassword(ctx context.Context, username, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	hash, err := s.vault.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx Tx) error {
		user, err := namedUser(ctx, tx, username)
		if err != nil {
			return err
		}
		user.PasswordHash = hash
		if _, err := tx.PutUser(ctx, user); err != nil {
			return err
		}
		return tx.DeleteUserSessions(ctx, user.ID)
	})
}

// RemoveUser removes a user with all sessions. The last administrator stays,
// because nobody could edit the site any more.
func (s *Site) RemoveUser(ctx context.Context, username string) error {
	// Publications run one at a time: two administrators cannot both go because
	// each counts on the other.
	return s.store.Publish(ctx, func(tx Tx) error {
		user, err := namedUser(ctx, tx, username)
		if err != nil {
			return err
		}
		users, err := tx.Users(ctx)
		if err != nil {
			return err
		}
		another := slices.ContainsFunc(users, func(u User) bool { return u.Role == RoleAdmin && u.ID != user.ID })
		if user.Role == RoleAdmin && !another {
			return Errorf(Conflict, "%q is the last administrator. Add another one first.", user.Username)
		}
		return tx.DeleteUser(ctx, user.ID)
	})
}

func namedUser(ctx context.Context, r Reader, username string) (User, error) {
	missing := Errorf(NotFound, "There is no user %q.", username)
	if !usernamePattern.MatchString(username) {
		return User{}, missing
	}
	user, err := r.UserByName(ctx, username)
	if KindOf(err) == NotFound {
		return User{}, missing
	}
	return user, err
}

func checkUsername(username string) error {
	f := field{"username", username}
	if err := f.required(64); err != nil {
		return err
	}
	if !usernamePattern.MatchString(username) {
		return f.invalid("may hold only letters, digits and the characters . _ - @ + and begins with a letter or digit")
	}
	return nil
}

func checkRole(role Role) error {
	if !slices.Contains(Roles, role) {
		return field{name: "role"}.invalid("must be one of " + list(Roles))
	}
	return nil
}

func checkPassword(password string) error {
	switch {
	case password == "":
		return Errorf(Invalid, "The password is required.")
	case len([]rune(password)) < minPassword:
		return Errorf(Invalid, "The password is too short: at least %d characters are needed.", minPassword)
	case len(password) > maxPassword:
		return Errorf(Invalid, "The password is too long: at most %d bytes are possible.", maxPassword)
	}
	return nil
}
