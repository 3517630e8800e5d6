package server

import (
	"context"
	"log/slog"
	"sync/atomic"
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

// Stale returns how many pages were served that may have been out of date.
func (p *Pages) Stale() int64 { return p.outage.stale.Load() }
