package ssr

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"perimeter/internal/scope"
)

// DefaultCacheSize is enough for some thousand pages in all their encodings.
const DefaultCacheSize = 64 << 20

// maxFailures limits how many failed renders are remembered.
const maxFailures = 1000

// Version is the state of the data that documents are made from.
type Version struct {
	// Revision grows with every change.
	Revision int64
	// Year, Day and ImageOrigins are part of every document, so that documents that
	// differ in them are out of date. The origins are those of images on other
	// sites, separated by spaces.
	Year         int
	Day          string
	ImageOrigins string
}

// FillFunc renders the document of a path for a version of the site. What it reads
// with the context is recorded.
type FillFunc func(ctx context.Context, path string, version Version) (*Document, error)

// ChangedFunc reports whether one of the scopes, or anything if there are none, has
// changed after the revision.
type ChangedFunc func(revision int64, scopes []scope.Scope) bool

// Cache holds the newest document of each path. A document was made at a version
// of the site from the scopes that were read. When one of them or what is common
// to all has changed, it is rendered again.
type Cache struct {
	fill     FillFunc
	changed  ChangedFunc
	maxBytes int64

	mu       sync.Mutex
	entries  map[string]*list.Element // of *entry
	recent   *list.List               // entries, most recently used first
	bytes    int64
	failures map[string]failure // newest failed render of a path
	retrying bool               // a failed render is being repeated
	flights  map[flightKey]*flight
	started  uint64 // number of flights so far
}

type entry struct {
	path     string
	version  Version // at which the document was made
	scopes   []scope.Scope
	checked  int64 // the newest revision at which the document was up to date
	document *Document
	started  uint64 // number of the flight that rendered the document
	stored   time.Time
	best     *Document // was compressed at the best quality
	size     int64
	hits     uint64
	served   uint64 // how often the document was asked for since it was stored
}

type failure struct {
	version  Version
	err      error
	attempts int
	retryAt  time.Time
}

type flightKey struct {
	path    string
	version Version
}

// flight is one call of FillFunc, shared by all requests that wait for it.
type flight struct {
	number   uint64
	retry    bool // of a failed render
	done     chan struct{}
	document *Document
	scopes   []scope.Scope // that were read
	err      error
}

// NewCache returns a cache that is filled by fill and evicts the least recently
// used documents when it holds more than maxBytes.
func NewCache(maxBytes int64, fill FillFunc, changed ChangedFunc) *Cache {
	return &Cache{
		fill:     fill,
		changed:  changed,
		maxBytes: maxBytes,
		entries:  map[string]*list.Element{},
		recent:   list.New(),
		failures: map[string]failure{},
		flights:  map[flightKey]*flight{},
	}
}

