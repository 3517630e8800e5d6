package store

import (
	"context"

	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

// publishedState is a revision, and when each scope has last changed.
type publishedState struct {
	revision int64
	unscoped int64 // the number of revisions that named no scopes
	// changed has only the scopes that changed after the revision that was asked
	// for.
	changed map[scope.Scope]int64
}

// stateSince returns the state of one moment.
func (r reader) stateSince(ctx context.Context, revision int64) (publishedState, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	rows, err := r.q.ListScopesSince(ctx, revision)
	if err != nil {
		return publishedState{}, r.failed(ctx, subject{}, err)
	}
	state := publishedState{changed: map[scope.Scope]int64{}}
	for _, row := range rows {
		state.revision, state.unscoped = row.Revision, row.Unscoped
		if row.Name != "" {
			state.changed[scope.Scope(row.Name)] = row.ChangedAt
		}
	}
	return state, nil
}

// touch records that the scopes change in this transaction. Every method that
// stores something that the public sees calls it.
func (t tx) touch(scopes ...scope.Scope) {
	for _, s := range scopes {
		t.touched[s] = struct{}{}
	}
}

func (t tx) lockRevision(ctx context.Context) error {
	return t.failed(ctx, subject{}, t.q.LockRevision(ctx))
}

// bumpRevision raises the revision and writes it to the touched scopes. It returns
// the new revision.
func (t tx) bumpRevision(ctx context.Context) (int64, error) {
	revision, err := t.q.BumpRevision(ctx)
	for s := range t.touched {
		if err == nil {
			err = t.q.TouchScope(ctx, db.TouchScopeParams{Name: string(s), Revision: revision})
		}
	}
	if err == nil {
		err = t.dialect.notify(ctx, t.sql, changesChannel, "")
	}
	return revision, t.failed(ctx, subject{}, err)
}

func (r reader) storedRevision(ctx context.Context) (int64, error) {
	revision, err := r.q.GetRevision(ctx)
	return revision, r.failed(ctx, subject{}, err)
}

func (r reader) StarterDone(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	done, err := r.q.GetStarterDone(ctx)
	return done, r.failed(ctx, subject{}, err)
}

func (t tx) MarkStarterDone(ctx context.Context) (bool, error) {
	changed, err := t.q.MarkStarterDone(ctx)
	return changed > 0, t.failed(ctx, subject{}, err)
}
