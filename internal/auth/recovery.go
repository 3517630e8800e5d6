package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"perimeter/internal/errs"
)

// A recovery code stands in for a lost authenticator app or a forgotten password,
// once. It has 120 random bits, so a plain hash protects it.
const (
	recoveryCodes     = 10
	recoveryCodeChars = 24 // of base32
	recoveryCodeGroup = 6
)

var errWrongRecovery = errs.Errorf(errs.Unauthorized, "Invalid username or recovery code")

// NewRecoveryCodes replaces the user's recovery codes and returns the new ones,
// which are never shown again.
func (a *Accounts) NewRecoveryCodes(ctx context.Context, user User) (codes []string, err error) {
	err = a.store.Write(ctx, func(tx Tx) error {
		codes, err = newRecoveryCodes(ctx, tx.Factors(), user.ID)
		return err
	})
	return codes, err
}

func newRecoveryCodes(ctx context.Context, factors FactorTx, userID int64) ([]string, error) {
	codes, hashes := make([]string, recoveryCodes), make([]string, recoveryCodes)
	for i := range codes {
		text := strings.ToLower(rand.Text()[:recoveryCodeChars])
		var groups []string
		for at := 0; at < len(text); at += recoveryCodeGroup {
			groups = append(groups, text[at:at+recoveryCodeGroup])
		}
		codes[i] = strings.Join(groups, "-")
		hashes[i] = recoveryHash(codes[i])
	}
	return codes, factors.ReplaceRecoveryCodes(ctx, userID, hashes)
}

// recoveryHash is what is stored of a code. How people separate its groups, and
// whether they type capitals, does not matter.
func recoveryHash(code string) string {
	hash := sha256.Sum256([]byte(strings.Join(parts(code), "")))
	return hex.EncodeToString(hash[:])
}

// Recover gives the user of a recovery code a new password, ends all of the user's
// sessions and starts a new one, whose token it returns. The code counts as the
// second factor in it, so that somebody who has lost the phone with the
// authenticator app as well needs no second code; later sign-ins ask for the app
// again. It neither says nor shows by its time whether there is such a user.
func (a *Accounts) Recover(ctx context.Context, c Credentials) (user User, token string, err error) {
	c.Username = strings.TrimSpace(c.Username)
	switch {
	case c.Username == "":
		return User{}, "", errs.Errorf(errs.Invalid, "Username is required")
	case strings.TrimSpace(c.Code) == "":
		return User{}, "", errs.Errorf(errs.Invalid, "The recovery code is required.")
	}
	if err := checkPassword(c.Password, c.Username, a.companyWords); err != nil {
		return User{}, "", err
	}
	err = a.limitedByClient(ctx, c, func(at *attempt) error {
		user, err = findUser(ctx, a.store.UserByName, c.Username)
		if err != nil && errs.KindOf(err) != errs.NotFound {
			return err
		}
		// Before anything is known, so that it takes as long in every case.
		hash, err := a.hasher.hash(ctx, at.known, c.Password)
		if err != nil {
			return err
		}
		token, err = a.startSession(ctx, user, c, true, at, func(tx Tx) error {
			if err := tx.Factors().UseRecoveryCode(ctx, user.ID, recoveryHash(c.Code)); err != nil {
				return err
			}
			if err := replacePassword(ctx, tx, user, hash); err != nil {
				return err
			}
			return tx.Sessions().DeleteOf(ctx, user.ID)
		})
		return err
	})
	if errs.KindOf(err) == errs.Unauthorized {
		err = errWrongRecovery
	}
	return user, token, err
}

// replacePassword gives the user a new password, or returns NotFound if the
// password has changed since the user was read.
func replacePassword(ctx context.Context, tx Tx, user User, hash string) error {
	if err := tx.Users().LockPasswordHash(ctx, user.ID, user.PasswordHash); err != nil {
		return err
	}
	// Read again under the lock: the rest may have changed.
	current, err := tx.Users().ByName(ctx, user.Username)
	if err != nil {
		return err
	}
	current.PasswordHash = hash
	if _, err := tx.Users().Put(ctx, current); err != nil {
		return err
	}
	// Links to choose a new password were for the previous one.
	if err := tx.Links().DeletePasswordResets(ctx, user.ID); err != nil {
		return err
	}
	return tx.Users().DeleteSetup(ctx, user.ID)
}

// ResetSecondFactors removes a user's passkeys, authenticator app and recovery
// codes, for somebody who has lost them, and ends all of the user's sessions.
func (a *Accounts) ResetSecondFactors(ctx context.Context, username string) error {
	return a.store.Write(ctx, func(tx Tx) error {
		user, err := findUser(ctx, tx.Users().ByName, username)
		if err != nil {
			return err
		}
		if err := tx.Factors().DeleteTOTP(ctx, user.ID); err != nil {
			return err
		}
		if err := tx.Factors().ReplaceRecoveryCodes(ctx, user.ID, nil); err != nil {
			return err
		}
		if err := tx.Factors().DeletePasskeys(ctx, user.ID); err != nil {
			return err
		}
		return tx.Sessions().DeleteOf(ctx, user.ID)
	})
}
