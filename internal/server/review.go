package server

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"perimeter/internal/errs"
	"perimeter/internal/reviews"
)

func (a *api) listReviews(ctx context.Context, _ *nothing) (*output[[]reviews.Review], error) {
	return found(a.reviews.List(ctx))
}

func (a *api) getReviewStatus(ctx context.Context, _ *nothing) (*output[reviews.Status], error) {
	return found(a.reviews.Status(ctx))
}

// reviewPhotos answers with the photos of reviewers. What is no photo is left to
// the pages, which have a screen for it.
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
	// The name stands for Google's address of the photo: another photo has
	// another name.
	h.Set("Cache-Control", "public, max-age=604800")
	_, _ = w.Write(photo)
}

func (p reviewPhotos) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch errs.KindOf(err) {
	case errs.NotFound:
		p.pages.ServeHTTP(w, r)
	case errs.Upstream:
		// The page shows the reviewer's initial instead; there is nothing to read.
		p.logger.DebugContext(r.Context(), "could not fetch a reviewer's photo", "error", err)
		empty(w, http.StatusBadGateway)
	default:
		if r.Context().Err() == nil {
			p.logger.WarnContext(r.Context(), "could not serve a reviewer's photo", "error", err)
		}
		empty(w, http.StatusServiceUnavailable)
	}
}

// empty answers with a status alone, which nobody is to keep.
func empty(w http.ResponseWriter, status int) {
	w.Header()["Cache-Control"] = noStore
	w.WriteHeader(status)
}
