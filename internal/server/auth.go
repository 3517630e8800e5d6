package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
)

const cookieName = "perimeter_session"

// sessionCookie makes the cookies of sessions.
type sessionCookie struct {
	name   string
	secure bool
}

// newSessionCookie uses the __Host- prefix with https, so that no other host and
// no unencrypted connection can set the cookie.
func newSessionCookie(base *url.URL) sessionCookie {
	if base != nil && base.Scheme == "https" {
		return sessionCookie{name: "__Host-" + cookieName, secure: true}
	}
	return sessionCookie{name: cookieName}
}

func (c sessionCookie) withToken(token string) http.Cookie {
	return http.Cookie{
		Name: c.name, Value: token, Path: "/", MaxAge: int(auth.SessionLifetime.Seconds()),
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode,
	}
}

func (c sessionCookie) expired() http.Cookie {
	cookie := c.withToken("")
	cookie.MaxAge = -1
	return cookie
}

// userEnvelope is the body of responses about who is signed in.
type userEnvelope struct {
	Success bool       `json:"success"`
	Message string     `json:"message,omitempty" doc:"A sentence for people"`
	User    *auth.User `json:"user,omitempty"`
}

type userOutput struct{ Body userEnvelope }

func (a *api) getUser(ctx context.Context, _ *noInput) (*userOutput, error) {
	user, err := a.accounts.Authenticate(ctx, requestInfoOf(ctx).token)
	if err != nil {
		return nil, err
	}
	return &userOutput{userEnvelope{Success: true, User: &user}}, nil
}

type loginInput struct {
	Body struct {
		Username string `json:"username"`
		Password string `json:"password"`
	} `nameHint:"Credentials"`
}

type sessionOutput struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      userEnvelope
}

func (a *api) login(ctx context.Context, in *loginInput) (*sessionOutput, error) {
	c := requestInfoOf(ctx)
	user, token, err := a.accounts.Login(ctx, auth.Credentials{
		Username: in.Body.Username, Password: in.Body.Password, ClientIP: c.clientIP,
	})
	// Only the name of an existing account is logged: people sometimes type their
	// password into the username field.
	c.user = user
	if err != nil {
		a.log(ctx, slog.LevelWarn, "login failed", "reason", err.Error())
		return nil, err
	}
	if c.token != "" {
		// A new login ends the browser's previous session.
		if err := a.accounts.Logout(ctx, c.token); err != nil {
			return nil, err
		}
	}
	a.logChange(ctx, "login")
	return &sessionOutput{
		SetCookie: a.cookie.withToken(token),
		Body:      userEnvelope{Success: true, Message: "Login successful", User: &user},
	}, nil
}

func (a *api) logout(ctx context.Context, _ *noInput) (*sessionOutput, error) {
	c := requestInfoOf(ctx)
	out := &sessionOutput{SetCookie: a.cookie.expired(), Body: userEnvelope{Success: true, Message: "Logged out"}}
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
	return out, nil
}
