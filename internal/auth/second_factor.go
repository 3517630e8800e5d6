package auth

import (
	"context"
	"slices"
	"strings"

	"perimeter/internal/errs"
)

// CodeSecondFactorRequired is the code of the error that says that administrators
// need a second factor, and that this session has none.
const CodeSecondFactorRequired = "second_factor_required"

var errSecondFactorRequired = &errs.Error{
	Kind: errs.Forbidden, Code: CodeSecondFactorRequired,
	Message: "Administrators of this site need a second factor. Reload the page to continue.",
}

// AuthenticateAdmin is Authenticate for administrators. It returns Forbidden for
// other users, and with CodeSecondFactorRequired for a session without the second
// factor that administrators need; it then returns the user too.
func (a *Accounts) AuthenticateAdmin(ctx context.Context, token string) (User, error) {
	session, user, err := a.authenticate(ctx, token)
	if err != nil {
		return User{}, err
	}
	return user, a.requireAdmin(ctx, session, user)
}

func (a *Accounts) requireAdmin(ctx context.Context, session Session, user User) error {
	if user.Role != RoleAdmin {
		return errs.Errorf(errs.Forbidden, "Only administrators may do this.")
	}
	due, err := a.secondFactorDue(ctx, session, user)
	if err == nil && due {
		err = errSecondFactorRequired
	}
	return err
}

// SecondFactorDue reports whether the token's user must show a second factor
// before anything else.
func (a *Accounts) SecondFactorDue(ctx context.Context, token string) (bool, error) {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return false, err
	}
	return a.secondFactorDue(ctx, session, user)
}

func (a *Accounts) secondFactorDue(ctx context.Context, session Session, user User) (bool, error) {
	if session.SecondFactor || user.Role != RoleAdmin {
		return false, nil
	}
	return a.store.SecondFactorRequired(ctx)
}

// CheckSecondFactorUsed returns Forbidden with CodeSecondFactorRequired if the
// token's user has a second factor, needs it and has not shown it. Otherwise a
// stolen password would be enough to replace it.
func (a *Accounts) CheckSecondFactorUsed(ctx context.Context, token string) error {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	due, err := a.secondFactorDue(ctx, session, user)
	if err != nil || !due {
		return err
	}
	has, err := a.hasSecondFactor(ctx, user)
	if err == nil && has {
		err = errSecondFactorRequired
	}
	return err
}

// ShowCode records in the token's session that its user has shown a second factor:
// a code of the authenticator app, or a recovery code. It is for sessions that began
// with the password alone, also after the device with the only passkey was lost.
// The limits on signing in apply.
func (a *Accounts) ShowCode(ctx context.Context, token string, c Credentials) error {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	if strings.TrimSpace(c.Code) == "" {
		return errs.Errorf(errs.Invalid, "Code is required")
	}
	c.Username = user.Username
	err = a.limited(ctx, c, func(at *attempt) error {
		use, err := a.checkCode(ctx, at, user, c.Code)
		if err != nil {
			return err
		}
		if use == nil { // without an app
			use = func(tx Tx) error { return wrongCode(tx.Factors().UseRecoveryCode(ctx, user.ID, recoveryHash(c.Code))) }
		}
		return a.store.Write(ctx, func(tx Tx) error {
			if err := a.limits.CheckShared(ctx, tx.Uses(), at.keys...); err != nil {
				return err
			}
			if err := use(tx); err != nil {
				return err
			}
			return tx.Sessions().MarkSecondFactor(ctx, session.TokenHash)
		})
	})
	return notYours(err, errWrongCode.Message)
}

func (a *Accounts) hasSecondFactor(ctx context.Context, user User) (bool, error) {
	users, err := a.store.Factors().UsersWithSecondFactor(ctx)
	return slices.Contains(users, user.ID), err
}

// SecondFactorRequired reports whether administrators need a second factor.
func (a *Accounts) SecondFactorRequired(ctx context.Context) (bool, error) {
	return a.store.SecondFactorRequired(ctx)
}

// RequireSecondFactor changes whether administrators need a second factor. Only
// somebody who has shown one in the token's session can demand it of others.
func (a *Accounts) RequireSecondFactor(ctx context.Context, token string, required bool) error {
	session, _, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	if required && !session.SecondFactor {
		return errs.Errorf(errs.Conflict,
			"Add a passkey or an authenticator app to your own account first. If you have one, log out and log in with it.")
	}
	return a.store.Write(ctx, func(tx Tx) error { return tx.Users().RequireSecondFactor(ctx, required) })
}
