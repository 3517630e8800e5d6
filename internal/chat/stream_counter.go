package chat

import (
	"net/netip"
	"sync"
	"time"

	"perimeter/internal/errs"
)

// The limits on open streams of visitors. While half of all streams are taken, a
// network gets few, so that some networks cannot keep all others out.
const (
	maxStreams        = 1_000
	maxNetworkStreams = 40 // more than a household needs
	crowdedStreams    = maxStreams / 2
	maxCrowdedStreams = 4 // of one network, from then on

	streamRetry = time.Minute
)

// streamCounter counts the open streams of visitors, in all and by network.
type streamCounter struct {
	mu    sync.Mutex
	total int
	open  map[netip.Prefix]int
}

// add counts a stream until done is called, or returns TooMany.
func (s *streamCounter) add(network netip.Prefix) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch n := s.open[network]; {
	case n >= maxNetworkStreams:
		return nil, tooManyStreams("The chat is open in too many windows. Please close some.")
	case s.total >= maxStreams, s.total >= crowdedStreams && n >= maxCrowdedStreams:
		return nil, tooManyStreams("Too many visitors use the chat right now. Please try again in a minute.")
	}
	s.total++
	s.open[network]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.total--
		if s.open[network]--; s.open[network] == 0 {
			delete(s.open, network)
		}
	}, nil
}

func tooManyStreams(message string) error {
	return &errs.Error{Kind: errs.TooMany, RetryAfter: streamRetry, Message: message}
}
