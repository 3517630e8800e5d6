package wire

import (
	"net/http"
	"strings"
)

// vary is shared by all responses to save an allocation per request.
var vary = []string{"Accept-Encoding"}

// ServeHTTP answers GET and HEAD with the representation that the request
// prefers, or with 304 if the client already has it.
func (p *Payload) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	chosen := p.negotiate(r.Header["Accept-Encoding"])
	h := w.Header()
	if p.notModified(chosen, r.Header["If-None-Match"]) {
		p.setValidators(h, chosen)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	p.setHeaders(h, chosen)
	if p.location != "" {
		h.Set("Location", withQuery(p.location, r.URL.RawQuery))
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		writeBody(w, r, chosen.body)
	}
}

// notModified reports whether the client already has the representation. Error
// pages are always sent.
func (p *Payload) notModified(chosen *representation, ifNoneMatch []string) bool {
	return p.status == http.StatusOK && chosen.matches(ifNoneMatch)
}

// setValidators sets the headers of a 304 response.
func (p *Payload) setValidators(h http.Header, chosen *representation) {
	setHeader(h, "Cache-Control", p.cacheControl)
	h["Vary"] = vary
	h["Etag"] = chosen.etag
	setHeader(h, "Content-Security-Policy", p.contentPolicy)
}

// setHeaders sets the headers of a response with a body.
func (p *Payload) setHeaders(h http.Header, chosen *representation) {
	p.setValidators(h, chosen)
	setHeader(h, "Content-Type", p.contentType)
	setHeader(h, "Link", p.link)
	setHeader(h, "Content-Encoding", chosen.encoding)
	h["Content-Length"] = chosen.length
}

func setHeader(h http.Header, key string, value []string) {
	if value != nil {
		h[key] = value
	}
}

// withQuery adds the query of a request to a redirect's target, so that campaign
// parameters are not lost.
func withQuery(location, query string) string {
	if query == "" {
		return location
	}
	return location + "?" + query
}

// matches reports whether an If-None-Match header contains the tag of this
// representation. As RFC 9110 requires, weak tags equal strong ones here.
func (r *representation) matches(ifNoneMatch []string) bool {
	own := strings.TrimPrefix(r.etag[0], "W/")
	for _, line := range ifNoneMatch {
		for tag := range strings.SplitSeq(line, ",") {
			tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
			if tag == own || tag == "*" {
				return true
			}
		}
	}
	return false
}
