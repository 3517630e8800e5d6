package payload

import (
	"net/http"
	"strings"

	"perimeter/internal/transport"
)

// vary is shared by all answers, like every other header value here.
var vary = []string{"Accept-Encoding"}

// ServeHTTP answers GET and HEAD with the representation that the request
// prefers, or with 304 when the client has it already.
func (p *Payload) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	chosen := p.selected(r.Header["Accept-Encoding"])
	h := w.Header()
	set(h, "Cache-Control", p.cacheControl)
	h["Vary"] = vary
	if p.status == http.StatusOK {
		if tag := chosen.match(r.Header["If-None-Match"]); tag != "" {
			h["Etag"] = chosen.etag
			if tag != chosen.etag[0] {
				h["Etag"] = []string{tag}
			}
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h["Etag"] = chosen.etag
	if p.location != "" {
		h.Set("Location", withQuery(p.location, r.URL.RawQuery))
	}
	set(h, "Content-Type", p.contentType)
	set(h, "Content-Encoding", chosen.encoding)
	h["Content-Length"] = chosen.length
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		transport.WriteBody(w, r, chosen.body)
	}
}

func set(h http.Header, key string, value []string) {
	if value != nil {
		h[key] = value
	}
}

// withQuery keeps what an address was asked with, such as where a visitor came
// from.
func withQuery(location, query string) string {
	if query == "" {
		return location
	}
	return location + "?" + query
}

// match returns the tag of the If-None-Match header that names this
// representation, or the one that it replaced, whose content was the same.
func (r *representation) match(ifNoneMatch []string) string {
	for _, line := range ifNoneMatch {
		for tag := range strings.SplitSeq(line, ",") {
			tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
			switch tag {
			case "*":
				return r.etag[0]
			case "":
			case r.etag[0], r.replaced:
				return tag
			}
		}
	}
	return ""
}
