package store

import "sync"

// chatChannel carries the conversation of each transaction of the chat.
const chatChannel = "perimeter_chat"

// chatSignals signals changes of conversations to subscribers in this process.
type chatSignals struct {
	mu          sync.Mutex
	subscribers map[string]map[chan struct{}]struct{} // by conversation
}

func newChatSignals() *chatSignals {
	return &chatSignals{subscribers: map[string]map[chan struct{}]struct{}{}}
}

func (s *chatSignals) subscribe(conversation string) (signals <-chan struct{}, stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := make(chan struct{}, 1)
	if s.subscribers[conversation] == nil {
		s.subscribers[conversation] = map[chan struct{}]struct{}{}
	}
	s.subscribers[conversation][changed] = struct{}{}
	return changed, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subscribers[conversation], changed)
		if len(s.subscribers[conversation]) == 0 {
			delete(s.subscribers, conversation)
		}
	}
}

// signal signals the subscribers to the conversation and those to all
// conversations. If conversation is "", it signals everybody.
func (s *chatSignals) signal(conversation string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if conversation == "" {
		for _, subscribers := range s.subscribers {
			signalAll(subscribers)
		}
		return
	}
	signalAll(s.subscribers[conversation])
	signalAll(s.subscribers[""])
}

func signalAll(subscribers map[chan struct{}]struct{}) {
	for signal := range subscribers {
		select {
		case signal <- struct{}{}:
		default: // a signal that is still pending says the same
		}
	}
}
