package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/health"
)

func (a *api) getHealth(ctx context.Context, _ *noInput) (*output[health.SiteHealth], error) {
	if a.health == nil {
		return nil, errs.Errorf(errs.Unavailable, "Nothing is known of Site health here.")
	}
	return respond(a.health(ctx), nil)
}

// readyTimeout is how long the database may take to answer.
const readyTimeout = 2 * time.Second

// readiness says whether this process can do everything: answer, and save. Without
// the database it answers 503 although pages are still served; answerOK is for those
// who only want to know that.
type readiness struct{ cfg Config }

type readyBody struct {
	Ready bool `json:"ready"`
	// Checks are the levels of Site health that anybody may see.
	Checks map[string]health.Level `json:"checks"`
	Reason string                  `json:"reason,omitempty"`
}

func (h readiness) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body := readyBody{Ready: true, Checks: map[string]health.Level{}}
	if h.cfg.KnownHealth != nil {
		if report := h.cfg.KnownHealth(); report != nil {
			body.Checks = report.Public()
		}
	}
	body.Checks["database"] = health.OK
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if _, err := h.cfg.Site.PageVersion(ctx); err != nil {
		body.Ready, body.Reason, body.Checks["database"] = false, "The database does not answer.", health.Problem
	}
	select {
	case <-h.cfg.Stopping:
		body.Ready, body.Reason = false, "The server is stopping."
	default:
	}
	w.Header().Set("Content-Type", "application/json")
	if !body.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(body) // fails only if the client has disconnected
}
