package server

import (
	"net/http"
	"strings"

	"perimeter/internal/safehtml"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
)

// securityHeaders are the headers that protect visitors. They are made once and
// shared by all answers, so that they cost a page nothing.
type securityHeaders struct {
	common     []header
	pagePolicy []string
	// In the back office previews of chosen files have blob: addresses, and no
	// document has a style element.
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
		},
		pagePolicy:  []string{contentPolicy(cfg, hashes(cfg.StyleHashes), "", chatWidget(cfg.Site))},
		adminPolicy: []string{contentPolicy(cfg, "", " blob:", "")},
		apiPolicy:   []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
		// Should anybody open a drawing by itself, nothing in it can run.
		filePolicy: []string{"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"},
	}
	if cfg.BaseURL != nil && cfg.BaseURL.Scheme == "https" {
		h.common = append(h.common, header{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	return h
}

// contentPolicy says what a page may load. Styles in attributes are allowed
// because React writes them; they cannot load anything that is not allowed.
func contentPolicy(cfg Config, styles, moreImages, widget string) string {
	if cfg.BaseURL == nil || cfg.BaseURL.Scheme != "https" {
		moreImages = " http:" + moreImages // under https browsers ask for https themselves
	}
	connect := strings.Join(append([]string{"connect-src 'self'"}, cfg.ConnectOrigins...), " ")
	frames, socket := strings.Join(safehtml.FrameOrigins(), " "), ""
	if widget != "" {
		widget, socket = " "+widget, " "+strings.Replace(widget, "https://", "wss://", 1)
	}
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'" + hashes(cfg.ScriptHashes) + widget,
		"style-src 'self'" + styles + widget,
		"style-src-attr 'unsafe-inline'",
		"img-src 'self' data: https:" + moreImages,
		"font-src 'self'" + widget,
		connect + widget + socket,
		"frame-src " + frames + widget,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// hashes returns the sources of a policy that allow what stands in a page itself.
func hashes(values []string) string {
	var sources strings.Builder
	for _, value := range values {
		sources.WriteString(" '" + value + "'")
	}
	return sources.String()
}

// chatWidget is the origin of another provider's chat, which public pages may
// load from and talk to.
func chatWidget(s *site.Site) string {
	if s == nil {
		return ""
	}
	return s.Identity().Chat.Origin()
}

func (h *securityHeaders) set(all http.Header, policy []string) {
	for _, one := range h.common {
		all[one.name] = one.value
	}
	all["Content-Security-Policy"] = policy
}

func (h *securityHeaders) onPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		policy := h.pagePolicy
		if path := r.URL.Path; path == ssr.LoginPath || path == ssr.AdminPath {
			policy = h.adminPolicy
			// Nobody who opened the window may hold on to it. On public pages there
			// is nothing to hold, and browsers would start a process for each visit.
			w.Header()["Cross-Origin-Opener-Policy"] = sameOrigin
		}
		h.set(w.Header(), policy)
		next.ServeHTTP(w, r)
	})
}

func (h *securityHeaders) onFiles(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set(w.Header(), h.filePolicy)
		next.ServeHTTP(w, r)
	})
}

func (h *securityHeaders) onAPI(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set(w.Header(), h.apiPolicy)
		// Answers change with every edit and belong to whoever asked.
		w.Header()["Cache-Control"] = noStore
		next.ServeHTTP(w, r)
	})
}

var (
	noStore    = []string{"no-store"}
	sameOrigin = []string{"same-origin"}
)
