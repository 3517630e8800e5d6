package server

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"

	"perimeter/internal/health"
)

// maxInspected bounds how many pages are inspected: the fixed pages, the services and
// the newest articles. A site with thousands of articles must not render all of them
// after each change.
const maxInspected = 300

// Inspect renders the public pages and looks for links and pictures of the site that
// lead nowhere. Other sites are not asked. It takes at most half of the time of one
// processor, because visitors wait for nothing else.
func (s *Server) Inspect(ctx context.Context) (health.Inspection, error) {
	if s.api.drafts == nil {
		return health.Inspection{}, nil
	}
	// A copy, so that pages that nobody asks for do not displace others from the cache.
	pages := s.api.drafts.Of(s.api.site, s.api.company)
	i := inspector{handler: s.Handler, base: s.api.base, leads: map[string]bool{}}
	var paths []string
	for path, err := range pages.PublicPaths(ctx) {
		if err != nil {
			return health.Inspection{}, err
		}
		if len(paths) == maxInspected {
			break
		}
		// The further pages of the blog only repeat what the articles say.
		if IsPublicPage(path) && !strings.Contains(path, "?") {
			paths = append(paths, path)
			i.leads[path] = true
		}
	}
	for _, path := range paths {
		began := time.Now()
		status, body, err := pages.Body(ctx, path)
		took := time.Since(began)
		switch {
		case ctx.Err() != nil:
			return health.Inspection{}, ctx.Err()
		case err != nil:
			i.found.Failing = append(i.found.Failing, path+" cannot be rendered")
		case status != http.StatusOK:
			i.found.Failing = append(i.found.Failing, path+" answers "+http.StatusText(status))
		default:
			i.look(ctx, path, body)
		}
		i.found.Pages++
		if took > i.found.Took {
			i.found.Slowest, i.found.Took = path, took
		}
		select {
		case <-time.After(time.Since(began)):
		case <-ctx.Done():
		}
	}
	return i.found, nil
}

// inspector looks at the links and pictures of pages.
type inspector struct {
	handler http.Handler
	base    *url.URL
	leads   map[string]bool // whether a path and query leads somewhere
	found   health.Inspection
}

// look looks at one page.
func (i *inspector) look(ctx context.Context, page string, body []byte) {
	tokens := html.NewTokenizer(bytes.NewReader(body))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		token := tokens.Token()
		for _, attribute := range token.Attr {
			switch {
			case token.Data == "a" && attribute.Key == "href":
				i.follow(ctx, page, attribute.Val, false)
			case token.Data == "img" && attribute.Key == "src":
				i.follow(ctx, page, attribute.Val, true)
			case (token.Data == "img" || token.Data == "source") && attribute.Key == "srcset":
				for candidate := range strings.SplitSeq(attribute.Val, ", ") {
					address, _, _ := strings.Cut(strings.TrimSpace(candidate), " ")
					i.follow(ctx, page, address, true)
				}
			}
		}
	}
}

// follow notes an address of this site that leads nowhere, once.
func (i *inspector) follow(ctx context.Context, page, address string, picture bool) {
	u, err := i.base.Parse(page)
	if err == nil {
		u, err = u.Parse(address)
	}
	if err != nil || u.Scheme != i.base.Scheme || !strings.EqualFold(u.Host, i.base.Host) {
		return
	}
	target := u.RequestURI()
	if _, known := i.leads[target]; known {
		return
	}
	leads := !i.missing(ctx, target)
	i.leads[target] = leads
	if !leads {
		i.found.Broken = append(i.found.Broken, health.Broken{Page: page, URL: target, Picture: picture})
	}
}

// missing asks the server itself. A storage that does not answer is not a missing file.
func (i *inspector) missing(ctx context.Context, target string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, i.base.ResolveReference(&url.URL{Path: "/"}).String(), nil)
	if err != nil {
		return false
	}
	if r.URL, err = i.base.Parse(target); err != nil {
		return false
	}
	r.RequestURI, r.RemoteAddr = target, "127.0.0.1:1"
	response := &recordedResponse{header: http.Header{}}
	i.handler.ServeHTTP(response, r)
	status := cmp.Or(response.status, http.StatusOK)
	return status == http.StatusNotFound || status == http.StatusGone
}
