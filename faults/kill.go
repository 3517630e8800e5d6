package main

import (
	"context"
	"sync"
	"time"
)

// peakMB is the memory that a server may reach under faults that bring no load.
const peakMB = 150

func killSQLite(ctx context.Context, s *setup, r *result) error { return kill(ctx, s, r) }

func killPostgres(ctx context.Context, s *setup, r *result) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	return kill(ctx, s, r, d.env(d.address))
}

// kill ends the server with SIGKILL in the middle of writes, round after round,
// and looks for everything that was acknowledged.
func kill(ctx context.Context, s *setup, r *result, env ...string) error {
	h, err := s.startSite(ctx, "", env...)
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	failed, lost, stale := count("failed"), count("lost"), count("stale")
	w := newWriters(failed)
	rounds, peak := s.of(30, 4), 0.0
	for round := range rounds {
		writeUntilKilled(ctx, h, w, 5+round*7%40, &peak)
		if err := h.start(ctx); err != nil {
			return err
		}
		if err := w.check(ctx, h, lost, stale); err != nil {
			return err
		}
	}
	r.note("kills", rounds)
	r.atLeast("acknowledged", w.total(), 5*rounds)
	r.none(lost)
	r.none(failed)
	r.none(stale)
	r.atMost("peak memory, MB", int(peak), peakMB)
	return nil
}

// writeUntilKilled kills the server once so many more writes were acknowledged.
func writeUntilKilled(ctx context.Context, h *site, w *writers, writes int, peak *float64) {
	over, end := context.WithTimeout(ctx, requestLimit)
	defer end()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { w.writePosts(ctx, over, h) })
	}
	group.Go(func() { w.writePictures(ctx, over, h) })
	for enough := w.total() + writes; w.total() < enough && over.Err() == nil; {
		wait(over, time.Millisecond)
	}
	if mb, err := h.PeakMB(); err == nil {
		*peak = max(*peak, mb)
	}
	end()
	h.Kill() // while requests are under way
	group.Wait()
}
