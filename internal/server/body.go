package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"sync"
	"time"
	"unicode/utf8"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
)

const (
	// maxBody has room for the longest save with every character escaped.
	maxBody = 4 << 20
	// maxDepth is deeper than any body that makes sense.
	maxDepth = 32

	// publicBodyTimeout is how long the body of a call may take that anybody can make.
	publicBodyTimeout = 10 * time.Second

	// A client that is cut off while it sends never sees why. The rest of a
	// refused body is therefore read and discarded, up to these limits.
	drainTimeout = 5 * time.Second
	maxDrain     = 32 << 20
)

// publicBodies are the calls with a body that anybody may make, and how large the
// body may be. They are small, because many clients at once can send them.
var publicBodies = map[string]int64{
	"POST /api/auth/login":                  16 << 10,
	"POST /api/auth/proof":                  32 << 10,
	"POST /api/auth/password-reset/request": 16 << 10,
	"POST /api/auth/password-reset":         16 << 10,
	"POST /api/auth/invitation":             16 << 10,
	"POST /api/auth/invitation/accept":      16 << 10,
	"POST /api/auth/passkey/finish":         32 << 10,
	"POST /api/auth/recover":                16 << 10,
	"POST /api/chat/messages":               32 << 10,
	"POST /api/chat/contact":                32 << 10,
	"POST /api/chat/seen":                   1 << 10,
	"POST /api/chat/resume":                 1 << 10,
}

// publicBodyRate is how often one network may make such calls. It applies before
// the body is read; the limits on sign-ins and messages are tighter.
var publicBodyRate = ratelimit.Rate{Burst: 120, Every: 250 * time.Millisecond}

// bodyBudget bounds the memory that the bodies of all requests take together.
type bodyBudget struct {
	mu   sync.Mutex
	free int64
}

const maxBodies = 64 << 20

// take reserves n bytes until release is called. It returns Unavailable if too
// many are reserved already.
func (b *bodyBudget) take(n int64) (release func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > b.free {
		return nil, receivingTooMuch()
	}
	b.free -= n
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.free += n
	}, nil
}

func receivingTooMuch() error {
	return errs.Errorf(errs.Unavailable, "The server is receiving too much at once. Please try again in a moment.")
}

// networkBudget bounds the memory that the bodies of requests from one network take.
type networkBudget struct {
	limit int64
	mu    sync.Mutex
	taken map[netip.Prefix]int64
}

// take reserves n bytes until release is called, or returns Unavailable.
func (b *networkBudget) take(network netip.Prefix, n int64) (release func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.taken[network]+n > b.limit {
		return nil, receivingTooMuch()
	}
	b.taken[network] += n
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.taken[network] -= n; b.taken[network] == 0 {
			delete(b.taken, network)
		}
	}, nil
}

// receiveJSON reads the whole body of a call and puts it back, so that whoever
// decodes it need not check its form. The memory is reserved until release.
func (a *api) receiveJSON(w http.ResponseWriter, r *http.Request, route string) (release func(), err error) {
	limit, public := publicBodies[route]
	if public {
		network := ratelimit.Network(requestInfoOf(r.Context()).clientIP).String()
		if _, err := a.arrivals.Take(ratelimit.Key{Name: network, Rate: publicBodyRate}); err != nil {
			return nil, err
		}
	} else {
		limit = maxBody
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, errs.Errorf(errs.Unsupported, "The body must be JSON, sent with the content type application/json.")
	}
	size := r.ContentLength
	if size > limit {
		return nil, bodyTooLarge(limit)
	}
	if size < 0 { // sent in chunks
		size = limit
	}
	if release, err = a.bodies.take(size); err != nil {
		return nil, err
	}
	if public {
		defer limitBodyTime(w)()
	}
	body, err := readJSON(http.MaxBytesReader(w, r.Body, limit), limit)
	if err != nil {
		release()
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return release, nil
}

// limitBodyTime gives the client little time to send the body, until the returned
// function is called. Not every connection has deadlines; those that have none
// are not from the network.
func limitBodyTime(w http.ResponseWriter) (unlimit func()) {
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(publicBodyTimeout))
	return func() { _ = connection.SetReadDeadline(time.Time{}) }
}

func bodyTooLarge(limit int64) error {
	return errs.Errorf(errs.TooLarge, "The body is larger than %d bytes.", limit)
}

// readJSON reads a body and checks what a decoder would not.
func readJSON(from io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(from)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, bodyTooLarge(limit)
	case err != nil:
		return nil, &errs.Error{Kind: errs.Invalid, Message: "The body did not arrive completely.", Err: err}
	case !utf8.Valid(body):
		return nil, errs.Errorf(errs.Invalid, "The body is not valid UTF-8.")
	case depth(body) > maxDepth:
		return nil, errs.Errorf(errs.Invalid, "The body is nested too deeply.")
	}
	return body, nil
}

// depth returns how deeply objects and lists are nested.
func depth(body []byte) int {
	deepest, level, quoted, escaped := 0, 0, false, false
	for _, c := range body {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{', c == '[':
			level++
			deepest = max(deepest, level)
		case c == '}', c == ']':
			level--
		}
	}
	return deepest
}

// refuseBody responds to a request whose body has not been read. The response
// does not wait for the body, and the connection is closed soon after it.
func (a *api) refuseBody(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Connection", "close")
	a.fail(w, r, err)
	connection := http.NewResponseController(w)
	// These fail only where no network is between.
	_, _ = connection.Flush(), connection.SetReadDeadline(time.Now().Add(drainTimeout))
	_, _ = io.CopyN(io.Discard, r.Body, maxDrain)
}
