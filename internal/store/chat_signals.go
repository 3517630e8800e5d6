package store

import "sync"

// chatChannel carries the conversation of each of the chat's transactions.
const chatChannel = "perimeter_chat"

// chatSignals wakes those in this process who follow conversations.
type chatSignals struct {
	mu        sync.Mutex
	followers map[string]map[chan struct{}]struct{} // by conversation
}

func newChatSignals() *chatSignals {
	return &chatSignals{followers: map[string]map[chan struct{}]struct{}{}}
}

func (s *chatSignals) follow(conversation string) (signals <-chan struct{}, stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	signal := make(chan struct{}, 1)
	if s.followers[conversation] == nil {
		s.followers[conversation] = map[chan struct{}]struct{}{}
	}
	s.followers[conversation][signal] = struct{}{}
	return signal, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.followers[conversation], signal)
		if len(s.followers[conversation]) == 0 {
			delete(s.followers, conversation)
		}
	}
}

// wake signals those who follow the conversation or all of them; "" means that
// everybody is concerned.
func (s *chatSignals) wake(conversation string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if conversation == "" {
		for _, followers := range s.followers {
			signalAll(followers)
		}
		return
	}
	signalAll(s.followers[conversation])
	signalAll(s.followers[""])
}

func signalAll(followers map[chan struct{}]struct{}) {
	for signal := range followers {
		select {
		case signal <- struct{}{}:
		default: // a signal that nobody has taken yet says the same
		}
	}
}
