package record

import (
	"context"
	"time"
)

const (
	pruneInterval = time.Hour
	// pruneBatch bounds one statement, so that it does not keep others waiting.
	pruneBatch = 500
)

// Run deletes old versions until ctx ends.
func (h *History) Run(ctx context.Context) {
	h.clock.Expire(ctx, pruneInterval, h.retention, func(before time.Time) { h.prune(ctx, before) })
}

// prune deletes one batch. The rest is deleted in the next hours.
func (h *History) prune(ctx context.Context, before time.Time) {
	deleted, err := h.store.PruneVersions(ctx, before, pruneBatch)
	if err != nil && ctx.Err() == nil {
		h.logger.WarnContext(ctx, "could not delete old versions", "error", err.Error())
	}
	if deleted > 0 {
		h.logger.InfoContext(ctx, "deleted old versions", "count", deleted)
	}
}
