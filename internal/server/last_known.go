package server

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"perimeter/internal/ssr"
)

// Saved returns the pages that are worth keeping for a start without the
// database, up to maxBytes.
func (p *Pages) Saved(maxBytes int) []ssr.SavedDocument { return p.cache.Saved(maxBytes) }

// Renders returns how many pages were rendered so far.
func (p *Pages) Renders() uint64 { return p.cache.Renders() }

// Restore adds the pages among saved documents, to be served until the database
// answers.
func (p *Pages) Restore(saved []ssr.SavedDocument) {
	p.cache.Restore(slices.DeleteFunc(slices.Clone(saved), isSavedList))
}

// Saved is Pages.Saved for the public lists of the API.
func (s *Server) Saved(maxBytes int) []ssr.SavedDocument { return s.api.shared.Saved(maxBytes) }

// Renders returns how many lists were built so far.
func (s *Server) Renders() uint64 { return s.api.shared.Renders() }

// Restore adds the lists among saved documents.
func (s *Server) Restore(saved []ssr.SavedDocument) {
	isPage := func(d ssr.SavedDocument) bool { return !isSavedList(d) }
	s.api.shared.Restore(slices.DeleteFunc(slices.Clone(saved), isPage))
}

func isSavedList(d ssr.SavedDocument) bool { return isAPI(d.Path) }

// clickedLists are the calls with which the front end opens the fixed pages and that
// have parameters. The others are in sharedResponses.
var clickedLists = []string{
	"/api/blog-posts?fields=summary&page=1",
	"/api/page-texts/home",
	"/api/page-texts/about",
	"/api/page-texts/programs",
	"/api/page-texts/services",
}

// WarmUp builds the public lists, so that a click on a link works if the database
// goes away before anybody has asked for them.
func (s *Server) WarmUp(ctx context.Context) {
	paths := slices.Clone(clickedLists)
	for _, pattern := range sharedResponses {
		if !strings.Contains(pattern, "{") && !strings.HasSuffix(pattern, postsPath) {
			paths = append(paths, strings.TrimPrefix(pattern, http.MethodGet+" "))
		}
	}
	for _, path := range paths {
		if _, err := s.api.sharedResponse(ctx, path); err != nil && ctx.Err() == nil {
			s.api.logger.WarnContext(ctx, "could not build a list in advance", "path", path, "error", err)
		}
	}
}
