package chat

import (
	"context"
	"time"
)

// onlineHeartbeats is how many heartbeats may pass without a sign of the staff
// before they count as gone.
const onlineHeartbeats = 3

// Availability says whether a person answers visitors at the moment.
type Availability struct {
	Available bool `json:"available"`
}

// Availability returns what the person has chosen. Everybody is available until
// they say otherwise.
func (c *Chat) Availability(ctx context.Context, person int64) (Availability, error) {
	away, err := c.store.IsAway(ctx, person)
	return Availability{!away}, err
}

// SetAvailable stores what the person has chosen. Visitors learn of it at once.
func (c *Chat) SetAvailable(ctx context.Context, person int64, available bool) error {
	return c.store.Change(ctx, staffTopic, func(tx Tx) error {
		if err := tx.PutAway(ctx, person, !available); err != nil || available {
			return err
		}
		// The windows of those who are available record their presence again.
		return tx.PutStaffSeen(ctx, time.Unix(0, 0))
	})
}

// isOpen reports whether the company is open now.
func (c *Chat) isOpen(ctx context.Context) bool {
	return c.openNow == nil || c.openNow(ctx, c.clock.Now())
}

// seenRecently reports whether somebody on the staff who is available looked at the
// back office a moment ago. A time in the future says nothing: a clock was wrong.
// The clocks of replicas may differ by a heartbeat.
func (c *Chat) seenRecently(state State) bool {
	since := c.clock.Stamp().Sub(state.StaffSeenAt)
	return since > -c.heartbeat && since < onlineHeartbeats*c.heartbeat
}

// recordPresence records that a person on the staff looks at the back office, unless
// the person is away. If nobody was there, visitors learn of it at once.
func (c *Chat) recordPresence(ctx context.Context, person int64) error {
	state, err := c.store.ChatState(ctx)
	if err != nil {
		return err
	}
	now := c.clock.Stamp()
	if since := now.Sub(state.StaffSeenAt); since.Abs() < c.heartbeat/2 {
		return nil // another window has just recorded it
	}
	if away, err := c.store.IsAway(ctx, person); err != nil || away {
		return err
	}
	record := func(tx Tx) error { return tx.PutStaffSeen(ctx, now) }
	if c.seenRecently(state) {
		return c.store.Write(ctx, record)
	}
	return c.store.Change(ctx, staffTopic, record)
}
