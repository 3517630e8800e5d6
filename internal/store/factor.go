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

func (t tx) PutTOTP(ctx context.Context, app auth.TOTP) error {
	return exec(ctx, t, subject{noun: "user"}, t.q.PutTOTP,
		db.PutTOTPParams{UserID: app.UserID, Secret: app.Secret, UsedStep: app.UsedStep, Confirmed: app.Confirmed})
}

func (t tx) UseTOTP(ctx context.Context, app auth.TOTP, step int64) error {
	return affect(ctx, t, subject{noun: "authenticator app"}, t.q.UseTOTP,
		db.UseTOTPParams{UserID: app.UserID, Secret: app.Secret, Step: step})
}

func (t tx) DeleteTOTP(ctx context.Context, userID int64) error {
	return exec(ctx, t, subject{}, t.q.DeleteTOTP, userID)
}

func (r reader) RecoveryCodesLeft(ctx context.Context, userID int64) (int, error) {
	return one(ctx, r, subject{}, r.q.CountRecoveryCodes, userID, func(n int64) int { return int(n) })
}

func (t tx) ReplaceRecoveryCodes(ctx context.Context, userID int64, hashes []string) error {
	if err := exec(ctx, t, subject{}, t.q.DeleteRecoveryCodes, userID); err != nil {
		return err
	}
	for _, hash := range hashes {
		err := exec(ctx, t, subject{noun: "user"}, t.q.InsertRecoveryCode, db.InsertRecoveryCodeParams{UserID: userID, CodeHash: hash})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t tx) UseRecoveryCode(ctx context.Context, userID int64, hash string) error {
	return affect(ctx, t, subject{noun: "recovery code"}, t.q.UseRecoveryCode,
		db.UseRecoveryCodeParams{UserID: userID, CodeHash: hash})
}

func (r reader) AccountSetup(ctx context.Context, userID int64) (auth.Setup, error) {
	return one(ctx, r, subject{noun: "account setup"}, r.q.GetAccountSetup, userID, func(row db.AccountSetup) auth.Setup {
		return auth.Setup{UserID: row.UserID, Postponed: row.Postponed}
	})
}

func (t tx) PutAccountSetup(ctx context.Context, s auth.Setup) error {
	return exec(ctx, t, subject{noun: "user"}, t.q.PutAccountSetup, db.PutAccountSetupParams{UserID: s.UserID, Postponed: s.Postponed})
}

func (t tx) DeleteAccountSetup(ctx context.Context, userID int64) error {
	return exec(ctx, t, subject{}, t.q.DeleteAccountSetup, userID)
}
