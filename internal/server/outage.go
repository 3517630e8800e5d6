package server

import (
	"context"
	"log/slog"
	"sync/atomic"
)

// Outage counts the pages and public lists that may be out of date, because the
// database does not answer, and logs when that begins and ends.
type Outage struct {
	logger *slog.Logger
	stale  atomic.Int64
	active atomic.Bool
}

// NewOutage returns the counter that Pages and Server share.
func NewOutage(logger *slog.Logger) *Outage { return &Outage{logger: logger} }

// Stale returns how many responses may have been out of date.
func (o *Outage) Stale() int64 { return o.stale.Load() }

// servedStale records one such response.
func (o *Outage) servedStale(ctx context.Context, cause error) {
	o.stale.Add(1)
	if o.active.CompareAndSwap(false, true) {
		o.logger.WarnContext(ctx, "the database does not answer, serving the last known pages", "error", cause)
	}
}

// servedCurrent records that the database has answered. Every page calls it, so
// it writes nothing unless there was an outage.
func (o *Outage) servedCurrent(ctx context.Context) {
	if o.active.Load() && o.active.CompareAndSwap(true, false) {
		o.logger.InfoContext(ctx, "the database answers again, serving current pages", "stale", o.stale.Load())
	}
}
