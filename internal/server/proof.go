package server

import (
	"context"
	"log/slog"

	"perimeter/internal/auth"
)

type proofInput struct {
	Body struct {
		Password string          `json:"password,omitempty"`
		Passkey  passkeyResponse `json:"passkey,omitempty" doc:"Instead of the password"`
		Code     string          `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code: shows a second factor, but is no proof"`
	} `nameHint:"Proof"`
}

func (a *api) prove(ctx context.Context, in *proofInput) (*messageOutput, error) {
	if err := a.requireUser(ctx); err != nil {
		return nil, err
	}
	if err := a.checkProof(ctx, in); err != nil {
		a.log(ctx, slog.LevelWarn, "proof failed", "reason", err.Error())
		return nil, err
	}
	return respondMessage("Confirmed")
}

func (a *api) checkProof(ctx context.Context, in *proofInput) error {
	c := requestInfoOf(ctx)
	if in.Body.Code != "" {
		return a.accounts.ShowCode(ctx, c.token, c.credentials(auth.Credentials{Code: in.Body.Code}))
	}
	if len(in.Body.Passkey) == 0 {
		return a.accounts.ProveByPassword(ctx, c.token, c.credentials(auth.Credentials{Password: in.Body.Password}))
	}
	response, err := in.Body.Passkey.encode()
	if err != nil {
		return err
	}
	return a.accounts.ProveByPasskey(ctx, c.token, response, c.credentials(auth.Credentials{}))
}
