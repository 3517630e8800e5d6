package auth

import (
	"context"
	"time"
)

// FactorStore reads what users can prove themselves with besides the password.
type FactorStore interface {
	// TOTP returns the user's authenticator app, confirmed or not.
	TOTP(ctx context.Context, userID int64) (TOTP, error)
	RecoveryCodesLeft(ctx context.Context, userID int64) (int, error)
	// Passkeys returns the user's passkeys, the oldest first.
	Passkeys(ctx context.Context, userID int64) ([]Passkey, error)
	PasskeyByCredential(ctx context.Context, credentialID string) (Passkey, error)
	// UsersWithSecondFactor returns the IDs of those who have a passkey or a
	// confirmed authenticator app.
	UsersWithSecondFactor(ctx context.Context) ([]int64, error)
}

// FactorTx changes it. What belongs to a user is deleted
// with the user.
type FactorTx interface {
	// PutTOTP inserts or replaces the user's authenticator app.
	PutTOTP(ctx context.Context, app TOTP) error
	// UseTOTP confirms the app and records the period of a code. It returns
	// NotFound if the app's secret has changed or a code of that period or a later
	// one was used.
	UseTOTP(ctx context.Context, app TOTP, step int64) error
	// DeleteTOTP deletes the user's authenticator app, if there is one.
	DeleteTOTP(ctx context.Context, userID int64) error

	// ReplaceRecoveryCodes makes these the only recovery codes of the user.
	ReplaceRecoveryCodes(ctx context.Context, userID int64, hashes []string) error
	// UseRecoveryCode deletes a recovery code, or returns NotFound.
	UseRecoveryCode(ctx context.Context, userID int64, hash string) error

	// AddPasskey inserts a passkey and returns it with its ID, or Conflict if the
	// credential is known already.
	AddPasskey(ctx context.Context, p Passkey) (Passkey, error)
	// UsePasskey records a use and the credential after it. It returns NotFound if
	// the passkey was removed or used since it was read.
	UsePasskey(ctx context.Context, known Passkey, credential string, at time.Time) error
	// RenamePasskey and DeletePasskey return NotFound if the passkey is not the
	// user's.
	RenamePasskey(ctx context.Context, userID, id int64, name string) error
	DeletePasskey(ctx context.Context, userID, id int64) error
	// DeletePasskeys deletes all passkeys of the user.
	DeletePasskeys(ctx context.Context, userID int64) error

	AddChallenge(ctx context.Context, c Challenge) error
	// UseChallenge deletes a challenge and returns it.
	UseChallenge(ctx context.Context, hash [32]byte) (Challenge, error)
	// PurgeChallenges deletes the challenges that have expired at now and, if more
	// than keep are left, those that would expire first.
	PurgeChallenges(ctx context.Context, now time.Time, keep int) error
}
