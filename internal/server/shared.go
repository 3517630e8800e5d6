package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"perimeter/internal/errs"
	"perimeter/internal/ssr"
	"perimeter/internal/wire"
)

// sharedResponses lists the calls whose response is the same for everybody until
// something is published. It is built and compressed once, and all who read it,
// however slowly, share the memory.
var sharedResponses = []string{
	"GET /api/content",
	"GET /api/services",
	"GET /api/services/{ref}",
	"GET /api/blog-posts",
	"GET /api/google-reviews",
	"GET /api/review-page",
	"GET /api/social-links",
	"GET /api/page-texts/{page}",
	"GET /api/business-hours",
	"GET " + specialDaysPath,
	"GET /api/blog-teaser",
}

// serveShared responds to a call of sharedResponses from the cache. While the
// database is unavailable, it is with the last response.
func (a *api) serveShared(w http.ResponseWriter, r *http.Request, route route) {
	query := route.acceptedQuery(r.URL)
	if route.path == postsPath && isPostList(query) {
		a.postList.ServeHTTP(w, r)
		return
	}
	if err := a.allowPart(r, query); err != nil {
		a.fail(w, r, err)
		return
	}
	key := cacheKey(r.URL, query)
	document, err := a.sharedResponse(r.Context(), key)
	// A lost connection says nothing about the database, which may accept another.
	if isUnavailable(err) {
		document, err = a.sharedResponse(r.Context(), key)
	}
	if isUnavailable(err) {
		if last := a.shared.Stale(key); last != nil {
			a.outage.servedStale(r.Context(), err)
			document, err = last, nil
		}
	}
	if err == nil {
		err = a.parts.send(w, r, document, query)
	}
	if err == nil {
		return
	}
	if refused := (*refusedResponse)(nil); errors.As(err, &refused) {
		refused.writeTo(w)
		return
	}
	a.fail(w, r, err)
}

func (a *api) sharedResponse(ctx context.Context, key string) (*ssr.Document, error) {
	version, err := a.listVersion(ctx, key)
	if err != nil {
		return nil, err
	}
	document, err := a.shared.Get(ctx, key, version)
	if err == nil {
		a.outage.servedCurrent(ctx)
	}
	return document, err
}

// listVersion returns the version of a list. Special days that are over leave their
// list at midnight; all other lists change with the revision only.
func (a *api) listVersion(ctx context.Context, key string) (ssr.Version, error) {
	if key == specialDaysPath {
		version, err := a.site.PageVersion(ctx)
		return ssr.Version{Revision: version.Revision, Day: version.Day}, err
	}
	revision, err := a.site.Revision(ctx)
	return ssr.Version{Revision: revision}, err
}

// isUnavailable reports whether a response could not be made because the
// database did not answer.
func isUnavailable(err error) bool {
	var refused *refusedResponse
	return errs.KindOf(err) == errs.Unavailable ||
		errors.As(err, &refused) && refused.status == http.StatusServiceUnavailable
}

// acceptedQuery returns the parameters that the call knows, each as the call reads it:
// once, and numbers without leading zeros. So other spellings do not make another
// response.
func (r route) acceptedQuery(u *url.URL) url.Values {
	given, known := u.Query(), url.Values{}
	for _, p := range r.parameters {
		value := given.Get(p.name)
		if n, err := strconv.Atoi(value); err == nil && p.number {
			value = strconv.Itoa(n)
		}
		if value != "" {
			known.Set(p.name, value)
		}
	}
	return known
}

// cacheKey is the path with the parameters that the call knows. The path is escaped
// only where it must be, because every letter of it can be: that makes no other
// response either. An escaped slash, which no record has in its name, stays.
func cacheKey(u *url.URL, known url.Values) string {
	key := url.URL{Path: u.Path, RawQuery: known.Encode()}
	if strings.Count(u.EscapedPath(), "/") != strings.Count(u.Path, "/") {
		key.RawPath = u.RawPath
	}
	return key.String()
}

// keepable reports whether a response may stay in the cache. There is no end of
// positions, searches and slugs that do not exist.
func keepable(query url.Values, body []byte) bool {
	return len(query) == 0 || !query.Has("after") && !query.Has("search") && !bytes.Contains(body, []byte(`"data":[]`))
}

// buildShared makes the response that the cache keeps under the key.
func (a *api) buildShared(ctx context.Context, key string, _ ssr.Version) (*ssr.Document, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, key, nil)
	if err != nil {
		return nil, fmt.Errorf("build the response to %s: %w", key, err)
	}
	built := &recordedResponse{header: http.Header{}}
	done, err := a.parts.waitToBuild(ctx, r.URL.Query())
	if err != nil {
		return nil, err
	}
	defer done()
	a.mux.ServeHTTP(built, r)
	if built.status != http.StatusOK {
		return nil, &refusedResponse{built}
	}
	// One encoding, which every browser knows, keeps the memory small.
	response := wire.NewPayload(bytes.Clone(built.body.Bytes()), wire.Options{
		ContentType: built.header.Get("Content-Type"), CacheControl: "no-cache", Link: built.header.Get("Link"),
	})
	response.CompressGzip()
	document := &ssr.Document{Payload: response, Final: true}
	if keepable(r.URL.Query(), built.body.Bytes()) {
		document.Path = key
	}
	return document, nil
}

// recordedResponse keeps what a handler writes.
type recordedResponse struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (s *recordedResponse) Header() http.Header    { return s.header }
func (s *recordedResponse) WriteHeader(status int) { s.status = status }
func (s *recordedResponse) Write(b []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	return s.body.Write(b)
}

// refusedResponse is a failure, which is not cached.
type refusedResponse struct{ *recordedResponse }

func (s *refusedResponse) Error() string { return fmt.Sprintf("refused with %d", s.status) }

func (s *refusedResponse) writeTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), s.header)
	w.WriteHeader(s.status)
	_, _ = w.Write(s.body.Bytes())
}