// Get returns the document of path for a version. Concurrent calls share one
// render, which finishes even if all callers are gone. A document whose Path
// differs, such as that of unknown paths, is not cached under this path.
//
// A RenderError is remembered: until the version changes or retryDelay has passed,
// Get does not render the path again. It returns the last good document instead,
// or the error if there is none. Only one failed render is repeated at a time, so
// that pages that always fail leave engines to the others. Other errors are not
// cached.
func (c *Cache) Get(ctx context.Context, path string, version Version) (*Document, error) {
	c.mu.Lock()
	if element := c.entries[path]; element != nil {
		if e := element.Value.(*entry); c.isCurrent(e, version) {
			e.hits++
			e.served++
			c.recent.MoveToFront(element)
			document := e.document
			c.mu.Unlock()
			return document, nil
		}
	}
	failed, isRetry := c.failures[path]
	isRetry = isRetry && failed.version == version
	if isRetry && (c.retrying || time.Now().Before(failed.retryAt)) {
		document := c.newest(path)
		c.mu.Unlock()
		if document != nil {
			return document, nil
		}
		return nil, failed.err
	}
	if err := ctx.Err(); err != nil { // nobody waits for it
		c.mu.Unlock()
		return nil, err
	}
	f := c.join(ctx, flightKey{path, version}, isRetry)
	c.mu.Unlock()
	select {
	case <-f.done:
		return f.document, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// isCurrent reports whether the entry's document is what would be rendered at the
// version. The caller holds the lock.
func (c *Cache) isCurrent(e *entry, version Version) bool {
	made := e.version
	made.Revision = version.Revision // the scopes say which revisions matter
	if made != version {
		return false
	}
	if e.checked < version.Revision {
		if c.changed(e.version.Revision, e.scopes) {
			return false
		}
		e.checked = version.Revision
	}
	return true
}

// join returns the current flight for key, or starts one. The caller holds the
// lock.
func (c *Cache) join(ctx context.Context, key flightKey, retry bool) *flight {
	if f := c.flights[key]; f != nil {
		return f
	}
	c.started++
	f := &flight{number: c.started, retry: retry, done: make(chan struct{})}
	c.flights[key] = f
	if retry {
		c.retrying = true
	}
	go c.run(context.WithoutCancel(ctx), key, f)
	return f
}

func (c *Cache) run(ctx context.Context, key flightKey, f *flight) {
	defer close(f.done)
	recording, reads := scope.Record(ctx)
	f.document, f.err = c.callFill(recording, key)
	f.scopes = reads.Scopes()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.flights, key)
	if f.retry {
		c.retrying = false
	}
	var failed *RenderError
	switch {
	case f.err == nil:
		delete(c.failures, key.path)
		if f.document.Path == key.path {
			c.store(key, f)
		}
	case errors.As(f.err, &failed) && failed.Path == key.path:
		c.remember(key, f.err)
		if document := c.newest(key.path); document != nil {
			f.document, f.err = document, nil
		}
	}
}

// remember records a failed render. The caller holds the lock.
func (c *Cache) remember(key flightKey, err error) {
	attempts := 1
	if last := c.failures[key.path]; last.version == key.version {
		attempts += last.attempts
	}
	if len(c.failures) >= maxFailures {
		for path := range c.failures { // any one: its page is only rendered once more
			delete(c.failures, path)
			break
		}
	}
	c.failures[key.path] = failure{key.version, err, attempts, time.Now().Add(retryDelay(attempts))}
}

// callFill turns a panic into an error: no request handler further up would
// recover it.
func (c *Cache) callFill(ctx context.Context, key flightKey) (_ *Document, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic while rendering %s: %v\n%s", key.path, r, debug.Stack())
		}
	}()
	return c.fill(ctx, key.path, key.version)
}

// store caches the document of a flight, unless the cache has one of a flight
// that was started later. The caller holds the lock.
func (c *Cache) store(key flightKey, f *flight) {
	element := c.entries[key.path]
	if element == nil {
		element = c.recent.PushFront(&entry{path: key.path})
		c.entries[key.path] = element
	}
	e := element.Value.(*entry)
	if e.started > f.number {
		return
	}
	e.version, e.scopes, e.checked = key.version, f.scopes, key.version.Revision
	e.document, e.started, e.stored, e.served = f.document, f.number, time.Now(), 0
	e.hits++
	c.recent.MoveToFront(element)
	c.updateSize(e)
}

// updateSize accounts for the new size of an entry and evicts others if needed.
// The caller holds the lock.
func (c *Cache) updateSize(e *entry) {
	size := e.document.Size()
	c.bytes += size - e.size
	e.size = size
	for c.bytes > c.maxBytes && c.recent.Len() > 0 {
		oldest := c.recent.Remove(c.recent.Back()).(*entry)
		delete(c.entries, oldest.path)
		c.bytes -= oldest.size
	}
}

// Stale returns the newest cached document of path, whatever its version, or
// nil. It is for when no newer one can be rendered.
func (c *Cache) Stale(path string) *Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest(path)
}

// newest returns the cached document of path, whatever its version, or nil. The
// caller holds the lock.
func (c *Cache) newest(path string) *Document {
	if element := c.entries[path]; element != nil {
		return element.Value.(*entry).document
	}
	return nil
}

// Popular returns the n most requested paths, the most requested first. Each call
// halves the counts, so that recent requests weigh more.
func (c *Cache) Popular(n int) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	ranked := make([]*entry, 0, len(c.entries))
	for _, element := range c.entries {
		ranked = append(ranked, element.Value.(*entry))
	}
	slices.SortFunc(ranked, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(b.hits, a.hits), cmp.Compare(a.path, b.path))
	})
	paths := make([]string, 0, n)
	for _, e := range ranked {
		if len(paths) < n {
			paths = append(paths, e.path)
		}
		e.hits /= 2
	}
	return paths
}
