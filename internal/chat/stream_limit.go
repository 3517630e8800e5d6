package chat

import (
	"errors"
	"net/netip"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// streamQuota limits the open streams of visitors. One network may have more than a
// household needs.
var streamQuota = limit.Quota{Total: 1_000, Network: 40, Crowded: 4}

const streamRetry = time.Minute

// openStream counts a stream until done is called, or returns TooMany.
func (c *Chat) openStream(ip netip.Addr) (done func(), err error) {
	networks := limit.Networks(ip)
	err = c.streams.Acquire(networks, 1)
	switch {
	case errors.Is(err, limit.ErrNetwork):
		return nil, tooManyStreams("The chat is open in too many windows. Please close some.")
	case err != nil:
		return nil, tooManyStreams("Too many visitors use the chat right now. Please try again in a minute.")
	}
	return func() { c.streams.Release(networks, 1) }, nil
}

func tooManyStreams(message string) error {
	return &errs.Error{Kind: errs.TooMany, RetryAfter: streamRetry, Message: message}
}
