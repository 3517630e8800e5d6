package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"perimeter/internal/ssr"
	"perimeter/internal/wire"
)

// Ready returns complete responses for assets and cached pages. They are the same
// as those of the handler that New returns.
type Ready struct {
	pages      *Pages
	public     http.Header
	backOffice http.Header
	count      func()
	logger     *slog.Logger
}

// NewReady takes the same configuration as New. count is called for each response.
func NewReady(cfg Config, pages *Pages, count func()) *Ready {
	headers := newSecurityHeaders(cfg)
	r := &Ready{pages: pages, public: http.Header{}, backOffice: http.Header{}, count: count, logger: cfg.Logger}
	headers.setPage(r.public, "/")
	headers.setPage(r.backOffice, ssr.AdminPath)
	return r
}

// Find returns the head and body of the response to a GET request, or nil if the
// handler must respond. If the cached page is out of date, Find waits for the new
// one, so its response is as fresh as the handler's.
func (r *Ready) Find(path, acceptEncoding, ifNoneMatch string) (head, body []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			r.logger.Error("internal error", "path", path, "error", fmt.Sprintf("panic: %v\n%s", cause, debug.Stack()))
			head, body = nil, nil
		}
	}()
	found := r.payload(path)
	if found == nil {
		return nil, nil
	}
	common := r.public
	if isBackOffice(path) {
		common = r.backOffice
	}
	if head, body = found.Wire(acceptEncoding, ifNoneMatch, common); head != nil {
		r.count()
	}
	return head, body
}

func (r *Ready) payload(path string) *wire.Payload {
	if asset := r.pages.assets.Find(path); asset != nil {
		return asset
	}
	if r.pages.cache.Stale(path) == nil {
		return nil
	}
	document, err := r.pages.document(context.Background(), path)
	// A document of another path is the shared 404 page; one with a version depends
	// on the query.
	if err != nil || document.Path != path || document.Version != "" {
		return nil
	}
	return document.Payload
}
