package server

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"

	"perimeter/internal/auth"
)

// call is what is known about one call of the API.
type call struct {
	id       string
	clientIP netip.Addr
	token    string    // of the session that the browser claims
	device   string    // the device token that the browser has
	user     auth.User // whose session it is; known where the route asks for it
}

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// identify gathers what is known before anything is looked up.
func (a *api) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{
			id: rand.Text()[:16], clientIP: clientIP(r, a.trusted),
			token: a.cookies.session.of(r), device: a.cookies.device.of(r),
		}
		w.Header().Set("X-Request-Id", c.id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callKey{}, c)))
	})
}

// log writes a line that says who called from where.
func (a *api) log(ctx context.Context, level slog.Level, message string, args ...any) {
	c := callOf(ctx)
	a.logger.With("request", c.id, "address", c.clientIP.String(), "user", c.user.Username).
		Log(ctx, level, message, args...)
}

// record writes the one line that every change leaves in the log. What was
// typed stays out of it.
func (a *api) record(ctx context.Context, message string, args ...any) {
	a.log(ctx, slog.LevelInfo, message, args...)
}
