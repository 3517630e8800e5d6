package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/clock"
	"perimeter/internal/media"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
)

// Config is what the server needs.
type Config struct {
	Site     *site.Site
	Accounts *auth.Accounts
	Library  *media.Library
	Chat     *chat.Chat
	Reviews  *reviews.Reviews
	// Pages serves every path that is not the API's.
	Pages http.Handler
	// BaseURL is the public origin. It decides whether cookies and headers may
	// rely on https.
	BaseURL *url.URL
	Logger  *slog.Logger
	// TemplateCSS returns the style of the utility classes in a piece of HTML.
	TemplateCSS func(ctx context.Context, html string) (string, error)
	// TrustedProxies are the networks whose X-Forwarded-For header is believed.
	TrustedProxies []netip.Prefix
	// ScriptHashes allow inline scripts of the pages, each as "sha256-…".
	ScriptHashes []string
	// StyleHashes allow style elements of the public pages likewise.
	StyleHashes []string
	// ConnectOrigins are the origins that pages may send requests to besides
	// their own, such as the storage that uploads go to.
	ConnectOrigins []string
	// Stopping ends the calls that would stay open when the server stops; nil
	// means never.
	Stopping <-chan struct{}
	// Clock is for rate limits.
	Clock clock.Clock
	// Observe is told of every call of the API, by route, for metrics; it may
	// be nil.
	Observe func(route string, status int, took time.Duration)
}

// New returns the handler of the whole site.
func New(cfg Config) http.Handler {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Observe == nil {
		cfg.Observe = func(string, int, time.Duration) {}
	}
	headers := newSecurityHeaders(cfg)
	gate := newAPI(cfg)

	// The chains in the order in which a request passes them.
	calls := chain(gate,
		gate.identify,          // first, so that everything below can be found in the log
		gate.observe,           // around the recovery, so that it sees a panic's status
		gate.recoverPanics,     // around everything that could panic
		headers.onAPI,          // before anything can answer
		gate.refuseCrossOrigin, // before anything is read or looked up
	)
	files := chain(http.HandlerFunc(gate.serveFile),
		gate.identify,
		gate.recoverPanics,
		headers.onFiles,
	)
	uploads := chain(http.HandlerFunc(gate.receiveUpload),
		gate.identify,
		gate.observe,
		gate.recoverPanics,
		headers.onAPI,
		gate.refuseCrossOrigin,
	)
	// Pages are served from memory; each step here costs every visitor.
	pages := chain(cfg.Pages,
		recoverPagePanics(cfg.Logger),
		headers.onPages,
	)
	photos := chain(reviewPhotos{cfg.Reviews, cfg.Pages, cfg.Logger},
		recoverPagePanics(cfg.Logger),
		headers.onPages,
	)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case isAPI(path):
			calls.ServeHTTP(w, r)
		case isFile(path) && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			files.ServeHTTP(w, r)
		case isFile(path):
			uploads.ServeHTTP(w, r)
		case path == "/healthz":
			health(w)
		case strings.HasPrefix(path, ReviewPhotosPath):
			photos.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	})
}

func isAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// health says that the server is ready, which it is once it listens. A
// database that is away is no reason to take the server out of service: it
// goes on showing the pages that it has.
func health(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n"))
}

// chain wraps the handler so that a request passes the steps in their order.
func chain(h http.Handler, steps ...func(http.Handler) http.Handler) http.Handler {
	for i := len(steps) - 1; i >= 0; i-- {
		h = steps[i](h)
	}
	return h
}
