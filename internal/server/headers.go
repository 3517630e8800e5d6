package server

import (
	"net/http"

	"perimeter/internal/ssr"
)

// securityHeaders are the security headers. They are made once and shared by all
// responses, so that they cost a page nothing.
type securityHeaders struct {
	common      []header
	pagePolicy  []string // of public pages whose document has no policy of its own
	adminPolicy []string
	apiPolicy   []string
	filePolicy  []string
}

type header struct {
	name  string
	value []string
}

func newSecurityHeaders(cfg Config) *securityHeaders {
	h := &securityHeaders{
		common: []header{
			{"X-Content-Type-Options", []string{"nosniff"}},
			{"X-Frame-Options", []string{"DENY"}},
			{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
			{"Permissions-Policy", []string{"camera=(), geolocation=(), microphone=(), payment=(), usb=()"}},
			// A page that opened this window must not keep a reference to it, and
			// other sites must not load what is ours.
			{"Cross-Origin-Opener-Policy", sameOrigin},
			{"Cross-Origin-Resource-Policy", sameOrigin},
		},
		pagePolicy:  []string{PagePolicy(cfg)(nil)},
		adminPolicy: []string{AdminPolicy(cfg)()},
		apiPolicy:   []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
		filePolicy:  []string{ssr.FilePolicy},
	}
	if usesHTTPS(cfg) {
		hsts := "max-age=31536000"
		if cfg.HSTSSubdomains {
			hsts += "; includeSubDomains"
		}
		h.common = append(h.common, header{"Strict-Transport-Security", []string{hsts}})
	}
	return h
}

func (h *securityHeaders) set(all http.Header, policy []string) {
	for _, one := range h.common {
		all[one.name] = one.value
	}
	all["Content-Security-Policy"] = policy
}

// setPage sets the headers of a page.
func (h *securityHeaders) setPage(all http.Header, path string) {
	policy := h.pagePolicy
	if isBackOffice(path) {
		policy = h.adminPolicy
	}
	h.set(all, policy)
}

// isBackOffice reports whether path is the back office or its login page.
func isBackOffice(path string) bool { return path == ssr.LoginPath || path == ssr.AdminPath }

func (h *securityHeaders) onPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.setPage(w.Header(), r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

func (h *securityHeaders) onFiles(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set(w.Header(), h.filePolicy)
		// Pictures are public; newsletters and feed readers may show them.
		w.Header()["Cross-Origin-Resource-Policy"] = crossOrigin
		next.ServeHTTP(w, r)
	})
}

// WithHeaders returns what adds the headers of the API to a handler that is not part
// of the site.
func WithHeaders(cfg Config) func(http.Handler) http.Handler { return newSecurityHeaders(cfg).onAPI }

func (h *securityHeaders) onAPI(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set(w.Header(), h.apiPolicy)
		// Responses change with every edit and may be private.
		w.Header()["Cache-Control"] = noStore
		next.ServeHTTP(w, r)
	})
}

var (
	noStore     = []string{"no-store"}
	sameOrigin  = []string{"same-origin"}
	crossOrigin = []string{"cross-origin"}
)
