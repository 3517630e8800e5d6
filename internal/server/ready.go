package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"perimeter/internal/payload"
	"perimeter/internal/ssr"
)

// Ready finds the answers that need no handler: assets, and pages that the cache
// holds. What it returns is what the handler of New would have answered.
type Ready struct {
	pages      *Pages
	public     http.Header
	backOffice http.Header
	count      func()
	logger     *slog.Logger
}

// NewReady returns the answers of pages with the headers that New would add.
// count is called for each.
func NewReady(cfg Config, pages *Pages, count func()) *Ready {
	headers := newSecurityHeaders(cfg)
	r := &Ready{pages: pages, public: http.Header{}, backOffice: http.Header{}, count: count, logger: cfg.Logger}
	headers.setPage(r.public, "/")
	headers.setPage(r.backOffice, ssr.AdminPath)
	return r
}

// Find returns the answer to a GET request as it is sent, or nil if a handler
// must answer. A page that the cache holds but that is out of date is waited for,
// so what is found is as fresh as a handler's answer.
func (r *Ready) Find(path, acceptEncoding, ifNoneMatch string) (head, body []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			r.logger.Error("defect", "path", path, "error", fmt.Sprintf("panic: %v\n%s", cause, debug.Stack()))
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

func (r *Ready) payload(path string) *payload.Payload {
	if asset := r.pages.assets.Find(path); asset != nil {
		return asset
	}
	if r.pages.cache.Stale(path) == nil {
		return nil
	}
	document, err := r.pages.document(context.Background(), path)
	// Documents of another path are shared by all paths that lead to nothing.
	if err != nil || document.Path != path {
		return nil
	}
	return document.Payload
}
