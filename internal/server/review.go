package server

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"perimeter/internal/errs"
	"perimeter/internal/qrcode"
	"perimeter/internal/reviews"
)

func (a *api) listReviews(ctx context.Context, _ *noInput) (*output[[]reviews.Review], error) {
	return respond(a.reviews.List(ctx))
}

// reviewPage is where customers write a review.
type reviewPage struct {
	URL string `json:"url" doc:"Empty if there is none"`
}

func (a *api) getReviewPage(ctx context.Context, _ *noInput) (*output[reviewPage], error) {
	url, err := a.reviews.Page(ctx)
	return respond(reviewPage{url}, err)
}

// reviewRequest is what the staff need to ask a customer for a review.
type reviewRequest struct {
	URL string `json:"url" doc:"Empty if there is none"`
	QR  string `json:"qr" doc:"The URL as QR code, an SVG document; empty if there is no URL"`
}

func (a *api) getReviewRequest(ctx context.Context, _ *noInput) (*output[reviewRequest], error) {
	url, err := a.reviews.Page(ctx)
	if err != nil || url == "" {
		return respond(reviewRequest{}, err)
	}
	code, err := qrcode.SVG(url)
	return respond(reviewRequest{url, code}, err)
}

func (a *api) getReviewStatus(ctx context.Context, _ *noInput) (*output[reviews.Status], error) {
	return respond(a.reviews.Status(ctx))
}

// reviewPhotos serves the photos of reviewers. Other paths are left to the pages,
// which have a not-found page.
type reviewPhotos struct {
	reviews *reviews.Reviews
	pages   http.Handler
	logger  *slog.Logger
}

func (p reviewPhotos) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ours := strings.CutPrefix(r.URL.Path, ReviewPhotosPath)
	if !ours || r.Method != http.MethodGet && r.Method != http.MethodHead {
		p.pages.ServeHTTP(w, r)
		return
	}
	photo, err := p.reviews.Photo(r.Context(), name)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Length", strconv.Itoa(len(photo)))
	// The name is derived from Google's URL of the photo, so another photo has
	// another name.
	h.Set("Cache-Control", "public, max-age=604800")
	_, _ = w.Write(photo)
}

func (p reviewPhotos) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch errs.KindOf(err) {
	case errs.NotFound:
		p.pages.ServeHTTP(w, r)
	case errs.Upstream:
		// The page shows the reviewer's initial instead, so there is no body.
		p.logger.DebugContext(r.Context(), "could not fetch a reviewer's photo", "error", err)
		writeStatus(w, http.StatusBadGateway)
	default:
		if r.Context().Err() == nil {
			p.logger.WarnContext(r.Context(), "could not serve a reviewer's photo", "error", err)
		}
		writeStatus(w, http.StatusServiceUnavailable)
	}
}

// writeStatus responds with a status and no body, and forbids caching.
func writeStatus(w http.ResponseWriter, status int) {
	w.Header()["Cache-Control"] = noStore
	w.WriteHeader(status)
}
