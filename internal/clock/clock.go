// Package clock owns the current time, so that tests can set it. It must not
// know who asks.
package clock

import (
	"context"
	"time"
)

// Clock returns the current time. The zero value is the system's clock.
type Clock func() time.Time

// Now returns the current time.
func (c Clock) Now() time.Time {
	if c == nil {
		return time.Now()
	}
	return c()
}

// Stamp returns the current time as it is stored: in UTC, truncated to
// microseconds.
func (c Clock) Stamp() time.Time { return c.Now().UTC().Truncate(time.Microsecond) }

// Expire calls remove after each interval until ctx ends, with the time before which
// things are older than age. A clock that is wrong at start, or jumps ahead, must
// not delete anything: what is removed is old by two readings.
func (c Clock) Expire(ctx context.Context, interval, age time.Duration, remove func(before time.Time)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for last := c.Stamp(); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := c.Stamp()
		earlier := now
		if last.Before(now) {
			earlier = last
		}
		last = now
		remove(earlier.Add(-age))
	}
}
