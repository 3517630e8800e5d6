package server

import (
	"context"
	"log/slog"
	"net/http"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
)

// userAnswer is the body of the answers about who is signed in.
type userAnswer struct {
	Success bool       `json:"success"`
	Message string     `json:"message,omitempty" doc:"A sentence for people"`
	User    *auth.User `json:"user,omitempty"`
}

type userOutput struct{ Body userAnswer }

func (a *api) getUser(ctx context.Context, _ *nothing) (*userOutput, error) {
	user, err := a.accounts.Authenticate(ctx, callOf(ctx).token)
	if err != nil {
		return nil, err
	}
	return &userOutput{userAnswer{Success: true, User: &user}}, nil
}

type loginInput struct {
	Body struct {
		Username string `json:"username"`
		Password string `json:"password"`
	} `nameHint:"Credentials"`
}

type sessionOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      userAnswer
}

func (a *api) login(ctx context.Context, in *loginInput) (*sessionOutput, error) {
	c := callOf(ctx)
	user, token, err := a.accounts.Login(ctx, auth.Credentials{
		Username: in.Body.Username, Password: in.Body.Password, ClientIP: c.clientIP, Device: c.device,
	})
	// Only the name of an account that exists is logged: people also type their
	// password where the name belongs.
	c.user = user
	if err != nil {
		a.log(ctx, slog.LevelWarn, "login failed", "reason", err.Error())
		return nil, err
	}
	if c.token != "" {
		// The browser changes hands or sessions; the one it had is over.
		if err := a.accounts.Logout(ctx, c.token); err != nil {
			return nil, err
		}
	}
	a.record(ctx, "login")
	out := &sessionOutput{
		SetCookie: []http.Cookie{a.cookies.session.set(token)},
		Body:      userAnswer{Success: true, Message: "Login successful", User: &user},
	}
	device, err := a.accounts.RememberDevice(ctx, c.device, user)
	if err != nil {
		a.log(ctx, slog.LevelWarn, "could not remember the device", "error", err.Error())
		return out, nil
	}
	out.SetCookie = append(out.SetCookie, a.cookies.device.set(device))
	return out, nil
}

func (a *api) logout(ctx context.Context, _ *nothing) (*sessionOutput, error) {
	c := callOf(ctx)
	out := &sessionOutput{SetCookie: []http.Cookie{a.cookies.session.removed()}, Body: userAnswer{Success: true, Message: "Logged out"}}
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
	a.record(ctx, "logout")
	return out, nil
}
