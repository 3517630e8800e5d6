package auth

import (
	"context"
	"sync"
	"time"
)

// prolongTimeout is how long prolonging a session may take.
const prolongTimeout = 30 * time.Second

// prolonger prolongs sessions in the background: a request must not wait behind
// other writes only because its session is due. There is at most one write per
// session at a time.
type prolonger struct {
	store   Store
	writes  sync.WaitGroup
	mu      sync.Mutex
	pending map[[32]byte]struct{}
}

func newProlonger(store Store) *prolonger {
	return &prolonger{store: store, pending: map[[32]byte]struct{}{}}
}

// prolong sets when the session was last seen. The session is valid even if that
// fails, so that a full disk does not keep anybody from reading.
func (p *prolonger) prolong(ctx context.Context, tokenHash [32]byte, seen time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.pending[tokenHash]; ok {
		return
	}
	p.pending[tokenHash] = struct{}{}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), prolongTimeout)
	p.writes.Go(func() {
		defer cancel()
		_ = p.store.Write(ctx, func(tx Tx) error { return tx.Sessions().Touch(ctx, tokenHash, seen) })
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.pending, tokenHash)
	})
}

// Wait returns when no session is being prolonged and no link is being mailed. The
// store must not be closed before.
func (a *Accounts) Wait() {
	a.prolonger.writes.Wait()
	a.links.mails.Wait()
}
