package server

import (
	"net/http"
	"net/url"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
)

const (
	cookieName       = "perimeter_session"
	deviceCookieName = "perimeter_device"
	chatCookieName   = "perimeter_chat"
	// chatCookiePath keeps the visitor's cookie out of requests for pages.
	chatCookiePath = "/api/chat"
)

// cookies are all cookies that the server sets.
type cookies struct {
	session cookie
	device  cookie // of a browser from which somebody has signed in before
	chat    cookie // by which a visitor's browser is known again
}

// newCookies uses what https offers: with the prefix, no other host and no plain
// connection can set the cookie. Browsers accept the prefix only with the path /.
func newCookies(base *url.URL) cookies {
	all := cookies{
		session: cookie{name: cookieName, path: "/", lifetime: auth.SessionLifetime},
		device:  cookie{name: deviceCookieName, path: "/api", lifetime: auth.DeviceLifetime},
		// Kept as long as the conversation is by default.
		chat: cookie{name: chatCookieName, path: chatCookiePath, lifetime: chat.DefaultRetention},
	}
	if base != nil && base.Scheme == "https" {
		for _, c := range []*cookie{&all.session, &all.device, &all.chat} {
			c.name, c.path, c.secure = "__Host-"+c.name, "/", true
		}
	}
	return all
}

// cookie is what all cookies of one kind share.
type cookie struct {
	name     string
	path     string
	lifetime time.Duration
	secure   bool
}

func (c cookie) set(value string) http.Cookie {
	return http.Cookie{
		Name: c.name, Value: value, Path: c.path, MaxAge: int(c.lifetime.Seconds()),
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode,
	}
}

func (c cookie) expired() http.Cookie {
	expired := c.set("")
	expired.MaxAge = -1
	return expired
}

// of returns the cookie's value in the request, or "" if there is none.
func (c cookie) of(r *http.Request) string {
	if sent, err := r.Cookie(c.name); err == nil {
		return sent.Value
	}
	return ""
}
