package history

import (
	"context"
	"sync"
)

// Actor is who makes a change, with the name of that time.
type Actor struct {
	UserID int64  `json:"-"`
	User   string `json:"user" doc:"The person's name at that time; empty if the server did it"`
}

// CommandLine is the actor of changes by a command.
var CommandLine = Actor{User: "command line"}

type actorKey struct{}

// WithActor returns a context for changes by somebody. The function is called at
// each change: who sends a request may be known later than its context.
func WithActor(ctx context.Context, actor func() Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf returns who makes the changes with the context. The zero Actor is the
// server itself.
func ActorOf(ctx context.Context) Actor {
	if actor, ok := ctx.Value(actorKey{}).(func() Actor); ok {
		return actor()
	}
	return Actor{}
}

// Restoration says that a change restores a record.
type Restoration struct {
	Kind Kind
	// RecordID is the record's ID. If it was deleted, the record that the change
	// creates gets this ID.
	RecordID string
	// BasedOn is the newest version of the record that the editor has seen. If the
	// store has a newer one, it refuses the change with Conflict. 0 means that the
	// change overwrites whatever is stored.
	BasedOn int64
}

type restorationKey struct{}

func withRestoration(ctx context.Context, r Restoration) context.Context {
	return context.WithValue(ctx, restorationKey{}, r)
}

// RestorationOf returns what the changes with the context restore, if anything.
func RestorationOf(ctx context.Context) (Restoration, bool) {
	r, ok := ctx.Value(restorationKey{}).(Restoration)
	return r, ok
}

// Stored is the versions that were stored with a context.
type Stored struct {
	mu  sync.Mutex
	ids []int64
}

type storedKey struct{}

// Watch returns a context with which the stored versions are noted.
func Watch(ctx context.Context) (context.Context, *Stored) {
	stored := &Stored{}
	return context.WithValue(ctx, storedKey{}, stored), stored
}

// Note records versions that were committed, if somebody wants to know.
func Note(ctx context.Context, ids []int64) {
	stored, ok := ctx.Value(storedKey{}).(*Stored)
	if !ok {
		return
	}
	stored.mu.Lock()
	defer stored.mu.Unlock()
	stored.ids = append(stored.ids, ids...)
}

// IDs returns the IDs of the versions in the order in which they were stored.
func (s *Stored) IDs() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]int64(nil), s.ids...)
}
