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
	l.clock.Expire(ctx, purgeInterval, Retention, func(before time.Time) { l.purge(ctx, before) })
}

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
