package auth

import (
	"context"
	"time"

	"perimeter/internal/errs"
)

// ProofLifetime is how long a proof of who somebody is counts. A session may be
// open on an unattended screen, or stolen; actions that could keep the owner out
// or give others access need a proof that is younger.
const ProofLifetime = 10 * time.Minute

// CodeProofRequired is the code of the error that asks for a new proof.
const CodeProofRequired = "proof_required"

// CheckProof returns Forbidden with CodeProofRequired if the last proof in the
// token's session is older than ProofLifetime, and Unauthorized if the session has
// ended.
func (a *Accounts) CheckProof(ctx context.Context, token string) error {
	now := a.clock.Stamp()
	session, _, err := a.session(ctx, token, now)
	if err != nil {
		return err
	}
	if now.Sub(session.ProvedAt) >= ProofLifetime {
		return &errs.Error{Kind: errs.Forbidden, Code: CodeProofRequired, Message: "Please confirm that it is you."}
	}
	return nil
}

// ProveByPassword records a new proof in the token's session if the password is
// the user's. The limits on signing in apply.
func (a *Accounts) ProveByPassword(ctx context.Context, token string, c Credentials) error {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	if c.Password == "" {
		return errs.Errorf(errs.Invalid, "Password is required")
	}
	c.Username = user.Username
	err = a.limited(ctx, c, func(at *attempt) error {
		if err := a.matchPassword(ctx, at, user, c.Password); err != nil {
			return err
		}
		return a.prove(ctx, session, at, func(Tx) error { return nil })
	})
	return notYours(err, "This is not your password.")
}

// prove records a proof unless the attempt is over the shared limits or what was
// proved does not hold any more.
func (a *Accounts) prove(ctx context.Context, session Session, at *attempt, confirm func(Tx) error) error {
	return a.store.Write(ctx, func(tx Tx) error {
		if err := a.limits.CheckShared(ctx, tx.Uses(), at.keys...); err != nil {
			return err
		}
		if err := confirm(tx); err != nil {
			return err
		}
		return tx.Sessions().Prove(ctx, session.TokenHash, a.clock.Stamp())
	})
}
