package ssr

import (
	"context"
	"errors"
	"sync"
)

// errClosed is returned by a closed pool.
var errClosed = errors.New("the renderer is closed")

// pool limits how many engines run at once. Engines are started on demand, kept
// for reuse, and closed after an error.
type pool struct {
	start func() (engine, error)
	slots chan struct{} // holds a token for each engine in use

	mu     sync.Mutex
	idle   []engine
	closed bool
}

func newPool(size int, start func() (engine, error)) *pool {
	return &pool{start: start, slots: make(chan struct{}, size)}
}

// call calls a function on a free engine.
func (p *pool) call(ctx context.Context, function, arg string) (string, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-p.slots }()

	e, err := p.acquire()
	if err != nil {
		return "", err
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
		e := p.idle[last]
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
	p.idle = append(p.idle, e)
}

// close closes the idle engines; those in use are closed when they are released.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, e := range p.idle {
		e.close()
	}
	p.idle = nil
}
