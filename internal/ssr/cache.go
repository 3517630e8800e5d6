package ssr

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// DefaultCacheSize holds some thousand pages in all their encodings.
const DefaultCacheSize = 64 << 20

// FillFunc makes the document of a path in an epoch.
type FillFunc func(ctx context.Context, path, epoch string) (*Document, error)

// Cache keeps documents. Each belongs to a path and an epoch, which is whatever
// the caller derives from the state of the world: in another epoch the document
// is made anew. Of each path only the newest document is kept.
type Cache struct {
	fill     FillFunc
	maxBytes int64

	mu      sync.Mutex
	entries map[string]*list.Element // of *entry
	recent  *list.List               // the entry used last in front
	bytes   int64
	flights map[flightKey]*flight
	started uint64   // how many flights there were
	coarse  []*entry // whose documents could be smaller
}

type entry struct {
	path     string
	epoch    string
	document *Document
	started  uint64 // the number of the flight that made the document
	size     int64
	hits     uint64
}

type flightKey struct{ path, epoch string }

// flight is one making of a document, for all who wait for it.
type flight struct {
	number   uint64
	done     chan struct{}
	document *Document
	err      error
}

// NewCache returns a cache that gets its documents from fill and drops what was
// not used for longest when it holds more than maxBytes.
func NewCache(maxBytes int64, fill FillFunc) *Cache {
	return &Cache{
		fill:     fill,
		maxBytes: maxBytes,
		entries:  map[string]*list.Element{},
		recent:   list.New(),
		flights:  map[flightKey]*flight{},
	}
}

// Get returns the document of path in epoch. However many ask at the same time,
// it is made once, and it is made to the end even if all who asked go away.
// Errors are not kept. A document that was made for another path, as those of
// unknown addresses are, is not kept under this one.
func (c *Cache) Get(ctx context.Context, path, epoch string) (*Document, error) {
	c.mu.Lock()
	if element := c.entries[path]; element != nil {
		if e := element.Value.(*entry); e.epoch == epoch {
			e.hits++
			c.recent.MoveToFront(element)
			document := e.document
			c.mu.Unlock()
			return document, nil
		}
	}
	f := c.join(ctx, flightKey{path, epoch})
	c.mu.Unlock()
	select {
	case <-f.done:
		return f.document, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// join returns the flight to wait for, a new one if nobody started it yet. The
// caller holds the lock.
func (c *Cache) join(ctx context.Context, key flightKey) *flight {
	if f := c.flights[key]; f != nil {
		return f
	}
	c.started++
	f := &flight{number: c.started, done: make(chan struct{})}
	c.flights[key] = f
	go c.fly(context.WithoutCancel(ctx), key, f)
	return f
}

func (c *Cache) fly(ctx context.Context, key flightKey, f *flight) {
	defer close(f.done)
	f.document, f.err = c.safelyFill(ctx, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.flights, key)
	if f.err == nil && f.document.Path == key.path {
		c.store(key, f)
	}
}

// safelyFill turns a panic into an error: it runs apart from any request, so
// nobody else would catch it.
func (c *Cache) safelyFill(ctx context.Context, key flightKey) (_ *Document, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("making %s panicked: %v\n%s", key.path, r, debug.Stack())
		}
	}()
	return c.fill(ctx, key.path, key.epoch)
}

// store keeps the document unless one that was begun later is there already.
// The caller holds the lock.
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
	e.epoch, e.document, e.started = key.epoch, f.document, f.number
	e.hits++
	c.recent.MoveToFront(element)
	c.measure(e)
	c.coarse = append(c.coarse, e)
	if len(c.coarse) == 1 {
		go c.refine()
	}
}

// measure notes the size of an entry that has changed and makes room for it. The
// caller holds the lock.
func (c *Cache) measure(e *entry) {
	size := e.document.Size()
	c.bytes += size - e.size
	e.size = size
	for c.bytes > c.maxBytes && c.recent.Len() > 0 {
		oldest := c.recent.Remove(c.recent.Back()).(*entry)
		delete(c.entries, oldest.path)
		c.bytes -= oldest.size
	}
}

// refine compresses new documents as well as it can be done, one after another,
// until there are none left.
func (c *Cache) refine() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.coarse) > 0 {
		e := c.coarse[0]
		if c.holds(e) {
			document := e.document
			c.mu.Unlock()
			document.CompressBest()
			c.mu.Lock()
		}
		if c.holds(e) { // still
			c.measure(e)
		}
		c.coarse = c.coarse[1:]
	}
	c.coarse = nil
}

func (c *Cache) holds(e *entry) bool {
	element := c.entries[e.path]
	return element != nil && element.Value == e
}

// Stale returns the newest document of path, of whatever epoch, or nil. It is
// for times when no newer one can be made.
func (c *Cache) Stale(path string) *Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element := c.entries[path]; element != nil {
		return element.Value.(*entry).document
	}
	return nil
}

// Popular returns the n paths that were asked for most, first the one that is
// most worth making ahead of the next visitor. Each call halves the counts, so
// that the order follows the times.
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
