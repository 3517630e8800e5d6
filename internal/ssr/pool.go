package ssr

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"perimeter/internal/limit"
)

// idleTimeout is how long an unused engine is kept. An engine takes more than ten
// megabytes, and starting one takes milliseconds.
const idleTimeout = time.Minute

// errClosed is returned by a closed pool.
var errClosed = errors.New("the renderer is closed")

// pool limits how many engines run at once. Engines are started on demand, kept
// for reuse, and closed after an error or after idleTimeout without use.
type pool struct {
	start func() (engine, error)
	slots *limit.Slots // one for each engine that may run

	mu      sync.Mutex
	idle    []idleEngine // the longest unused first
	trimmer *time.Timer  // runs trim; nil if nothing is to be closed
	closed  bool
}

type idleEngine struct {
	engine
	since time.Time
}

func newPool(size int, start func() (engine, error)) *pool {
	return &pool{start: start, slots: limit.NewSlots(int64(size), 0, nil)}
}

// call calls a function on a free engine.
func (p *pool) call(ctx context.Context, function, arg string) (string, error) {
	release, err := p.slots.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()

	e, err := p.acquire()
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoEngine, err)
	}
	result, err := e.call(ctx, function, arg)
	if err != nil {
		e.close()
		return "", err
	}
	p.release(e)
	return result, nil
}

// warm starts one engine before the first call.
func (p *pool) warm() error {
	e, err := p.start()
	if err != nil {
		return err
	}
	p.release(e)
	return nil
}

func (p *pool) acquire() (engine, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, errClosed
	}
	if last := len(p.idle) - 1; last >= 0 {
		e := p.idle[last].engine
		p.idle[last] = idleEngine{} // so that it can be collected
		p.idle = p.idle[:last]
		p.mu.Unlock()
		return e, nil
	}
	p.mu.Unlock()
	return p.start()
}

func (p *pool) release(e engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		e.close()
		return
	}
	p.idle = append(p.idle, idleEngine{e, time.Now()})
	if p.trimmer == nil {
		p.trimmer = time.AfterFunc(idleTimeout, p.trim)
	}
}

// trim closes engines that were not used for idleTimeout.
func (p *pool) trim() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trimmer = nil
	for len(p.idle) > 0 {
		if age := time.Since(p.idle[0].since); age < idleTimeout {
			p.trimmer = time.AfterFunc(idleTimeout-age, p.trim)
			return
		}
		p.idle[0].close()
		p.idle = slices.Delete(p.idle, 0, 1)
	}
}

// close closes the idle engines; those in use are closed when they are released.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.trimmer != nil {
		p.trimmer.Stop()
	}
	for _, e := range p.idle {
		e.close()
	}
	p.idle = nil
}
