// Package scope owns the names of the parts of the published data that change
// separately, and the record of which parts a response was made from. It must not
// know how the data is stored or shown.
package scope

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Scope is a part of the published data. Whatever stores it touches the scope, and
// whatever reads it records the scope; the store does both.
type Scope string

// The scopes that have one name each.
const (
	// All is everything. It changes when a backup is restored, and when a replica of a
	// release that knows no scopes publishes.
	All      Scope = "*"
	Content  Scope = "content"  // the list of all content items
	Services Scope = "services" // every service and the list of them
	Posts    Scope = "posts"    // the list of posts
	Social   Scope = "social"   // the social links
	Hours    Scope = "hours"    // the business hours and special days
	Reviews  Scope = "reviews"  // the customers' reviews
	Company  Scope = "company"  // the facts about the company and its texts
)

// ContentKey is the content item with the key.
func ContentKey(key string) Scope { return Scope("content/" + key) }

// Post is one post.
func Post(id int64) Scope { return Scope(fmt.Sprintf("post/%d", id)) }

// Image is the image that an upload has led to.
func Image(uploadID string) Scope { return Scope("image/" + uploadID) }

// Reads is the scopes that were read.
type Reads struct {
	mu     sync.Mutex
	scopes map[Scope]struct{}
}

type readsKey struct{}

// Record returns a context with which all reads are recorded.
func Record(ctx context.Context) (context.Context, *Reads) {
	reads := &Reads{scopes: map[Scope]struct{}{}}
	return context.WithValue(ctx, readsKey{}, reads), reads
}

// Read records that the scopes are read, if somebody wants to know.
func Read(ctx context.Context, scopes ...Scope) {
	reads, ok := ctx.Value(readsKey{}).(*Reads)
	if !ok {
		return
	}
	reads.mu.Lock()
	defer reads.mu.Unlock()
	for _, s := range scopes {
		reads.scopes[s] = struct{}{}
	}
}

// Scopes returns the scopes that were read so far, sorted.
func (r *Reads) Scopes() []Scope {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.scopes))
}
