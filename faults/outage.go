package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// recoveryLimit is how long after a fault the site may need until saves work.
const recoveryLimit = 30 * time.Second

// withoutDatabase is what a visitor must get while the database is away, once
// the site has been looked at: every page and public list that was asked for
// before, the picture, and the not-found page for any other path.
func withoutDatabase(picture, slug string) func(turn int) []wish {
	wishes := append(ok("blog/"+slug, picture, "api/services", "api/blog-posts?fields=summary&page=1", "api/content",
		"api/business-hours", "api/social-links"), publicPages...)
	return func(turn int) []wish {
		return append(wishes, wish{fmt.Sprintf("no-such-page-%d", turn), []int{http.StatusNotFound}})
	}
}

// postgresStopped stops the database server for a while.
func postgresStopped(ctx context.Context, s *setup, r *result) (err error) {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	h, err := s.startSite(ctx, "", d.env(d.address))
	if err != nil {
		return err
	}
	defer h.Kill()
	p, picture, err := publish(ctx, h)
	if err != nil {
		return err
	}
	failed, refusedWrongly, signedOut, lost, stale := count("failed"), count("saves not refused with 503"),
		count("signed out"), count("lost"), count("stale")
	wishes := withoutDatabase(picture, p.slug)
	visit(ctx, h.URL, wishes(0), failed)

	if err := s.postgres.stop(ctx); err != nil {
		return err
	}
	stop := visitors(ctx, 4, h.URL, failed, wishes)
	saves := 0
	for until := time.Now().Add(time.Duration(s.of(30, 4)) * time.Second); time.Now().Before(until) && ctx.Err() == nil; saves++ {
		trySave(ctx, h, refusedWrongly, signedOut)
		wait(ctx, 500*time.Millisecond)
	}
	asked := stop()
	if err := s.postgres.start(ctx); err != nil {
		return err
	}
	if err := eventually(ctx, recoveryLimit, func() error { return p.save(ctx, h.office, 2) }); err != nil {
		lost.add("saving does not work again: %v", err)
	}
	p.checkPage(ctx, h.URL, 2, lost, stale)
	r.atLeast("requests during the outage", asked, 50)
	r.none(failed)
	r.note("saves during the outage", saves)
	r.none(refusedWrongly)
	r.none(signedOut)
	r.none(lost)
	r.none(stale)
	return r.peak(h.Process, peakMB)
}

// publish saves a post and a picture, which a trial looks for later.
func publish(ctx context.Context, h *site) (*post, string, error) {
	p := &post{slug: "published"}
	if err := p.save(ctx, h.office, 1); err != nil {
		return nil, "", err
	}
	picture, err := h.office.Upload(ctx, "image/png", smallPicture())
	return p, picture, err
}

// trySave saves without a database: the answer must be 503 and say when to try
// again, and nobody is signed out by it.
func trySave(ctx context.Context, h *site, refusedWrongly, signedOut *counter) {
	err := (&post{slug: "too-early"}).save(ctx, h.office, 1)
	var refused *blackbox.StatusError
	if !errors.As(err, &refused) || refused.Status != http.StatusServiceUnavailable || refused.RetryAfter == "" {
		refusedWrongly.add("%v", err)
	}
	err = h.office.Call(ctx, http.MethodGet, "api/auth/user", nil, nil)
	if refusal(err) != http.StatusServiceUnavailable {
		signedOut.add("GET /api/auth/user: %v", err)
	}
}

// postgresAwayAtStart restarts the server while the database is stopped: the
// pages that it had served are still there.
func postgresAwayAtStart(ctx context.Context, s *setup, r *result) (err error) {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	h, err := s.startSite(ctx, "", d.env(d.address))
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	p, picture, err := publish(ctx, h)
	if err != nil {
		return err
	}
	failed, refusedWrongly, signedOut, lost, stale := count("failed"), count("saves not refused with 503"),
		count("signed out"), count("lost"), count("stale")
	wishes := withoutDatabase(picture, p.slug)(0)
	visit(ctx, h.URL, wishes, failed)
	if err := h.Stop(); err != nil {
		return err
	}
	if err := s.postgres.stop(ctx); err != nil {
		return err
	}
	started := h.start(ctx)
	if started != nil {
		failed.add("the server did not start: %v", started)
	} else {
		visit(ctx, h.URL, wishes, failed)
		trySave(ctx, h, refusedWrongly, signedOut)
	}
	if err := s.postgres.start(ctx); err != nil {
		return err
	}
	if started != nil {
		if err := h.start(ctx); err != nil {
			return err
		}
	}
	if err := eventually(ctx, recoveryLimit, func() error { return p.save(ctx, h.office, 2) }); err != nil {
		lost.add("saving does not work again: %v", err)
	}
	p.checkPage(ctx, h.URL, 2, lost, stale)
	r.note("requests without the database", len(wishes))
	r.none(failed)
	r.none(refusedWrongly)
	r.none(signedOut)
	r.none(lost)
	r.none(stale)
	return r.peak(h.Process, peakMB)
}
