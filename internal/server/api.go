package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/backup"
	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/health"
	"perimeter/internal/limit"
	"perimeter/internal/media"
	"perimeter/internal/push"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/stats"
	"perimeter/internal/workingcopy"
)

// api serves the requests under /api: it finds the route, checks who may use it,
// and reads the body.
type api struct {
	site     *site.Site
	company  *company.Company
	accounts *auth.Accounts
	library  *media.Library
	chat     *chat.Chat
	push     *push.Push
	reviews  *reviews.Reviews
	audit    *audit.Log
	history  *record.History
	copies   *workingcopy.Copies
	logger   *slog.Logger
	observer func(route string, status int, took time.Duration)
	trusted  []netip.Prefix
	cookies  cookies
	base     *url.URL
	css      func(ctx context.Context, html string) (string, error)
	stopping <-chan struct{}
	bodies   bodyBudgets
	rates    *limit.RateLimiter
	shared   *ssr.Cache // of sharedResponses
	parts    *partLimits
	postList http.Handler // of sendPostList, compressed
	// postLists limits how many send the complete list at a time.
	postLists   *limit.Slots
	outage      *Outage
	drafts      *draftPages // nil if there are no pages
	stats       *stats.Stats
	backups     *backup.Backups // nil if none are made
	connections *connection.Connections
	health      func(context.Context) health.SiteHealth

	mux    *http.ServeMux
	calls  http.Handler     // the mux, with compressed responses
	routes map[string]route // by the mux's pattern
	spec   *huma.OpenAPI
}

func newAPI(cfg Config) *api {
	a := &api{
		site:        cfg.Site,
		company:     cfg.Company,
		accounts:    cfg.Accounts,
		library:     cfg.Library,
		chat:        cfg.Chat,
		push:        cfg.Push,
		reviews:     cfg.Reviews,
		audit:       cfg.Audit,
		history:     cfg.History,
		copies:      cfg.Copies,
		logger:      cfg.Logger,
		observer:    cfg.Observe,
		trusted:     cfg.TrustedProxies,
		cookies:     newCookies(cfg.BaseURL),
		base:        cfg.BaseURL,
		css:         cfg.TemplateCSS,
		stopping:    cfg.Stopping,
		bodies:      newBodyBudgets(),
		parts:       newPartLimits(),
		postLists:   limit.NewSlots(maxPostLists, postListWait, postListsBusy()),
		outage:      cfg.Outage,
		stats:       cfg.Stats,
		backups:     cfg.Backups,
		connections: cfg.Connections,
		health:      cfg.Health,
		rates:       limit.NewRateLimiter(cfg.Clock, "That is a lot of requests at once. Please wait %s."),
		mux:         http.NewServeMux(),
		routes:      map[string]route{},
	}
	if cfg.PublicPages != nil {
		a.drafts = newDraftPages(cfg.PublicPages)
	}
	a.calls = compress(a.mux)
	a.postList = compress(http.HandlerFunc(a.sendPostList))
	a.shared = ssr.NewCache(ssr.DefaultCacheSize, a.buildShared, cfg.Site.ChangedSince)
	described := humago.New(a.mux, apiConfig())
	for _, route := range a.routeTable() {
		route.register(described)
		a.routes[route.pattern()] = route
	}
	describePhotos(described.OpenAPI())
	a.spec = addEnums(described.OpenAPI())
	a.mux.Handle(specRoute, serveSpec(a.spec))
	a.mux.HandleFunc(policyReportRoute, a.receivePolicyReport)
	a.mux.HandleFunc(visitsRoute, a.receiveVisit)
	a.mux.HandleFunc(visitorEventsRoute, a.streamToVisitor)
	a.mux.HandleFunc(staffEventsRoute, a.streamToStaff)
	a.mux.HandleFunc(visitorPhotosRoute, a.receiveVisitorPhoto)
	a.mux.HandleFunc(visitorPhotoRoute, a.servePhotoToVisitor)
	a.mux.HandleFunc(staffPhotosRoute, a.receiveStaffPhoto)
	a.mux.HandleFunc(staffPhotoRoute, a.servePhotoToStaff)
	return a
}

