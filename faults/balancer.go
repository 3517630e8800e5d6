package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// balancer spreads requests over replicas as a load balancer does: it asks each for its
// readiness all the time, keeps connections open, and tries the next replica if one
// refuses a connection, because then nothing was sent.
type balancer struct {
	mu       sync.Mutex
	replicas []*site
	ready    map[*site]bool
	turn     int
}

func newBalancer(replicas ...*site) *balancer {
	b := &balancer{replicas: slices.Clone(replicas), ready: map[*site]bool{}}
	for _, h := range replicas {
		b.ready[h] = true
	}
	return b
}

// all returns the replicas, ready or not.
func (b *balancer) all() []*site {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.replicas)
}

// replace puts a replica in the place of one that has ended.
func (b *balancer) replace(i int, h *site) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.ready, b.replicas[i])
	b.replicas[i] = h
}

// probe asks for the readiness of every replica until ctx ends.
func (b *balancer) probe(ctx context.Context) {
	for ctx.Err() == nil {
		for _, h := range b.all() {
			ready := isReady(ctx, h)
			b.mu.Lock()
			if slices.Contains(b.replicas, h) {
				b.ready[h] = ready
			}
			b.mu.Unlock()
		}
		wait(ctx, visitorPause)
	}
}

func isReady(ctx context.Context, h *site) bool {
	status, _, err := get(ctx, h.URL+"readyz")
	return err == nil && status == http.StatusOK
}

// order returns the replicas in the order in which they are tried.
func (b *balancer) order() []*site {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	first := b.turn % len(b.replicas)
	inTurn := slices.Concat(b.replicas[first:], b.replicas[:first])
	slices.SortStableFunc(inTurn, func(x, y *site) int {
		switch {
		case b.ready[x] == b.ready[y]:
			return 0
		case b.ready[x]:
			return -1
		}
		return 1
	})
	return inTurn
}

// ask lets one replica after the other try until one accepts the connection.
func (b *balancer) ask(try func(h *site) error) (err error) {
	for _, h := range b.order() {
		if err = try(h); !errors.Is(err, syscall.ECONNREFUSED) {
			return err
		}
	}
	return err
}

// traffic is what goes on while a site is upgraded: visitors ask for pages, and people of
// the back office save.
type traffic struct {
	through *balancer
	// crashing says that a process is about to be killed, which may cut off what it
	// is answering. A connection that is refused counts all the same.
	crashing atomic.Bool
	failed   *counter
	stale    *counter
	cut      *counter
	asked    atomic.Int64
	compared atomic.Int64

	posts []*savedPost
	group sync.WaitGroup
	over  context.CancelFunc
}

// savedPost is a post with the newest version that was acknowledged.
type savedPost struct {
	post
	version atomic.Int64
}

func startTraffic(ctx context.Context, through *balancer) (*traffic, error) {
	ctx, over := context.WithCancel(ctx)
	t := &traffic{through: through, failed: count("failed"), stale: count("stale"), cut: count("cut off by the crash"), over: over}
	for i := range 2 {
		p := &savedPost{post: post{slug: fmt.Sprintf("upgraded-%d", i)}}
		if err := p.save(ctx, through.all()[0].office, 0); err != nil {
			over()
			return nil, err
		}
		t.posts = append(t.posts, p)
		t.group.Go(func() { t.save(ctx, p) })
	}
	t.group.Go(func() { through.probe(ctx) })
	for range 4 {
		t.group.Go(func() { t.visit(ctx) })
	}
	return t, nil
}

func (t *traffic) visit(ctx context.Context) {
	for turn := 0; ctx.Err() == nil; turn++ {
		path := publicPages[turn%len(publicPages)].path
		err := t.through.ask(func(h *site) error {
			status, _, err := get(ctx, h.URL+path)
			if err == nil && status != http.StatusOK {
				t.failed.add("GET /%s answered %d", path, status)
			}
			return err
		})
		t.judge(ctx, err)
		t.asked.Add(1)
		wait(ctx, visitorPause)
	}
}

// judge counts a request that was not answered.
func (t *traffic) judge(ctx context.Context, err error) {
	switch {
	case err == nil || ctx.Err() != nil:
	case t.crashing.Load() && refusal(err) == 0 && !errors.Is(err, syscall.ECONNREFUSED):
		t.cut.add("%v", err)
	default:
		t.failed.add("%v", err)
	}
}

// save saves a post again and again, and compares the pages of all replicas after that.
func (t *traffic) save(ctx context.Context, p *savedPost) {
	for version := 1; ctx.Err() == nil; version++ {
		err := t.through.ask(func(h *site) error { return p.save(ctx, h.office, version) })
		if ctx.Err() != nil {
			return
		}
		t.judge(ctx, err)
		if err == nil {
			p.version.Store(int64(version))
			t.compare(ctx, &p.post, version)
		}
		wait(ctx, visitorPause)
	}
}

// compare counts replicas that are ready and show an older version.
func (t *traffic) compare(ctx context.Context, p *post, version int) {
	for _, h := range t.through.all() {
		if !isReady(ctx, h) {
			continue
		}
		status, body, err := get(ctx, h.URL+"blog/"+p.slug)
		switch {
		case errors.Is(err, syscall.ECONNREFUSED) && len(t.through.all()) > 1: // it was stopped since
		case err != nil:
			t.judge(ctx, err)
		case status != http.StatusOK:
			t.failed.add("GET /blog/%s answered %d", p.slug, status)
		case versionIn(string(body)) < version:
			t.stale.add("%s shows version %d of %s, %d was acknowledged", h.URL, versionIn(string(body)), p.slug, version)
		default:
			t.compared.Add(1)
		}
	}
}

func (t *traffic) saved() (total int) {
	for _, p := range t.posts {
		total += int(p.version.Load())
	}
	return total
}

// flow waits until more was asked and saved, so that something goes on between two steps.
func (t *traffic) flow(ctx context.Context) error {
	asked, saved := t.asked.Load()+40, t.saved()+5
	return eventually(ctx, requestLimit, func() error {
		if t.asked.Load() < asked || t.saved() < saved {
			failed, example := t.failed.read()
			return fmt.Errorf("%d requests and %d saves have failed to come, %d failed: %s",
				asked-t.asked.Load(), saved-t.saved(), failed, example)
		}
		return nil
	})
}

// end stops the traffic and compares what is there with what was acknowledged.
func (t *traffic) end(ctx context.Context, r *result) {
	t.stop()
	lost := count("lost")
	for _, p := range t.posts {
		for _, h := range t.through.all() {
			p.checkPage(ctx, h.URL, int(p.version.Load()), lost, lost)
		}
	}
	r.note("requests", int(t.asked.Load()))
	r.atLeast("acknowledged saves", t.saved(), 10)
	r.atLeast("pages compared after a save", int(t.compared.Load()), 10)
	r.none(t.failed)
	r.none(t.stale)
	r.none(lost)
}

func (t *traffic) stop() {
	t.over()
	t.group.Wait()
}

// endLimit is how long a replica may take to answer what is under way and end.
const endLimit = 2 * exitLimit

// terminate stops a server and returns an error unless it ends in order.
func (h *site) terminate(ctx context.Context) error {
	h.Signal(syscall.SIGTERM)
	select {
	case <-h.Ended():
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(endLimit):
		h.Kill()
		return fmt.Errorf("the server did not end within %s: %s", endLimit, lastLine(h.Output()))
	}
	if code := h.ExitCode(); code != 0 {
		return fmt.Errorf("the server ended with status %d: %s", code, lastLine(h.Output()))
	}
	return nil
}
