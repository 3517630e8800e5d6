package server

import (
	"context"
	"log/slog"

	"perimeter/internal/auth"
)

type proofInput struct {
	Body struct {
		Password string `json:"password,omitempty"`
	} `nameHint:"Proof"`
}

func (a *api) prove(ctx context.Context, in *proofInput) (*messageOutput, error) {
	if err := a.requireUser(ctx); err != nil {
		return nil, err
	}
	c := requestInfoOf(ctx)
	if err := a.accounts.ProveByPassword(ctx, c.token, c.credentials(auth.Credentials{Password: in.Body.Password})); err != nil {
		a.log(ctx, slog.LevelWarn, "proof failed", "reason", err.Error())
		return nil, err
	}
	return respondMessage("Confirmed")
}
