package wire

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
)

// Options describe a response apart from its body.
type Options struct {
	Status       int // 200 when 0
	ContentType  string
	CacheControl string
	Link         string // the Link header; "" means none
	Location     string // of a redirect; the query of the request is added to it
	// ContentPolicy is the content security policy; empty means that of whoever
	// serves the payload.
	ContentPolicy string
}

// Payload is a response that is ready to be written. Goroutines may serve it
// while another one adds better encodings.
type Payload struct {
	status          int
	contentType     []string
	cacheControl    []string
	link            []string
	location        string
	contentPolicy   []string
	hash            string // of the plain body, the link and the policy, for entity tags
	representations [numCodings]atomic.Pointer[representation]
}

// representation is the body in one content coding. Header values are slices
// because http.Header holds slices: sharing them saves an allocation per request.
type representation struct {
	body     []byte
	encoding []string // nil for identity
	length   []string
	etag     []string
	// The heads that Wire returns, built on first use.
	fullHead        atomic.Pointer[[]byte]
	notModifiedHead atomic.Pointer[[]byte]
}

// NewPayload returns a payload without any compressed encoding.
func NewPayload(body []byte, o Options) *Payload {
	// Browsers keep the link and the policy of the response that they have when they
	// are told that it has not changed, so others make another response.
	hash := sha256.New()
	_, _ = hash.Write(body)
	_, _ = io.WriteString(hash, o.Link+o.ContentPolicy)
	p := &Payload{
		status:        o.Status,
		contentType:   headerValue(o.ContentType),
		cacheControl:  headerValue(o.CacheControl),
		link:          headerValue(o.Link),
		location:      o.Location,
		contentPolicy: headerValue(o.ContentPolicy),
		hash:          base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:12]),
	}
	if p.status == 0 {
		p.status = 200
	}
	p.set(codingIdentity, body)
	return p
}

func headerValue(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// Options returns the options that the payload was made with.
func (p *Payload) Options() Options {
	return Options{
		Status: p.status, ContentType: strings.Join(p.contentType, ""),
		CacheControl: strings.Join(p.cacheControl, ""), Link: strings.Join(p.link, ""), Location: p.location,
		ContentPolicy: strings.Join(p.contentPolicy, ""),
	}
}

// Status returns the status code of the response.
func (p *Payload) Status() int { return p.status }

// Body returns the body without any content coding. It must not be modified.
func (p *Payload) Body() []byte { return p.representations[codingIdentity].Load().body }

// Size returns the number of bytes of all encodings together.
func (p *Payload) Size() int64 {
	var size int64
	for i := range p.representations {
		if r := p.representations[i].Load(); r != nil {
			size += int64(len(r.body))
		}
	}
	return size
}

// set adds or replaces the body of one coding. The entity tag depends on the
// plain body and the coding only: the same body compressed again, even at another
// quality, keeps its tag and is answered with 304. The tag of a compressed body is
// therefore weak, because it does not identify exact bytes.
func (p *Payload) set(c coding, body []byte) {
	r := &representation{body: body, length: []string{strconv.Itoa(len(body))}}
	if c == codingIdentity {
		r.etag = []string{`"` + p.hash + `"`}
	} else {
		r.etag = []string{`W/"` + p.hash + "-" + c.String() + `"`}
		r.encoding = []string{c.String()}
	}
	p.representations[c].Store(r)
}
