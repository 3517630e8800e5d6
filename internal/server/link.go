package server

import (
	"context"
	"log/slog"
	"net/http"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
)

// The calls behind links that work once. The token is in the body, never in a
// URL, and nobody needs to be signed in.

// recoveryWays says how somebody who has forgotten the password can get a new one.
type recoveryWays struct {
	ByEmail bool `json:"byEmail" doc:"Whether a link can be sent by e-mail"`
}

func (a *api) getRecovery(ctx context.Context, _ *noInput) (*output[recoveryWays], error) {
	return respond(recoveryWays{ByEmail: a.accounts.SendsMail(ctx)}, nil)
}

type tokenInput struct {
	Body struct {
		Token string `json:"token"`
	} `nameHint:"LinkToken"`
}

// openInvitation is what an invited person sees. Who has invited them stays out of
// it: it is a username.
type openInvitation struct {
	Username string `json:"username" doc:"Empty if the person chooses it"`
	FullName string `json:"fullName"`
}

func (a *api) openInvitation(ctx context.Context, in *tokenInput) (*output[openInvitation], error) {
	invitation, err := a.accounts.OpenInvitation(ctx, in.Body.Token, requestInfoOf(ctx).clientIP)
	return respond(openInvitation{Username: invitation.Username, FullName: invitation.FullName}, err)
}

// accepted is what somebody signs in with from now on.
type accepted struct {
	Username string `json:"username"`
}

func (a *api) acceptInvitation(ctx context.Context, in *struct{ Body auth.Acceptance }) (*output[accepted], error) {
	user, err := a.accounts.AcceptInvitation(ctx, in.Body, requestInfoOf(ctx).clientIP)
	if err != nil {
		a.log(ctx, slog.LevelWarn, "invitation refused", "reason", err.Error())
		return nil, err
	}
	requestInfoOf(ctx).user = user
	a.logChange(ctx, "invitation accepted")
	a.record(ctx, audit.InvitationAccepted, user.Username, string(user.Role))
	return respond(accepted{Username: user.Username}, nil)
}

type resetRequestInput struct {
	Body struct {
		Username string `json:"username" doc:"Or the e-mail of the account"`
	} `nameHint:"PasswordResetRequest"`
}

func (a *api) requestPasswordReset(ctx context.Context, in *resetRequestInput) (*messageOutput, error) {
	if err := a.accounts.RequestPasswordReset(ctx, in.Body.Username, requestInfoOf(ctx).clientIP); err != nil {
		return nil, err
	}
	// Not what was typed: it could be a password, and need not be anybody's name.
	a.log(ctx, slog.LevelWarn, "link to a new password requested")
	a.record(ctx, audit.ResetRequested, "", "")
	return respondMessage("If there is such an account with an e-mail address, a link is on its way. It works for one hour.")
}

type resetInput struct {
	Body struct {
		Token    string `json:"token"`
		Password string `json:"password"`
	} `nameHint:"PasswordReset"`
}

type resetOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      envelope[accepted]
}

func (a *api) resetPassword(ctx context.Context, in *resetInput) (*resetOutput, error) {
	user, err := a.accounts.ResetPassword(ctx, in.Body.Token, in.Body.Password, requestInfoOf(ctx).clientIP)
	if err != nil {
		a.log(ctx, slog.LevelWarn, "new password refused", "reason", err.Error())
		return nil, err
	}
	requestInfoOf(ctx).user = user
	a.logChange(ctx, "password changed by link")
	a.record(ctx, audit.PasswordChanged, user.Username, "by link")
	body, err := respond(accepted{Username: user.Username}, nil)
	return &resetOutput{SetCookie: a.deviceCookies(ctx, user), Body: body.Body}, err
}
