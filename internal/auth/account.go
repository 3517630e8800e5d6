package auth

import (
	"context"
	"strings"

	"perimeter/internal/errs"
)

// Setup says that a user still has the password that was generated for them.
type Setup struct {
	UserID    int64
	Postponed bool // the user does not want to be asked now
}

// Overview is what users see of their own account.
type Overview struct {
	Username          string `json:"username"`
	FullName          string `json:"fullName"`
	Role              Role   `json:"role"`
	HasTOTP           bool   `json:"hasTotp" doc:"Whether signing in with the password needs a code of an authenticator app"`
	RecoveryCodesLeft int    `json:"recoveryCodesLeft"`
	PasskeysAvailable bool   `json:"passkeysAvailable" doc:"Whether the site's host name allows passkeys"`
	SetupDue          bool   `json:"setupDue" doc:"Whether the user still has a generated password"`
	SetupPostponed    bool   `json:"setupPostponed" doc:"Whether the user wants to replace it later"`
}

// Overview returns the user's own account.
func (a *Accounts) Overview(ctx context.Context, user User) (Overview, error) {
	o := Overview{Username: user.Username, FullName: user.FullName, Role: user.Role, PasskeysAvailable: a.passkeys != nil}
	app, err := a.store.Factors().TOTP(ctx, user.ID)
	if err != nil && errs.KindOf(err) != errs.NotFound {
		return Overview{}, err
	}
	o.HasTOTP = app.Confirmed
	if o.RecoveryCodesLeft, err = a.store.Factors().RecoveryCodesLeft(ctx, user.ID); err != nil {
		return Overview{}, err
	}
	setup, err := a.store.AccountSetup(ctx, user.ID)
	if err != nil && errs.KindOf(err) != errs.NotFound {
		return Overview{}, err
	}
	o.SetupDue, o.SetupPostponed = err == nil, setup.Postponed
	return o, nil
}

// SetFullName changes the name that others see, also the visitors of the chat.
func (a *Accounts) SetFullName(ctx context.Context, user User, fullName string) error {
	fullName = strings.TrimSpace(fullName)
	if err := checkFullName(fullName); err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx Tx) error { return tx.Users().SetFullName(ctx, user.ID, fullName) })
}

// ChangePassword replaces the password of the token's user, c.Password, and ends
// the user's other sessions. The limits on signing in apply.
func (a *Accounts) ChangePassword(ctx context.Context, token string, c Credentials, next string) error {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	if c.Password == "" {
		return errs.Errorf(errs.Invalid, "The current password is required.")
	}
	if err := checkPassword(next, user.Username, a.companyWords); err != nil {
		return err
	}
	if next == c.Password {
		return errs.Errorf(errs.Invalid, "The new password is the current one. Please choose another.")
	}
	c.Username = user.Username
	err = a.limited(ctx, c, func(at *attempt) error {
		if err := a.matchPassword(ctx, at, user, c.Password); err != nil {
			return err
		}
		hash, err := a.hasher.hash(ctx, true, next)
		if err != nil {
			return err
		}
		return a.store.Write(ctx, func(tx Tx) error {
			if err := a.limits.CheckShared(ctx, tx.Uses(), at.keys...); err != nil {
				return err
			}
			if err := replacePassword(ctx, tx, user, hash); err != nil {
				return err
			}
			if err := tx.Sessions().Prove(ctx, session.TokenHash, a.clock.Stamp()); err != nil {
				return err
			}
			// Also to this browser, which registers again while it is signed in.
			if err := tx.Sessions().EndPush(ctx, user.ID); err != nil {
				return err
			}
			return tx.Sessions().DeleteOthers(ctx, user.ID, session.TokenHash)
		})
	})
	return notYours(err, "This is not your current password.")
}

// notYours turns Unauthorized, which would say that the session has ended, into
// Forbidden.
func notYours(err error, message string) error {
	if errs.KindOf(err) == errs.Unauthorized {
		return errs.Errorf(errs.Forbidden, "%s", message)
	}
	return err
}

// PostponeSetup keeps the user from being asked for a new password on every visit.
func (a *Accounts) PostponeSetup(ctx context.Context, user User) error {
	_, err := a.store.AccountSetup(ctx, user.ID)
	if errs.KindOf(err) == errs.NotFound {
		return nil // there is nothing left to set up
	}
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx Tx) error {
		return tx.Users().PutSetup(ctx, Setup{UserID: user.ID, Postponed: true})
	})
}
