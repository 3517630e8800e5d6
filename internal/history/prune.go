package history

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
	ticker := time.NewTicker(pruneInterval)
	defer ticker.Stop()
	cutoff := h.cutoff()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		// A clock that is wrong at start, or jumps ahead, must not delete anything:
		// a version has to be old by two readings.
		previous := cutoff
		cutoff = h.cutoff()
		if cutoff.Before(previous) {
			previous = cutoff
		}
		h.prune(ctx, previous)
	}
}

func (h *History) cutoff() time.Time { return h.clock.Stamp().Add(-h.retention) }

// prune deletes one batch. If there is more, the next hour has its turn: old
// versions hurt nobody.
func (h *History) prune(ctx context.Context, before time.Time) {
	deleted, err := h.store.PruneVersions(ctx, before, KeptVersions, pruneBatch)
	if err != nil && ctx.Err() == nil {
		h.logger.WarnContext(ctx, "could not delete old versions", "error", err.Error())
	}
	if deleted > 0 {
		h.logger.InfoContext(ctx, "deleted old versions", "count", deleted)
	}
}
