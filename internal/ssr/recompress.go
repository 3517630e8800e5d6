package ssr

import (
	"context"
	"runtime/debug"
	"time"
)

const (
	// settleTime is how long a document stays the newest one before it is compressed
	// at the best quality. During a series of edits that work would be for nothing,
	// and it takes more memory than everything else.
	settleTime = time.Minute
	// minServed is how often a document is asked for before that pays: it makes a page
	// a tenth smaller and takes ten times longer than to render it.
	minServed = 10
	// recompressInterval is how often Recompress looks for such documents.
	recompressInterval = 10 * time.Second
)

// Recompress compresses documents that have settled and are in demand at the best
// quality, one after another, until ctx ends. It also frees the garbage from
// rendering: serving cached pages allocates too little to start a collection.
func (c *Cache) Recompress(ctx context.Context) {
	ticker := time.NewTicker(recompressInterval)
	defer ticker.Stop()
	for renders := uint64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		settled := c.settled()
		for _, e := range settled {
			if ctx.Err() != nil {
				return
			}
			c.compressBest(e)
		}
		if n := c.Renders(); n != renders || len(settled) > 0 {
			renders = n
			debug.FreeOSMemory()
		}
	}
}

// settled returns the entries whose documents are to be compressed now.
func (c *Cache) settled() []*entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	var settled []*entry
	for element := c.recent.Front(); element != nil; element = element.Next() {
		e := element.Value.(*entry)
		if !e.document.Final && e.best != e.document && e.served >= minServed && time.Since(e.stored) >= settleTime {
			settled = append(settled, e)
		}
	}
	return settled
}

func (c *Cache) compressBest(e *entry) {
	c.mu.Lock()
	document := e.document
	c.mu.Unlock()
	document.CompressBest()
	c.mu.Lock()
	defer c.mu.Unlock()
	// Meanwhile there may be a newer document, or the entry was evicted.
	if element := c.entries[e.path]; element != nil && element.Value == e && e.document == document {
		e.best = document
		c.updateSize(e)
	}
}
