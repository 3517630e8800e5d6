package wire

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"
)

// Wire returns the response to a GET request with these headers as it is sent:
// the head, which is the status line and the header lines in net/http's order but
// without Date, and the body. The common headers are added to the payload's own;
// they must be the same in every call, because the head is built once per
// representation. For redirects, which depend on the query, the head is nil.
func (p *Payload) Wire(acceptEncoding, ifNoneMatch string, common http.Header) (head, body []byte) {
	if p.location != "" {
		return nil, nil
	}
	chosen := p.negotiate([]string{acceptEncoding})
	if p.notModified(chosen, []string{ifNoneMatch}) {
		return buildOnce(&chosen.notModifiedHead, http.StatusNotModified, common, func(h http.Header) { p.setValidators(h, chosen) }), nil
	}
	return buildOnce(&chosen.fullHead, p.status, common, func(h http.Header) { p.setHeaders(h, chosen) }), chosen.body
}

// buildOnce returns the stored head, or builds and stores it.
func buildOnce(stored *atomic.Pointer[[]byte], status int, common http.Header, set func(http.Header)) []byte {
	if head := stored.Load(); head != nil {
		return *head
	}
	h := maps.Clone(common)
	set(h)
	var head bytes.Buffer
	fmt.Fprintf(&head, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	_ = h.Write(&head) // a bytes.Buffer returns no errors
	written := head.Bytes()
	stored.Store(&written)
	return written
}
