package chat

import (
	"context"
	"sync"
	"time"
)

// staffTopic stands for the conversation in changes that concern no
// conversation: those who follow all conversations are signalled, and no
// visitor's stream reads anything.
const staffTopic = "staff"

// presence knows whether the staff are online, for all streams of visitors
// together: it reads the state of the chat once per heartbeat, however many they
// are, and not at all while there are none.
type presence struct {
	chat *Chat

	mu        sync.Mutex
	state     State
	open      bool // whether the company was open at the last heartbeat
	online    bool
	followers map[chan struct{}]struct{}
	stop      func() // ends watch; nil while nobody follows
}

// join returns a channel that delivers a signal when the staff come or go, until
// leave is called.
func (p *presence) join(ctx context.Context) (changed <-chan struct{}, leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop == nil {
		if err := p.begin(ctx); err != nil {
			return nil, nil, err
		}
	}
	wake := make(chan struct{}, 1)
	p.followers[wake] = struct{}{}
	return wake, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.followers, wake)
		if len(p.followers) == 0 && p.stop != nil {
			p.stop()
			p.stop = nil
		}
	}, nil
}

// begin reads the state and watches it from then on. The caller holds the lock.
func (p *presence) begin(ctx context.Context) (err error) {
	// Before the state is read, so that no change is missed.
	signals, unsubscribe := p.chat.store.SubscribeChat("")
	if p.state, err = p.chat.store.ChatState(ctx); err != nil {
		unsubscribe()
		return err
	}
	p.open = p.chat.isOpen(ctx)
	p.online = p.isOnline()
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop = func() {
		stop()
		unsubscribe()
	}
	go p.watch(watching, signals)
	return nil
}

// staffOnline reports whether the staff are online now.
func (p *presence) staffOnline() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isOnline()
}

// isOnline requires the lock.
func (p *presence) isOnline() bool { return p.open && p.chat.seenRecently(p.state) }

func (p *presence) watch(ctx context.Context, signals <-chan struct{}) {
	heartbeats := time.NewTicker(p.chat.heartbeat)
	defer heartbeats.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		case <-heartbeats.C:
			p.setOpen(p.chat.isOpen(ctx))
		}
		// If it cannot be read, the staff go offline when the state is old.
		state, err := p.chat.store.ChatState(ctx)
		p.update(ctx, state, err == nil)
	}
}

func (p *presence) setOpen(open bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = open
}

// update stores the state if it was read, and signals all followers if the staff
// have come or gone.
func (p *presence) update(ctx context.Context, state State, read bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() != nil {
		return // another watch may run already
	}
	if read {
		p.state = state
	}
	online := p.isOnline()
	if online == p.online {
		return
	}
	p.online = online
	for wake := range p.followers {
		select {
		case wake <- struct{}{}:
		default: // a signal that is still pending says the same
		}
	}
}
