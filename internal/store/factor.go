package store

import (
	"context"

	"perimeter/internal/auth"
	"perimeter/internal/store/db"
)

func (r reader) TOTP(ctx context.Context, userID int64) (auth.TOTP, error) {
	return one(ctx, r, subject{noun: "authenticator app"}, r.q.GetTOTP, userID, func(row db.Totp) auth.TOTP {
		return auth.TOTP{UserID: row.UserID, Secret: row.Secret, UsedStep: row.UsedStep, Confirmed: row.Confirmed}
	})
}

// factorTx is the second factors in a transaction.
type factorTx struct{ tx }

// Factors returns the second factors.
func (s *Store) Factors() auth.FactorStore { return s }

func (t tx) Factors() auth.FactorTx { return factorTx{t} }

func (t factorTx) PutTOTP(ctx context.Context, app auth.TOTP) error {
	return exec(ctx, t.tx, subject{noun: "user"}, t.q.PutTOTP,
		db.PutTOTPParams{UserID: app.UserID, Secret: app.Secret, UsedStep: app.UsedStep, Confirmed: app.Confirmed})
}

func (t factorTx) UseTOTP(ctx context.Context, app auth.TOTP, step int64) error {
	return affect(ctx, t.tx, subject{noun: "authenticator app"}, t.q.UseTOTP,
		db.UseTOTPParams{UserID: app.UserID, Secret: app.Secret, Step: step})
}

func (t factorTx) DeleteTOTP(ctx context.Context, userID int64) error {
	return exec(ctx, t.tx, subject{}, t.q.DeleteTOTP, userID)
}

func (r reader) RecoveryCodesLeft(ctx context.Context, userID int64) (int, error) {
	return one(ctx, r, subject{}, r.q.CountRecoveryCodes, userID, func(n int64) int { return int(n) })
}

func (t factorTx) ReplaceRecoveryCodes(ctx context.Context, userID int64, hashes []string) error {
	if err := exec(ctx, t.tx, subject{}, t.q.DeleteRecoveryCodes, userID); err != nil {
		return err
	}
	for _, hash := range hashes {
		err := exec(ctx, t.tx, subject{noun: "user"}, t.q.InsertRecoveryCode, db.InsertRecoveryCodeParams{UserID: userID, CodeHash: hash})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t factorTx) UseRecoveryCode(ctx context.Context, userID int64, hash string) error {
	return affect(ctx, t.tx, subject{noun: "recovery code"}, t.q.UseRecoveryCode,
		db.UseRecoveryCodeParams{UserID: userID, CodeHash: hash})
}

func (r reader) AccountSetup(ctx context.Context, userID int64) (auth.Setup, error) {
	return one(ctx, r, subject{noun: "account setup"}, r.q.GetAccountSetup, userID, func(row db.AccountSetup) auth.Setup {
		return auth.Setup{UserID: row.UserID, Postponed: row.Postponed}
	})
}

func (t userTx) PutSetup(ctx context.Context, s auth.Setup) error {
	return exec(ctx, t.tx, subject{noun: "user"}, t.q.PutAccountSetup, db.PutAccountSetupParams{UserID: s.UserID, Postponed: s.Postponed})
}

func (t userTx) DeleteSetup(ctx context.Context, userID int64) error {
	return exec(ctx, t.tx, subject{}, t.q.DeleteAccountSetup, userID)
}
