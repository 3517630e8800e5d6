package server

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/ssr"
)

// A part of a list, such as the posts that a search finds, is one of many: every
// text and every position makes another. The cache cannot hold them all, so clients
// that ask for different parts and read slowly would each keep one in memory. The
// complete lists need no such limits, because all clients share them.
const (
	// maxOpenParts is how many bytes of parts may be in the course of being sent.
	// Parts without the posts' contents, which our own pages ask for, have as much
	// for themselves.
	maxOpenParts = 16 << 20
	// partWait is how long a part with contents waits for those that are built
	// before it.
	partWait = 5 * time.Second
)

// partRate is how often one network may ask for parts with contents.
var partRate = limit.Rate{Burst: 60, Every: 500 * time.Millisecond}

// partLimits bound what parts of lists cost.
type partLimits struct {
	whole, summaries *openParts
	building         *limit.Slots // one part with contents at a time
}

func newPartLimits() *partLimits {
	return &partLimits{
		whole:     newOpenParts(maxOpenParts),
		summaries: newOpenParts(maxOpenParts),
		building:  limit.NewSlots(1, partWait, tooManyParts()),
	}
}

// openParts counts the bytes of the parts that are being sent. Clients that get the
// same document share its memory.
type openParts struct {
	bytes *limit.Counter
	mu    sync.Mutex
	open  map[*ssr.Document]*openPart
}

func newOpenParts(total int64) *openParts {
	return &openParts{bytes: limit.NewCounter(limit.Quota{Total: total}), open: map[*ssr.Document]*openPart{}}
}

type openPart struct {
	readers int
	counted int64
}

// add counts a document until done is called, or returns TooMany. One document is
// always allowed, however large it is.
func (p *openParts) add(document *ssr.Document) (done func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	part := p.open[document]
	if part == nil {
		part = &openPart{counted: document.Size()}
		if p.bytes.Acquire(nil, part.counted) != nil {
			if len(p.open) > 0 {
				return nil, tooManyParts()
			}
			part.counted = 0
		}
		p.open[document] = part
	}
	part.readers++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if part.readers--; part.readers == 0 {
			p.bytes.Release(nil, part.counted)
			delete(p.open, document)
		}
	}, nil
}

func tooManyParts() error {
	return errs.Errorf(errs.TooMany, "Many parts of this list are being read at the moment. Please try again in a few seconds.")
}

// isPart reports whether a query chooses a part of a list, and whether the part has
// the posts' contents. A single post is not a part.
func isPart(query url.Values) (part, whole bool) {
	part = len(query) > 0 && !query.Has("slug") && !query.Has("id")
	return part, part && !isSummary(query)
}

// allowPart counts a request for a part with contents, or returns TooMany.
func (a *api) allowPart(r *http.Request, query url.Values) error {
	if _, whole := isPart(query); !whole {
		return nil
	}
	_, err := a.rates.Allow(limit.NetworkKeys("part", requestInfoOf(r.Context()).clientIP, partRate)...)
	return err
}

// waitToBuild waits until a response may be built. Parts with contents are built one
// at a time.
func (p *partLimits) waitToBuild(ctx context.Context, query url.Values) (done func(), err error) {
	if _, whole := isPart(query); !whole {
		return func() {}, nil
	}
	return p.building.Acquire(ctx)
}

// send sends a document, if it is a part within the limits.
func (p *partLimits) send(w http.ResponseWriter, r *http.Request, document *ssr.Document, query url.Values) error {
	part, whole := isPart(query)
	if part {
		parts := p.summaries
		if whole {
			parts = p.whole
		}
		done, err := parts.add(document)
		if err != nil {
			return err
		}
		defer done()
	}
	document.ServeHTTP(w, r)
	return nil
}
