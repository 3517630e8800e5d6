package server

import (
	"bytes"
	"context"
	"html"
	"net/http"
	"strconv"
	"strings"

	"perimeter/internal/auth"
)

// staffNoticeCookie asks for a notice on the home page. The back office sets it
// when it sends staff there. The notice is part of that one response, so that no
// script of the public site has to know about it.
const staffNoticeCookie = "perimeter_staff_notice"

// staffNotice adds the notice to the home page for those who were sent there.
type staffNotice struct {
	pages    http.Handler
	accounts *auth.Accounts
	session  cookie
}

func (n staffNotice) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" || r.Method != http.MethodGet {
		n.pages.ServeHTTP(w, r)
		return
	}
	if _, err := r.Cookie(staffNoticeCookie); err != nil {
		n.pages.ServeHTTP(w, r)
		return
	}
	text := n.text(r.Context(), n.session.of(r))
	http.SetCookie(w, &http.Cookie{Name: staffNoticeCookie, Path: "/", MaxAge: -1, SameSite: http.SameSiteStrictMode})
	if text == "" {
		n.pages.ServeHTTP(w, r)
		return
	}
	plain := r.Clone(r.Context())
	plain.Header.Del("Accept-Encoding")
	plain.Header.Del("If-None-Match")
	page := &recordedResponse{header: w.Header()}
	n.pages.ServeHTTP(page, plain)
	body := page.body.Bytes()
	if end := bytes.LastIndex(body, []byte("</body>")); end >= 0 {
		body = bytes.Join([][]byte{body[:end], []byte(staffNoticeHTML(text)), body[end:]}, nil)
	}
	w.Header().Del("Etag")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(page.status)
	_, _ = w.Write(body) // fails only if the client has disconnected
}

// text says that the account of the session cannot edit the site and whom to ask,
// or is empty if it is not an account of staff.
func (n staffNotice) text(ctx context.Context, token string) string {
	user, err := n.accounts.Authenticate(ctx, token)
	if err != nil || user.Role == auth.RoleAdmin {
		return ""
	}
	ask := "an administrator"
	// Staff may know their colleagues. Usernames stay out of it.
	if names, err := n.accounts.AdministratorNames(ctx); err == nil && len(names) > 0 {
		ask = strings.Join(names, " or ")
	}
	return "You are signed in as " + user.Username + ". This account cannot edit the site. To change that, please ask " + ask + "."
}

// staffNoticeHTML is a dialog that is not modal and needs no script: a form of
// this method closes it. Style attributes, unlike a style element, are allowed by
// the content security policy.
func staffNoticeHTML(text string) string {
	return `<dialog open aria-label="Your account" style="position:fixed;inset:auto 0.75rem 0.75rem auto;z-index:70;margin:0;` +
		`width:calc(100% - 1.5rem);max-width:26rem;padding:1rem;border:1px solid var(--color-line);border-radius:0.75rem;` +
		`background:var(--color-surface);color:var(--color-ink);box-shadow:0 20px 25px -5px rgb(0 0 0/0.25)">` +
		`<form method="dialog" style="display:flex;gap:0.75rem;align-items:start">` +
		`<p role="status" style="flex:1;margin:0;padding:0.5rem 0">` + html.EscapeString(text) + `</p>` +
		`<button style="min-height:2.75rem;padding:0 0.75rem;font-weight:600;text-decoration:underline;cursor:pointer">Close</button>` +
		`</form></dialog>`
}