// ServeHTTP serves a request.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, pattern := a.mux.Handler(r)
	if pattern == "" && !isAdminPath(r.URL.Path) {
		a.failUnrouted(w, r, handler)
		return
	}
	// Everything that is not on the list needs a user: of the own account any, of
	// the rest an administrator. This includes paths of the back office that do not
	// exist: nobody else learns which do.
	if !isPublic(pattern) {
		require := a.requireAdmin
		if isAccountRoute(pattern) {
			require = a.requireOwner
		}
		if slices.Contains(factorRoutes, pattern) {
			require = a.requireUser
		}
		if err := require(r.Context()); err != nil {
			if kind := errs.KindOf(err); kind == errs.Unauthorized || kind == errs.Forbidden {
				a.log(r.Context(), slog.LevelWarn, "admin request refused",
					"method", r.Method, "path", r.URL.Path, "reason", err.Error())
				if kind == errs.Forbidden || !isBackgroundCall(r) {
					a.record(r.Context(), audit.Refused, r.Method+" "+r.URL.Path, "")
				}
			}
			a.fail(w, r, err)
			return
		}
	}
	if pattern == "" {
		a.failUnrouted(w, r, handler)
		return
	}
	if needsProof(pattern) {
		if err := a.requireRecentProof(r.Context()); err != nil {
			a.fail(w, r, err)
			return
		}
	}
	route, known := a.routes[pattern]
	if !known { // a stream, a photo, a report, or the OpenAPI document
		a.mux.ServeHTTP(w, r)
		return
	}
	if route.shared && a.seesHidden(r, route) {
		r = r.WithContext(context.WithValue(r.Context(), hiddenKey{}, true))
	} else if route.shared {
		a.serveShared(w, r, route)
		return
	}
	if route.takesBody && !(route.bodyOptional && r.ContentLength == 0) {
		release, err := a.receiveJSON(w, r, pattern)
		if err != nil {
			a.refuseBody(w, r, err)
			return
		}
		defer release()
	}
	a.calls.ServeHTTP(w, r)
}

func (a *api) routeOf(r *http.Request) string {
	if _, pattern := a.mux.Handler(r); pattern != "" {
		return pattern
	}
	return "none"
}

func isAdminPath(path string) bool {
	return path == "/api/admin" || strings.HasPrefix(path, "/api/admin/")
}

// isBackgroundCall reports whether an open page of this site has made the call by
// itself, as a dashboard does whose session has expired. Such calls only read, and
// say nothing of what people did. The log of the server has them.
func isBackgroundCall(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Site") == "same-origin"
}

// requireUser finds the user of the request and refuses everybody who is not
// signed in.
func (a *api) requireUser(ctx context.Context) error {
	c := requestInfoOf(ctx)
	user, err := a.accounts.Authenticate(ctx, c.token)
	if err != nil {
		return err
	}
	c.user = user
	return nil
}

// requireOwner is requireUser that also refuses a user who has not shown the second
// factor that they need and have: a stolen password must not be enough to change the
// account.
func (a *api) requireOwner(ctx context.Context) error {
	if err := a.requireUser(ctx); err != nil {
		return err
	}
	return a.accounts.CheckSecondFactorUsed(ctx, requestInfoOf(ctx).token)
}

// requireAdmin finds the user of the request and refuses everybody but
// administrators, and those without the second factor that they need.
func (a *api) requireAdmin(ctx context.Context) error {
	c := requestInfoOf(ctx)
	user, err := a.accounts.AuthenticateAdmin(ctx, c.token)
	c.user = user
	return err
}

// requireRecentProof refuses a session whose user has not proved who they are for
// a while. The error has the code proof_required: the back office then asks for the
// password or a passkey and sends the request again.
func (a *api) requireRecentProof(ctx context.Context) error {
	return a.accounts.CheckProof(ctx, requestInfoOf(ctx).token)
}

// failUnrouted responds in JSON where the mux would respond in plain text: that
// there is no such path, or which methods it has.
func (a *api) failUnrouted(w http.ResponseWriter, r *http.Request, unrouted http.Handler) {
	response := &recordedResponse{header: http.Header{}}
	unrouted.ServeHTTP(response, r)
	if response.status == http.StatusMethodNotAllowed {
		allow := response.header.Get("Allow")
		w.Header().Set("Allow", allow)
		a.fail(w, r, &failure{Message: "This address answers only to " + allow + ".", status: response.status})
		return
	}
	a.fail(w, r, errs.Errorf(errs.NotFound, "There is no such address."))
}
