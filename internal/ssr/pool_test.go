package ssr

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fakeEngine takes a second for each call.
type fakeEngine struct{ open *atomic.Int32 }

func (fakeEngine) call(context.Context, string, string) (string, error) {
	time.Sleep(time.Second)
	return "", nil
}

func (e fakeEngine) close() { e.open.Add(-1) }

// newFakePool returns a pool of four engines and the number of open ones.
func newFakePool() (*pool, *atomic.Int32) {
	var open atomic.Int32
	return newPool(4, func() (engine, error) {
		open.Add(1)
		return fakeEngine{&open}, nil
	}), &open
}

// callAtOnce makes n concurrent calls and waits for them.
func callAtOnce(t *testing.T, p *pool, n int) {
	t.Helper()
	var calls sync.WaitGroup
	for range n {
		calls.Go(func() {
			if _, err := p.call(t.Context(), "", ""); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
}

func TestIdleEnginesAreClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, open := newFakePool()
		defer p.close()
		callAtOnce(t, p, 8)
		if n := open.Load(); n != 4 {
			t.Fatalf("%d engines after a burst, want 4", n)
		}
		time.Sleep(idleTimeout - time.Second)
		if n := open.Load(); n != 4 {
			t.Errorf("%d engines before the timeout, want 4", n)
		}
		time.Sleep(2 * time.Second)
		if n := open.Load(); n != 0 {
			t.Errorf("%d engines after the timeout, want 0", n)
		}
		callAtOnce(t, p, 2)
		if n := open.Load(); n != 2 {
			t.Errorf("%d engines for two calls, want 2", n)
		}
	})
}

func TestEnginesInUseAreNotClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, open := newFakePool()
		defer p.close()
		callAtOnce(t, p, 4)
		for range 2 * int(idleTimeout/time.Second) {
			callAtOnce(t, p, 2)
		}
		if n := open.Load(); n != 2 {
			t.Errorf("%d engines while two are used all the time, want 2", n)
		}
	})
}

func TestClosingAPoolClosesAllEngines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, open := newFakePool()
		callAtOnce(t, p, 4)
		p.close()
		time.Sleep(2 * idleTimeout)
		if n := open.Load(); n != 0 {
			t.Errorf("%d engines are open", n)
		}
	})
}
