package main

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// behindProxy starts a site whose database is reached through a proxy.
func behindProxy(ctx context.Context, s *setup) (*site, *proxy, error) {
	d, err := s.database(ctx)
	if err != nil {
		return nil, nil, err
	}
	network, err := newProxy(d.address)
	if err != nil {
		return nil, nil, err
	}
	h, err := s.startSite(ctx, "", d.env(network.address()))
	if err != nil {
		network.close()
	}
	return h, network, err
}

// postgresSlow delays every answer of the database. Once a save is acknowledged,
// the page must show it, however long that takes.
func postgresSlow(ctx context.Context, s *setup, r *result) error {
	h, network, err := behindProxy(ctx, s)
	if err != nil {
		return err
	}
	defer network.close()
	defer h.Kill()
	p, _, err := publish(ctx, h)
	if err != nil {
		return err
	}
	failed, stale := count("failed"), count("stale")
	p.checkPage(ctx, h.URL, 1, failed, stale)
	network.slow(2 * time.Second)
	acknowledged := 0
	for version := range s.of(3, 1) {
		if err := p.save(ctx, h.office, 2+version); err != nil {
			failed.add("%v", err)
			continue
		}
		acknowledged++
		p.checkPage(ctx, h.URL, 2+version, failed, stale)
	}
	r.atLeast("acknowledged", acknowledged, 1)
	r.none(failed)
	r.none(stale)
	return r.peak(h.Process, peakMB)
}

// postgresCut cuts all connections to the database again and again under load.
func postgresCut(ctx context.Context, s *setup, r *result) error {
	h, network, err := behindProxy(ctx, s)
	if err != nil {
		return err
	}
	defer network.close()
	defer h.Kill()
	failed, lost, stale, unclear := count("failed"), count("lost"), count("stale"), count("saves not refused with 503")
	visit(ctx, h.URL, publicPages, failed)
	w := newWriters(unclear)
	w.refused = func(err error) bool { return refusal(err) == http.StatusServiceUnavailable }

	over, end := context.WithCancel(ctx)
	defer end()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { w.writePosts(ctx, over, h) })
	}
	stop := visitors(ctx, 2, h.URL, failed, always(publicPages))
	cuts := s.of(40, 8)
	for range cuts {
		// Something must go through between two cuts, or nothing is tried.
		for before, turn := w.total(), 0; w.total() == before && turn < 20; turn++ {
			wait(ctx, 100*time.Millisecond)
		}
		network.cut()
	}
	end()
	group.Wait()
	asked := stop()
	p := &post{slug: "afterwards"}
	if err := eventually(ctx, recoveryLimit, func() error { return p.save(ctx, h.office, 1) }); err != nil {
		lost.add("saving does not work again: %v", err)
	}
	if err := w.check(ctx, h, lost, stale); err != nil {
		return err
	}
	r.note("cuts", cuts)
	r.note("requests", asked)
	r.atLeast("acknowledged", w.total(), cuts/4)
	r.none(unclear)
	r.none(failed)
	r.none(lost)
	r.none(stale)
	return r.peak(h.Process, peakMB)
}
