package store

import "context"

func (t tx) bumpRevision(ctx context.Context) (int64, error) {
	revision, err := t.q.BumpRevision(ctx)
	if err == nil {
		err = t.dialect.announce(ctx, t.sql)
	}
	return revision, t.failed(ctx, subject{}, err)
}

func (t tx) StarterDone(ctx context.Context) (bool, error) {
	done, err := t.q.GetStarterDone(ctx)
	return done, t.failed(ctx, subject{}, err)
}

func (t tx) MarkStarterDone(ctx context.Context) error {
	return t.failed(ctx, subject{}, t.q.MarkStarterDone(ctx))
}
