package server

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"

	"perimeter/internal/auth"
)

// requestInfo is what is known about one request to the API.
type requestInfo struct {
	id       string
	clientIP netip.Addr
	agent    string    // what the browser says about itself
	token    string    // the session token that the browser sent; not checked
	device   string    // the device token that the browser sent; not checked
	visitor  string    // the chat token that the browser sent; not checked
	user     auth.User // the user of the session; set once the token was checked
}

// credentials adds to credentials where they come from.
func (c *requestInfo) credentials(typed auth.Credentials) auth.Credentials {
	typed.ClientIP, typed.Device, typed.UserAgent = c.clientIP, c.device, c.agent
	return typed
}

type requestInfoKey struct{}

func requestInfoOf(ctx context.Context) *requestInfo {
	return ctx.Value(requestInfoKey{}).(*requestInfo)
}

// addRequestInfo adds to the request's context what can be known without a
// lookup.
func (a *api) addRequestInfo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &requestInfo{
			id: rand.Text()[:16], clientIP: clientIP(r, a.trusted), agent: r.UserAgent(),
			token: a.cookies.session.of(r), device: a.cookies.device.of(r), visitor: a.cookies.chat.of(r),
		}
		w.Header().Set("X-Request-Id", c.id)
		ctx := context.WithValue(r.Context(), requestInfoKey{}, c)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// log logs a message with the request's ID, client IP and user.
func (a *api) log(ctx context.Context, level slog.Level, message string, args ...any) {
	c := requestInfoOf(ctx)
	a.logger.With("request", c.id, "client_ip", c.clientIP.String(), "user", c.user.Username).
		Log(ctx, level, message, args...)
}

// logChange logs a change. Every change is logged once, without the texts that
// were typed.
func (a *api) logChange(ctx context.Context, message string, args ...any) {
	a.log(ctx, slog.LevelInfo, message, args...)
}
