package store

import (
	"context"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/store/db"
)

func invitation(row db.Invitation) auth.Invitation {
	i := auth.Invitation{
		ID:        row.ID,
		Username:  row.Username,
		FullName:  row.FullName,
		Email:     row.Email,
		Role:      auth.Role(row.Role),
		InvitedBy: row.InvitedBy,
		CreatedAt: instant(row.CreatedAt),
		ExpiresAt: instant(row.ExpiresAt),
	}
	copy(i.TokenHash[:], row.TokenHash)
	return i
}

func passwordReset(row db.PasswordReset) auth.PasswordReset {
	r := auth.PasswordReset{UserID: row.UserID, ExpiresAt: instant(row.ExpiresAt)}
	copy(r.TokenHash[:], row.TokenHash)
	return r
}

func (r reader) Invitations(ctx context.Context) ([]auth.Invitation, error) {
	return all(ctx, r, r.q.ListInvitations, invitation)
}

func (r reader) Invitation(ctx context.Context, tokenHash [32]byte) (auth.Invitation, error) {
	return one(ctx, r, subject{noun: "invitation"}, r.q.GetInvitation, tokenHash[:], invitation)
}

func (r reader) PasswordReset(ctx context.Context, tokenHash [32]byte) (auth.PasswordReset, error) {
	return one(ctx, r, subject{noun: "password reset"}, r.q.GetPasswordReset, tokenHash[:], passwordReset)
}

// linkTx is the links in a transaction.
type linkTx struct{ tx }

// Links returns the invitations and the links to set a password.
func (s *Store) Links() auth.LinkStore { return s }

func (t tx) Links() auth.LinkTx { return linkTx{t} }

func (t linkTx) PutInvitation(ctx context.Context, i auth.Invitation) (auth.Invitation, error) {
	return one(ctx, t.reader, subject{noun: "invitation"}, t.q.InsertInvitation, db.InsertInvitationParams{
		TokenHash: i.TokenHash[:],
		Username:  i.Username,
		FullName:  i.FullName,
		Email:     i.Email,
		Role:      string(i.Role),
		InvitedBy: i.InvitedBy,
		CreatedAt: micros(i.CreatedAt),
		ExpiresAt: micros(i.ExpiresAt),
	}, invitation)
}

func (t linkTx) UseInvitation(ctx context.Context, tokenHash [32]byte) (auth.Invitation, error) {
	return one(ctx, t.reader, subject{noun: "invitation"}, t.q.UseInvitation, tokenHash[:], invitation)
}

func (t linkTx) DeleteInvitation(ctx context.Context, id int64) (auth.Invitation, error) {
	*t.essential = true
	return one(ctx, t.reader, subject{noun: "invitation"}, t.q.DeleteInvitation, id, invitation)
}

func (t linkTx) DeleteInvitationsBy(ctx context.Context, username string) error {
	return exec(ctx, t.tx, subject{noun: "invitation"}, t.q.DeleteInvitationsBy, username)
}

func (t linkTx) PutPasswordReset(ctx context.Context, r auth.PasswordReset) error {
	return exec(ctx, t.tx, subject{noun: "user"}, t.q.PutPasswordReset, db.PutPasswordResetParams{
		TokenHash: r.TokenHash[:], UserID: r.UserID, ExpiresAt: micros(r.ExpiresAt),
	})
}

func (t linkTx) UsePasswordReset(ctx context.Context, tokenHash [32]byte) (auth.PasswordReset, error) {
	return one(ctx, t.reader, subject{noun: "password reset"}, t.q.UsePasswordReset, tokenHash[:], passwordReset)
}

func (t linkTx) DeletePasswordResets(ctx context.Context, userID int64) error {
	return exec(ctx, t.tx, subject{noun: "password reset"}, t.q.DeletePasswordResets, userID)
}

func (t linkTx) DeleteExpired(ctx context.Context, before time.Time) error {
	return exec(ctx, t.tx, subject{}, func(ctx context.Context, at int64) error {
		if err := t.q.DeleteExpiredInvitations(ctx, at); err != nil {
			return err
		}
		return t.q.DeleteExpiredPasswordResets(ctx, at)
	}, micros(before))
}
