package server

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/stats"
)

// Browsers report here what the server cannot see: a tap on the phone number, a
// page that was opened without a request for it, and how fast a page was.
const (
	visitsPath  = "/api/visits"
	visitsRoute = "POST " + visitsPath
)

// visitRate is how many reports one network may send. Further ones are not
// counted.
var visitRate = limit.Rate{Burst: 60, Every: 2 * time.Second}

// receiveVisit counts what a browser reports. Nobody reads the response, so it says
// nothing about what was counted.
func (a *api) receiveVisit(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusNoContent)
	keys := limit.NetworkKeys("visit", requestInfoOf(r.Context()).clientIP, visitRate)
	if _, err := a.rates.Allow(keys...); err != nil || a.stats == nil {
		return
	}
	visit := visitOf(r)
	if isBackOffice(pathOnly(visit.Referer)) {
		return // staff tap on the phone numbers of visitors
	}
	visit.Referer = "" // the page of ours that sends the report
	query := r.URL.Query()
	switch {
	case query.Has("tap"):
		a.stats.TapPhone(visit)
	case query.Has("view") && a.drafts != nil:
		if path := query.Get("view"); a.drafts.isShown(r.Context(), path) {
			a.stats.View(path, visit)
		}
	case query.Has("vitals") && a.drafts != nil:
		if path := query.Get("vitals"); a.drafts.isShown(r.Context(), path) {
			a.stats.Measure(path, stats.Vitals{LCP: measure(query, "lcp"), INP: measure(query, "inp"), CLS: measure(query, "cls")}, visit)
		}
	}
}

// measure returns a number of the query, or nil if it is not a number that a browser
// can have measured.
func measure(query url.Values, name string) *float64 {
	value, err := strconv.ParseFloat(query.Get(name), 64)
	if err != nil || !(value >= 0 && value < 1e6) {
		return nil
	}
	return &value
}

// visitOf returns what a request says about the visitor.
func visitOf(r *http.Request) stats.Visit {
	h := r.Header
	return stats.Visit{
		UserAgent: r.UserAgent(), Referer: r.Referer(),
		Private: h.Get("Dnt") == "1" || h.Get("Sec-Gpc") == "1" || h.Get("Sec-Purpose") != "",
	}
}

// IsPublicPage reports whether a path at which there is a page is that of a public
// one. It is asked for every page that is served.
func IsPublicPage(path string) bool {
	if _, ok := staticPages[path]; ok {
		return !isBackOffice(path)
	}
	return strings.HasPrefix(path, servicesPath+"/") || strings.HasPrefix(path, blogPath+"/") || strings.HasPrefix(path, blogPath+"?")
}

// isShown reports whether visitors see a public page at the path.
func (p *Pages) isShown(ctx context.Context, path string) bool {
	if !IsPublicPage(path) {
		return false
	}
	document, err := p.document(ctx, path)
	return err == nil && document.Path == path && document.Status() == http.StatusOK
}

type monthInput struct {
	Month string `query:"month" doc:"Such as 2026-03; by default the current month"`
}

func (a *api) getStatistics(ctx context.Context, in *monthInput) (*output[stats.Report], error) {
	if a.stats == nil {
		return nil, errs.Errorf(errs.Unavailable, "Nothing is counted here.")
	}
	return respond(a.stats.Report(ctx, in.Month))
}
