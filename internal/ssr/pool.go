package ssr

import (
	"context"
	"errors"
	"sync"
)

// errClosed is returned by a pool that was closed.
var errClosed = errors.New("the renderer is closed")

// pool lends engines, at most as many at once as it has places. They are started
// when they are needed, kept while they work, and dropped when they failed.
type pool struct {
	start  func() (engine, error)
	places chan struct{} // holds a token for every engine that is lent

	mu     sync.Mutex
	idle   []engine
	closed bool
}

func newPool(size int, start func() (engine, error)) *pool {
	return &pool{start: start, places: make(chan struct{}, size)}
}

// call runs one function on a free engine.
func (p *pool) call(ctx context.Context, function, arg string) (string, error) {
	select {
	case p.places <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-p.places }()

	e, err := p.take()
	if err != nil {
		return "", err
	}
	result, err := e.call(ctx, function, arg)
	if err != nil {
		e.close()
		return "", err
	}
	p.put(e)
	return result, nil
}

// warm starts one engine ahead of the first call.
func (p *pool) warm() error {
	e, err := p.start()
	if err != nil {
		return err
	}
	p.put(e)
	return nil
}

func (p *pool) take() (engine, error) {
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

func (p *pool) put(e engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		e.close()
		return
	}
	p.idle = append(p.idle, e)
}

// close drops the engines; those that are lent are dropped when they come back.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, e := range p.idle {
		e.close()
	}
	p.idle = nil
}
