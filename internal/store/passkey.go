package store

import (
	"context"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/store/db"
)

func passkey(row db.Passkey) auth.Passkey {
	p := auth.Passkey{
		ID: row.ID, UserID: row.UserID, CredentialID: row.CredentialID, Name: row.Name,
		AddedAt: instant(row.AddedAt), Credential: row.Credential,
	}
	if row.UsedAt != 0 {
		used := instant(row.UsedAt)
		p.UsedAt = &used
	}
	return p
}

func (r reader) Passkeys(ctx context.Context, userID int64) ([]auth.Passkey, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.Passkey, error) { return r.q.ListPasskeys(ctx, userID) }, passkey)
}

func (r reader) PasskeyByCredential(ctx context.Context, credentialID string) (auth.Passkey, error) {
	return one(ctx, r, subject{noun: "passkey"}, r.q.GetPasskeyByCredential, credentialID, passkey)
}

func (t factorTx) AddPasskey(ctx context.Context, p auth.Passkey) (auth.Passkey, error) {
	s := subject{noun: "passkey", field: "credential", value: p.CredentialID}
	return one(ctx, t.reader, s, t.q.InsertPasskey, db.InsertPasskeyParams{
		UserID: p.UserID, CredentialID: p.CredentialID, Name: p.Name, AddedAt: micros(p.AddedAt), Credential: p.Credential,
	}, passkey)
}

func (t factorTx) UsePasskey(ctx context.Context, known auth.Passkey, credential string, at time.Time) error {
	return affect(ctx, t.tx, subject{noun: "passkey"}, t.q.UsePasskey,
		db.UsePasskeyParams{ID: known.ID, Known: known.Credential, Updated: credential, UsedAt: micros(at)})
}

func (t factorTx) RenamePasskey(ctx context.Context, userID, id int64, name string) error {
	return affect(ctx, t.tx, subject{noun: "passkey"}, t.q.RenamePasskey, db.RenamePasskeyParams{ID: id, UserID: userID, Name: name})
}

func (t factorTx) DeletePasskey(ctx context.Context, userID, id int64) error {
	return affect(ctx, t.tx, subject{noun: "passkey"}, t.q.DeletePasskey, db.DeletePasskeyParams{ID: id, UserID: userID})
}

func (t factorTx) DeletePasskeys(ctx context.Context, userID int64) error {
	return exec(ctx, t.tx, subject{}, t.q.DeletePasskeys, userID)
}

func (t factorTx) AddChallenge(ctx context.Context, c auth.Challenge) error {
	*t.essential = true // part of signing in
	return exec(ctx, t.tx, subject{noun: "challenge"}, t.q.InsertChallenge,
		db.InsertChallengeParams{Hash: c.Hash[:], ExpiresAt: micros(c.ExpiresAt), Data: c.Data})
}

func (t factorTx) UseChallenge(ctx context.Context, hash [32]byte) (auth.Challenge, error) {
	*t.essential = true
	return one(ctx, t.reader, subject{noun: "challenge"}, t.q.UseChallenge, hash[:], func(row db.Challenge) auth.Challenge {
		return auth.Challenge{Hash: hash, ExpiresAt: instant(row.ExpiresAt), Data: row.Data}
	})
}

func (t factorTx) PurgeChallenges(ctx context.Context, now time.Time, keep int) error {
	return exec(ctx, t.tx, subject{}, func(ctx context.Context, at int64) error {
		if err := t.q.DeleteChallengesUntil(ctx, at); err != nil {
			return err
		}
		return t.q.DeleteChallengesBeyond(ctx, int32(keep))
	}, micros(now))
}
