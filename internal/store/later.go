package store

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"perimeter/internal/errs"
)

// errNotStarted is why every call fails until the database has answered once.
var errNotStarted = errors.New("the database has not answered since the start")

// startLater tries to start until the database answers. Until then every call
// returns Unavailable.
func (s *Store) startLater(cfg Config) {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		said := ""
		for {
			select {
			case <-time.After(reconnectDelay):
			case <-ctx.Done():
				return
			}
			err := s.start(ctx, cfg)
			if err == nil {
				cfg.Logger.Info("the database answers for the first time since the start")
				return
			}
			if errs.KindOf(err) != errs.Unavailable && err.Error() != said {
				said = err.Error()
				cfg.Logger.Error("the database cannot be used, will retry", "error", said)
			}
		}
	}()
	s.onClose(func() error {
		cancel()
		<-stopped
		return nil
	})
}

// Started reports whether the database has answered since Open.
func (s *Store) Started() bool { return s.started.Load() }

func (s *Store) onClose(f func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close = append(s.close, f)
}

// gate lets no query through before the tables are migrated.
type gate struct {
	*sql.DB
	started *atomic.Bool
}

func (g gate) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if !g.started.Load() {
		return nil, unavailable(errNotStarted)
	}
	return g.DB.ExecContext(ctx, query, args...)
}

func (g gate) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if !g.started.Load() {
		return nil, unavailable(errNotStarted)
	}
	return g.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext cannot return an error of its own; a deadline in the past has
// the same meaning.
func (g gate) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if !g.started.Load() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, time.Time{})
		defer cancel()
	}
	return g.DB.QueryRowContext(ctx, query, args...)
}
