package server

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"perimeter/internal/company"
	"perimeter/internal/safehtml"
	"perimeter/internal/ssr"
)

// securityHeaders are the security headers. They are made once and shared by all
// responses, so that they cost a page nothing.
type securityHeaders struct {
	cfg        Config
	common     []header
	pages      atomic.Pointer[pagePolicies]
	apiPolicy  []string
	filePolicy []string
}

// pagePolicies are the content security policies of pages, which depend on whose
// map and chat the company uses.
type pagePolicies struct {
	mapURL string
	chat   company.ChatSetup
	public []string
	// The back office shows previews of chosen files by blob: URLs, and its
	// documents have no style element.
	admin []string
}

type header struct {
	name  string
	value []string
}

func newSecurityHeaders(cfg Config) *securityHeaders {
	h := &securityHeaders{
		cfg: cfg,
		common: []header{
			{"X-Content-Type-Options", []string{"nosniff"}},
			{"X-Frame-Options", []string{"DENY"}},
			{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
			{"Permissions-Policy", []string{"camera=(), geolocation=(), microphone=(), payment=(), usb=()"}},
		},
		apiPolicy: []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
		// If somebody opens an SVG file directly, nothing in it can run.
		filePolicy: []string{"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"},
	}
	if cfg.BaseURL != nil && cfg.BaseURL.Scheme == "https" {
		h.common = append(h.common, header{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	return h
}

// policies returns the policies of pages for the company as it was read last. A
// page is found at a page version, so this is not older than the page.
func (h *securityHeaders) policies() *pagePolicies {
	var current company.Identity
	if h.cfg.Company != nil {
		current = h.cfg.Company.Known()
	}
	made := h.pages.Load()
	if made == nil || made.mapURL != current.MapURL || made.chat != current.Chat {
		mapOrigin, chatOrigin := current.MapOrigin(), current.Chat.Origin()
		made = &pagePolicies{
			mapURL: current.MapURL, chat: current.Chat,
			public: []string{contentPolicy(h.cfg, hashSources(h.cfg.StyleHashes), "", mapOrigin, chatOrigin)},
			admin:  []string{contentPolicy(h.cfg, "", " blob:", mapOrigin, "")},
		}
		h.pages.Store(made)
	}
	return made
}

// contentPolicy returns the content security policy of a page. The chat widget
// is another provider's, whose origin public pages may load from and connect to.
// Style attributes
// are allowed because React writes them; they cannot load anything else than the
// policy allows.
func contentPolicy(cfg Config, styles, moreImages, mapOrigin, widget string) string {
	if cfg.BaseURL == nil || cfg.BaseURL.Scheme != "https" {
		moreImages = " http:" + moreImages // with https, browsers upgrade the URLs themselves
	}
	connect := strings.Join(append([]string{"connect-src 'self'"}, cfg.ConnectOrigins...), " ")
	frames, socket := safehtml.FrameOrigins(), ""
	if mapOrigin != "" && !slices.Contains(frames, mapOrigin) {
		frames = append(frames, mapOrigin)
	}
	if widget != "" {
		widget, socket = " "+widget, " "+strings.Replace(widget, "https://", "wss://", 1)
	}
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'" + hashSources(cfg.ScriptHashes) + widget,
		"style-src 'self'" + styles + widget,
		"style-src-attr 'unsafe-inline'",
		"img-src 'self' data: https:" + moreImages,
		"font-src 'self'" + widget,
		connect + widget + socket,
		"frame-src " + strings.Join(frames, " ") + widget,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// hashSources returns the policy's sources for inline scripts or styles.
func hashSources(values []string) string {
	var sources strings.Builder
	for _, value := range values {
		sources.WriteString(" '" + value + "'")
	}
	return sources.String()
}

func (h *securityHeaders) set(all http.Header, policy []string) {
	for _, one := range h.common {
		all[one.name] = one.value
	}
	all["Content-Security-Policy"] = policy
}

// setPage sets the headers of a page.
func (h *securityHeaders) setPage(all http.Header, path string) {
	policies := h.policies()
	policy := policies.public
	if isBackOffice(path) {
		policy = policies.admin
		// A page that opened this window must not keep a reference to it. Public
		// pages do not need this, and it would make browsers start a process for
		// each visit.
		all["Cross-Origin-Opener-Policy"] = sameOrigin
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
		next.ServeHTTP(w, r)
	})
}

func (h *securityHeaders) onAPI(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set(w.Header(), h.apiPolicy)
		// Responses change with every edit and may be private.
		w.Header()["Cache-Control"] = noStore
		next.ServeHTTP(w, r)
	})
}

var (
	noStore    = []string{"no-store"}
	sameOrigin = []string{"same-origin"}
)
