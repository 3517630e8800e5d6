package store

import "context"

func (t tx) lockRevision(ctx context.Context) error {
	return t.failed(ctx, subject{}, t.q.LockRevision(ctx))
}

func (t tx) bumpRevision(ctx context.Context) (int64, error) {
	revision, err := t.q.BumpRevision(ctx)
	if err == nil {
		err = t.dialect.announce(ctx, t.sql)
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

func (t tx) MarkStarterDone(ctx context.Context) error {
	return t.failed(ctx, subject{}, t.q.MarkStarterDone(ctx))
}
