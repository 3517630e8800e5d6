package server

import (
	"context"
	"log/slog"
	"net/http"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/errs"
)

// userEnvelope is the body of responses about who is signed in.
type userEnvelope struct {
	Success bool       `json:"success"`
	Message string     `json:"message,omitempty" doc:"A sentence for people"`
	User    *auth.User `json:"user,omitempty"`
	// SecondFactorDue is whether all other calls of the back office are refused.
	SecondFactorDue bool `json:"secondFactorDue,omitempty" doc:"Whether the user must add or use a second factor first"`
	// Administrators are for users who cannot edit. They may know their
	// colleagues; usernames stay out of it.
	Administrators []string `json:"administrators,omitempty" doc:"The names of those whom a user who cannot edit may ask"`
}

type userOutput struct{ Body userEnvelope }

func (a *api) getUser(ctx context.Context, _ *noInput) (*userOutput, error) {
	user, err := a.accounts.Authenticate(ctx, requestInfoOf(ctx).token)
	if err != nil {
		return nil, err
	}
	due, err := a.accounts.SecondFactorDue(ctx, requestInfoOf(ctx).token)
	if err != nil {
		return nil, err
	}
	out := userEnvelope{Success: true, User: &user, SecondFactorDue: due}
	if user.Role != auth.RoleAdmin {
		if out.Administrators, err = a.accounts.AdministratorNames(ctx); err != nil {
			return nil, err
		}
	}
	return &userOutput{out}, nil
}

type loginInput struct {
	Body struct {
		Username string `json:"username"`
		Password string `json:"password"`
		Code     string `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code; needed if an answer has the code code_required"`
	} `nameHint:"Credentials"`
}

type sessionOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      userEnvelope
}

func (a *api) login(ctx context.Context, in *loginInput) (*sessionOutput, error) {
	c := requestInfoOf(ctx)
	user, token, err := a.accounts.Login(ctx, c.credentials(auth.Credentials{
		Username: in.Body.Username, Password: in.Body.Password, Code: in.Body.Code,
	}))
	// Only the name of an existing account is logged: people sometimes type their
	// password into the username field.
	c.user = user
	if err != nil {
		a.log(ctx, slog.LevelWarn, "login failed", "reason", err.Error())
		a.record(ctx, audit.SignInFailed, "", "")
		return nil, err
	}
	return a.enter(ctx, user, token)
}

// enter responds to a sign-in with the cookies of the new session.
func (a *api) enter(ctx context.Context, user auth.User, token string) (*sessionOutput, error) {
	c := requestInfoOf(ctx)
	if c.token != "" {
		// A new login ends the browser's previous session.
		if err := a.accounts.Logout(ctx, c.token); err != nil {
			return nil, err
		}
	}
	a.logChange(ctx, "login")
	a.record(ctx, audit.SignedIn, "", "")
	out := &sessionOutput{
		SetCookie: []http.Cookie{a.cookies.session.set(token)},
		Body:      userEnvelope{Success: true, Message: "Login successful", User: &user},
	}
	out.SetCookie = append(out.SetCookie, a.deviceCookies(ctx, user)...)
	return out, nil
}

// deviceCookies remember the browser of a user who has shown a credential, so that
// guesses from elsewhere cannot keep the user from signing in there.
func (a *api) deviceCookies(ctx context.Context, user auth.User) []http.Cookie {
	device, err := a.accounts.RememberDevice(ctx, requestInfoOf(ctx).device, user)
	if err != nil {
		a.log(ctx, slog.LevelWarn, "could not remember the device", "error", err.Error())
		return nil
	}
	return []http.Cookie{a.cookies.device.set(device)}
}

type logoutOutput struct {
	SetCookie     []http.Cookie `header:"Set-Cookie"`
	ClearSiteData string        `header:"Clear-Site-Data"`
	Body          userEnvelope
}

// clearSiteData lets a browser forget what the back office has stored, such as
// drafts. Not "cookies": the device token lets its owner sign in again while the
// account is under attack. Not "cache": it holds nothing private, because responses
// of the API are not stored, and browsers with a large cache would take seconds.
const clearSiteData = `"storage"`

func (a *api) logout(ctx context.Context, _ *noInput) (*logoutOutput, error) {
	c := requestInfoOf(ctx)
	out := &logoutOutput{
		SetCookie:     []http.Cookie{a.cookies.session.expired()},
		ClearSiteData: clearSiteData,
		Body:          userEnvelope{Success: true, Message: "Logged out"},
	}
	user, err := a.accounts.Authenticate(ctx, c.token)
	if errs.KindOf(err) == errs.Unauthorized {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	c.user = user
	if err := a.accounts.Logout(ctx, c.token); err != nil {
		return nil, err
	}
	a.logChange(ctx, "logout")
	a.record(ctx, audit.SignedOut, "", "")
	return out, nil
}
