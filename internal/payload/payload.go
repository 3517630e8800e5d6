// Package payload owns bytes that are answered again and again: their
// encodings, validators and headers, made once. It must not know what the bytes
// mean or where they come from.
package payload

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"sync/atomic"
)

// Options describe an answer apart from its bytes.
type Options struct {
	Status       int // 200 when 0
	ContentType  string
	CacheControl string
	Location     string // of a redirect, which keeps the query of the request
}

// Payload is an answer that is ready to be written. It may be served by many
// goroutines while better encodings of it are put in.
type Payload struct {
	status          int
	contentType     []string
	cacheControl    []string
	location        string
	fingerprint     string
	representations [codings]atomic.Pointer[representation]
}

// representation is the body in one content coding. Header values are slices
// because that is what http.Header holds: shared, they cost a request nothing.
type representation struct {
	body     []byte
	encoding []string // nil for identity
	length   []string
	etag     []string
	replaced string // the tag of a body that this one replaced
}

// New returns the payload of body, not compressed yet.
func New(body []byte, o Options) *Payload {
	sum := sha256.Sum256(body)
	p := &Payload{
		status:       o.Status,
		contentType:  header(o.ContentType),
		cacheControl: header(o.CacheControl),
		location:     o.Location,
		fingerprint:  base64.RawURLEncoding.EncodeToString(sum[:12]),
	}
	if p.status == 0 {
		p.status = 200
	}
	p.put(identity, "", body)
	return p
}

func header(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// Status returns the status of the answer.
func (p *Payload) Status() int { return p.status }

// Body returns the bytes without any content coding. They must not be changed.
func (p *Payload) Body() []byte { return p.representations[identity].Load().body }

// Size returns how many bytes all encodings take together.
func (p *Payload) Size() int64 {
	var size int64
	for i := range p.representations {
		if r := p.representations[i].Load(); r != nil {
			size += int64(len(r.body))
		}
	}
	return size
}

// put adds or replaces the body of one coding. A strong validator names exact
// bytes, so its tag tells apart codings and the qualities of one coding.
func (p *Payload) put(c coding, quality string, body []byte) {
	r := &representation{
		body:   body,
		length: []string{strconv.Itoa(len(body))},
		etag:   []string{`"` + p.fingerprint + c.suffix() + quality + `"`},
	}
	if c != identity {
		r.encoding = []string{c.String()}
	}
	if old := p.representations[c].Load(); old != nil {
		r.replaced = old.etag[0]
	}
	p.representations[c].Store(r)
}
