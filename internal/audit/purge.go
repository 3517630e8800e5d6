package audit

import (
	"context"
	"math"
	"time"
)

const (
	maxID = math.MaxInt64

	purgeInterval = time.Hour
	// purgeBatch bounds one statement, so that it does not keep others waiting.
	purgeBatch = 500
)

// Run deletes old events until ctx ends.
func (l *Log) Run(ctx context.Context) {
	ticker := time.NewTicker(purgeInterval)
	defer ticker.Stop()
	cutoff := l.cutoff()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		// A clock that is wrong at start, or jumps ahead, must not delete anything:
		// an event has to be old by two readings.
		previous := cutoff
		cutoff = l.cutoff()
		if cutoff.Before(previous) {
			previous = cutoff
		}
		l.purge(ctx, previous)
	}
}

func (l *Log) cutoff() time.Time { return l.clock.Stamp().Add(-Retention) }

func (l *Log) purge(ctx context.Context, before time.Time) {
	total := 0
	for {
		deleted, err := l.store.PurgeAuditEvents(ctx, before, purgeBatch)
		total += deleted
		if err != nil && ctx.Err() == nil {
			l.logger.WarnContext(ctx, "could not delete old events of the audit log", "error", err.Error())
		}
		if err != nil || deleted < purgeBatch {
			break
		}
	}
	if total > 0 {
		l.logger.InfoContext(ctx, "deleted old events of the audit log", "count", total)
	}
}
