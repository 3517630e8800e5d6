package server

import (
	"context"
	"log/slog"
	"sync/atomic"

	"perimeter/internal/ssr"
)

// outage counts the pages that may be out of date, because the database does not
// answer, and logs when that begins and ends.
type outage struct {
	logger *slog.Logger
	stale  atomic.Int64
	active atomic.Bool
}

// servedStale records one such page.
func (o *outage) servedStale(ctx context.Context, cause error) {
	o.stale.Add(1)
	if o.active.CompareAndSwap(false, true) {
		o.logger.WarnContext(ctx, "the database does not answer, serving the last known pages", "error", cause)
	}
}

// servedCurrent records that the database has answered. Every page calls it, so
// it writes nothing unless there was an outage.
func (o *outage) servedCurrent(ctx context.Context) {
	if o.active.Load() && o.active.CompareAndSwap(true, false) {
		o.logger.InfoContext(ctx, "the database answers again, serving current pages", "stale", o.stale.Load())
	}
}

// Saved returns the pages that are worth keeping for a start without the database.
func (p *Pages) Saved() []ssr.SavedDocument { return p.cache.Saved() }

// Renders returns how many pages were rendered so far.
func (p *Pages) Renders() uint64 { return p.cache.Renders() }

// Restore adds saved pages, to be served until the database answers.
func (p *Pages) Restore(saved []ssr.SavedDocument) { p.cache.Restore(saved) }

// Stale returns how many pages were served that may have been out of date.
func (p *Pages) Stale() int64 { return p.outage.stale.Load() }
