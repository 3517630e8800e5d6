package server

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
)

// passkeyResponse is what the browser returns of a passkey, as the Web
// Authentication API defines it in JSON.
type passkeyResponse map[string]any

// encode returns the JSON that the browser has sent.
func (r passkeyResponse) encode() ([]byte, error) {
	encoded, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode a passkey's response: %w", err)
	}
	return encoded, nil
}

func (a *api) beginPasskeyLogin(ctx context.Context, _ *noInput) (*output[auth.PasskeyOptions], error) {
	return respond(a.accounts.BeginPasskeyLogin(ctx, requestInfoOf(ctx).credentials(auth.Credentials{})))
}

type passkeyLoginInput struct {
	Body struct {
		Response passkeyResponse `json:"response"`
	} `nameHint:"PasskeyLogin"`
}

func (a *api) finishPasskeyLogin(ctx context.Context, in *passkeyLoginInput) (*sessionOutput, error) {
	c := requestInfoOf(ctx)
	response, err := in.Body.Response.encode()
	if err != nil {
		return nil, err
	}
	user, token, err := a.accounts.LoginByPasskey(ctx, response, c.credentials(auth.Credentials{}))
	c.user = user
	if err != nil {
		a.log(ctx, slog.LevelWarn, "login failed", "reason", err.Error())
		a.record(ctx, audit.SignInFailed, "", "by passkey")
		return nil, err
	}
	return a.enter(ctx, user, token)
}

func (a *api) listPasskeys(ctx context.Context, _ *noInput) (*output[[]auth.Passkey], error) {
	return respond(a.accounts.Passkeys(ctx, requestInfoOf(ctx).user))
}

func (a *api) beginPasskey(ctx context.Context, _ *noInput) (*output[auth.PasskeyOptions], error) {
	c := requestInfoOf(ctx)
	return respond(a.accounts.BeginPasskey(ctx, c.user, c.credentials(auth.Credentials{})))
}

type newPasskeyInput struct {
	Body struct {
		Name     string          `json:"name"`
		Response passkeyResponse `json:"response"`
	} `nameHint:"NewPasskey"`
}

func (a *api) finishPasskey(ctx context.Context, in *newPasskeyInput) (*output[auth.Passkey], error) {
	response, err := in.Body.Response.encode()
	if err != nil {
		return nil, err
	}
	c := requestInfoOf(ctx)
	added, err := a.accounts.FinishPasskey(ctx, c.token, c.user, in.Body.Name, response)
	if err != nil {
		a.log(ctx, slog.LevelWarn, "passkey not added", "reason", err.Error())
		return nil, err
	}
	a.logChange(ctx, "passkey added", "passkey", added.ID)
	a.record(ctx, audit.CredentialAdded, c.user.Username, "passkey")
	return respondChanged(added, "Passkey added")
}

type renamePasskeyInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Name string `json:"name"`
	} `nameHint:"PasskeyName"`
}

func (a *api) renamePasskey(ctx context.Context, in *renamePasskeyInput) (*messageOutput, error) {
	if err := a.accounts.RenamePasskey(ctx, requestInfoOf(ctx).user, in.ID, in.Body.Name); err != nil {
		return nil, err
	}
	a.logChange(ctx, "passkey renamed", "passkey", in.ID)
	return respondMessage("Passkey renamed")
}

type passkeyIDInput struct {
	ID int64 `path:"id"`
}

func (a *api) removePasskey(ctx context.Context, in *passkeyIDInput) (*messageOutput, error) {
	if err := a.accounts.RemovePasskey(ctx, requestInfoOf(ctx).user, in.ID); err != nil {
		return nil, err
	}
	a.logChange(ctx, "passkey removed", "passkey", in.ID)
	a.record(ctx, audit.CredentialRemoved, requestInfoOf(ctx).user.Username, "passkey")
	return respondMessage("Passkey removed")
}
