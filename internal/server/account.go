package server

import (
	"context"
	"log/slog"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
)

func (a *api) getAccount(ctx context.Context, _ *noInput) (*output[auth.Overview], error) {
	return respond(a.accounts.Overview(ctx, requestInfoOf(ctx).user))
}

type nameInput struct {
	Body struct {
		FullName string `json:"fullName"`
	} `nameHint:"AccountName"`
}

func (a *api) saveName(ctx context.Context, in *nameInput) (*messageOutput, error) {
	if err := a.accounts.SetFullName(ctx, requestInfoOf(ctx).user, in.Body.FullName); err != nil {
		return nil, err
	}
	a.logChange(ctx, "full name changed")
	return respondMessage("Name saved")
}

type passwordInput struct {
	Body struct {
		Current string `json:"current"`
		Next    string `json:"next"`
	} `nameHint:"PasswordChange"`
}

func (a *api) changePassword(ctx context.Context, in *passwordInput) (*messageOutput, error) {
	c := requestInfoOf(ctx)
	err := a.accounts.ChangePassword(ctx, c.token, c.credentials(auth.Credentials{Password: in.Body.Current}), in.Body.Next)
	if err != nil {
		a.log(ctx, slog.LevelWarn, "password not changed", "reason", err.Error())
		return nil, err
	}
	a.logChange(ctx, "password changed")
	a.record(ctx, audit.PasswordChanged, requestInfoOf(ctx).user.Username, "")
	return respondMessage("Password changed")
}

func (a *api) listSessions(ctx context.Context, _ *noInput) (*output[[]auth.SessionInfo], error) {
	return respond(a.accounts.Sessions(ctx, requestInfoOf(ctx).token))
}

type sessionIDInput struct {
	ID string `path:"id"`
}

func (a *api) endSession(ctx context.Context, in *sessionIDInput) (*messageOutput, error) {
	if err := a.accounts.EndSession(ctx, requestInfoOf(ctx).token, in.ID); err != nil {
		return nil, err
	}
	a.logChange(ctx, "session ended")
	a.record(ctx, audit.SessionsEnded, requestInfoOf(ctx).user.Username, "one session")
	return respondMessage("Session ended")
}

func (a *api) endOtherSessions(ctx context.Context, _ *noInput) (*messageOutput, error) {
	if err := a.accounts.EndOtherSessions(ctx, requestInfoOf(ctx).token); err != nil {
		return nil, err
	}
	a.logChange(ctx, "other sessions ended")
	a.record(ctx, audit.SessionsEnded, requestInfoOf(ctx).user.Username, "other sessions")
	return respondMessage("All other sessions have ended")
}

// recoveryCodes are shown only in the response that makes them.
type recoveryCodes struct {
	Codes []string `json:"codes" doc:"Each works once; they are never shown again"`
}

func (a *api) makeRecoveryCodes(ctx context.Context, _ *noInput) (*output[recoveryCodes], error) {
	codes, err := a.accounts.NewRecoveryCodes(ctx, requestInfoOf(ctx).user)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "recovery codes made")
	a.record(ctx, audit.CredentialAdded, requestInfoOf(ctx).user.Username, "recovery codes")
	return respond(recoveryCodes{codes}, nil)
}

func (a *api) beginTOTP(ctx context.Context, _ *noInput) (*output[auth.NewTOTP], error) {
	return respond(a.accounts.BeginTOTP(ctx, requestInfoOf(ctx).user))
}

type codeInput struct {
	Body struct {
		Code string `json:"code"`
	} `nameHint:"TotpCode"`
}

func (a *api) confirmTOTP(ctx context.Context, in *codeInput) (*output[recoveryCodes], error) {
	c := requestInfoOf(ctx)
	codes, err := a.accounts.ConfirmTOTP(ctx, c.token, c.user, c.credentials(auth.Credentials{Code: in.Body.Code}))
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "authenticator app added")
	a.record(ctx, audit.CredentialAdded, requestInfoOf(ctx).user.Username, "authenticator app")
	if codes == nil {
		codes = []string{} // the user has some
	}
	return respond(recoveryCodes{codes}, nil)
}

func (a *api) removeTOTP(ctx context.Context, _ *noInput) (*messageOutput, error) {
	if err := a.accounts.RemoveTOTP(ctx, requestInfoOf(ctx).user); err != nil {
		return nil, err
	}
	a.logChange(ctx, "authenticator app removed")
	a.record(ctx, audit.CredentialRemoved, requestInfoOf(ctx).user.Username, "authenticator app")
	return respondMessage("Authenticator app removed")
}

func (a *api) postponeSetup(ctx context.Context, _ *noInput) (*messageOutput, error) {
	if err := a.accounts.PostponeSetup(ctx, requestInfoOf(ctx).user); err != nil {
		return nil, err
	}
	return respondMessage("Postponed")
}

type recoveryInput struct {
	Body struct {
		Username string `json:"username"`
		Code     string `json:"code" doc:"A recovery code"`
		Password string `json:"password" doc:"The new password"`
	} `nameHint:"Recovery"`
}

func (a *api) recoverPassword(ctx context.Context, in *recoveryInput) (*sessionOutput, error) {
	c := requestInfoOf(ctx)
	user, token, err := a.accounts.Recover(ctx, c.credentials(auth.Credentials{
		Username: in.Body.Username, Code: in.Body.Code, Password: in.Body.Password,
	}))
	c.user = user
	if err != nil {
		a.log(ctx, slog.LevelWarn, "recovery failed", "reason", err.Error())
		a.record(ctx, audit.SignInFailed, "", "by recovery code")
		return nil, err
	}
	a.logChange(ctx, "password recovered")
	a.record(ctx, audit.PasswordChanged, requestInfoOf(ctx).user.Username, "by recovery code")
	out, err := a.enter(ctx, user, token)
	if err != nil {
		return nil, err
	}
	out.Body.Message = "Your password is changed, and you are logged in."
	return out, nil
}
