package server

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"time"
	"unicode/utf8"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
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
var publicBodyRate = limit.Rate{Burst: 120, Every: 250 * time.Millisecond}

// receiveJSON reads the whole body of a call and puts it back, so that whoever
// decodes it need not check its form. Its memory is counted until release.
func (a *api) receiveJSON(w http.ResponseWriter, r *http.Request, route string) (release func(), err error) {
	most, public := publicBodies[route]
	budget := a.bodies.visitors
	if public {
		if _, err := a.rates.Allow(limit.NetworkKeys("body", requestInfoOf(r.Context()).clientIP, publicBodyRate)...); err != nil {
			return nil, err
		}
	} else {
		most, budget = maxBody, a.bodies.users
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, errs.Errorf(errs.Unsupported, "The body must be JSON, sent with the content type application/json.")
	}
	if r.ContentLength > most {
		return nil, bodyTooLarge(most)
	}
	if public {
		defer limitBodyTime(w)()
	}
	incoming := a.newIncomingBody(w, r, budget, most)
	body, err := readJSON(incoming, most)
	if err != nil {
		_ = incoming.Close()
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return func() { _ = incoming.Close() }, nil
}

// limitBodyTime gives the client little time to send the body, until the returned
// function is called. Not every connection has deadlines; those that have none
// are not from the network.
func limitBodyTime(w http.ResponseWriter) (unlimit func()) {
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(publicBodyTimeout))
	return func() { _ = connection.SetReadDeadline(time.Time{}) }
}

func bodyTooLarge(most int64) error {
	return errs.Errorf(errs.TooLarge, "The body is larger than %d bytes.", most)
}

// readJSON reads a body and checks what a decoder would not.
func readJSON(from *incomingBody, most int64) ([]byte, error) {
	body, err := from.readAll(bodyTooLarge(most), "The body did not arrive completely.")
	switch {
	case err != nil:
		return nil, err
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
	// These cannot fail on a connection of a network.
	_, _ = connection.Flush(), connection.SetReadDeadline(time.Now().Add(drainTimeout))
	_, _ = io.CopyN(io.Discard, r.Body, maxDrain)
}
