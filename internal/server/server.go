package server

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/backup"
	"perimeter/internal/chat"
	"perimeter/internal/clock"
	"perimeter/internal/company"
	"perimeter/internal/connection"
	"perimeter/internal/health"
	"perimeter/internal/media"
	"perimeter/internal/push"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/stats"
	"perimeter/internal/workingcopy"
)

// Config is what the server needs.
type Config struct {
	Site     *site.Site
	Company  *company.Company
	Accounts *auth.Accounts
	Library  *media.Library
	Chat     *chat.Chat
	Reviews  *reviews.Reviews
	Audit    *audit.Log
	Push     *push.Push
	History  *record.History
	Copies   *workingcopy.Copies
	Stats    *stats.Stats // nil means that nothing is counted
	Backups  *backup.Backups
	// Connections is what the owner has connected the site to.
	Connections *connection.Connections
	// Health returns Site health, and KnownHealth the newest report without waiting, nil
	// if there is none yet. Both may be nil.
	Health      func(ctx context.Context) health.SiteHealth
	KnownHealth func() *health.SiteHealth
	// Pages serves every path that is not the API's.
	Pages http.Handler
	// PublicPages renders previews of public pages; nil means that there are none.
	PublicPages *Pages
	// BaseURL is the public origin. It decides whether cookies and headers may
	// rely on https.
	BaseURL *url.URL
	Logger  *slog.Logger
	// TemplateCSS returns the CSS of the utility classes in a piece of HTML.
	TemplateCSS func(ctx context.Context, html string) (string, error)
	// TrustedProxies are the networks whose X-Forwarded-For header is trusted.
	TrustedProxies []netip.Prefix
	// ScriptHashes allow inline scripts of the pages, each as "sha256-…".
	ScriptHashes []string
	// StyleHashes allow style elements of the public pages in the same way.
	StyleHashes []string
	// ConnectOrigins are the other origins that pages may send requests to, such
	// as the storage that uploads go to.
	ConnectOrigins []string
	// HSTSSubdomains extends the promise of https to all subdomains.
	HSTSSubdomains bool
	// Stopping is closed when the server stops. It ends the open streams; nil
	// means never.
	Stopping <-chan struct{}
	// Outage counts old responses; nil means that nobody asks for their number.
	Outage *Outage
	// Clock is for rate limits.
	Clock clock.Clock
	// Observe is called for every request to the API, for metrics; it may be nil.
	Observe func(route string, status int, took time.Duration)
}

// Server is the handler of the whole site.
type Server struct {
	http.Handler
	api *api
}

// New returns the handler of the whole site.
func New(cfg Config) *Server {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Observe == nil {
		cfg.Observe = func(string, int, time.Duration) {}
	}
	cfg.Outage = cmp.Or(cfg.Outage, NewOutage(cfg.Logger))
	headers := newSecurityHeaders(cfg)
	a := newAPI(cfg)

	// The middlewares in the order of execution.
	calls := chain(a,
		a.addRequestInfo,    // first, so that the others can log it
		a.observe,           // outside recoverPanics, to see the status of a panic
		a.recoverPanics,     // outside everything that could panic
		headers.onAPI,       // before anything responds
		a.refuseCrossOrigin, // before anything is read or looked up
	)
	files := chain(http.HandlerFunc(a.serveFile),
		a.addRequestInfo,
		a.recoverPanics,
		headers.onFiles,
	)
	uploads := chain(http.HandlerFunc(a.receiveUpload),
		a.addRequestInfo,
		a.observe,
		a.recoverPanics,
		headers.onAPI,
		a.refuseCrossOrigin,
	)
	// Pages are served from memory; each middleware here slows every one down.
	pages := chain(cfg.Pages,
		recoverPagePanics(cfg.Logger),
		headers.onPages,
	)
	photos := chain(reviewPhotos{cfg.Reviews, cfg.Pages, cfg.Logger},
		recoverPagePanics(cfg.Logger),
		headers.onPages,
	)
	healthz := headers.onAPI(http.HandlerFunc(answerOK))
	readyz := headers.onAPI(readiness{cfg})
	all := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// net/http cancels a request when the client stops sending, which a client may
		// do that still reads. Everything but a stream ends by itself.
		if !isStream(r.URL.Path) {
			r = r.WithContext(context.WithoutCancel(r.Context()))
		}
		switch path := r.URL.Path; {
		case isAPI(path):
			calls.ServeHTTP(w, r)
		case isFile(path) && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			files.ServeHTTP(w, r)
		case isFile(path):
			uploads.ServeHTTP(w, r)
		case path == "/healthz":
			healthz.ServeHTTP(w, r)
		case path == "/readyz":
			readyz.ServeHTTP(w, r)
		case strings.HasPrefix(path, ReviewPhotosPath):
			photos.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	})
	return &Server{all, a}
}

func isAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// answerOK says that the server runs, which it does once it listens. It does not
// depend on the database: without it, the server still serves cached pages.
func answerOK(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

// chain wraps the handler in the middlewares, the first outermost.
func chain(h http.Handler, middlewares ...func(http.Handler) http.Handler) http.Handler {
	for i := len(middlewares) - 1; i >= 0; i-- {
		h = middlewares[i](h)
	}
	return h
}
