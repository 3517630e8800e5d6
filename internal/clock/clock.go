// Package clock owns the current time, so that tests can set it. It must not
// know who asks.
package clock

import "time"

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
