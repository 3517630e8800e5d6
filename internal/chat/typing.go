package chat

import (
	"context"
	"strconv"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// typingPeriod is how long somebody counts as typing after a sign of it. Browsers
// send one about every four seconds.
const typingPeriod = 8 * time.Second

// Signs of typing and of having seen something have limits of their own, so that
// they do not count as messages.
var (
	typingRate = limit.Rate{Burst: 5, Every: 2 * time.Second}
	seenRate   = limit.Rate{Burst: 30, Every: 2 * time.Second}
)

func (v Visitor) signKeys(sign string, rate limit.Rate) []limit.Key {
	return append(
		limit.NetworkKeys("chat "+sign+" network", v.ClientIP, limit.Rate{Burst: 4 * rate.Burst, Every: rate.Every / 4}),
		limit.Key{Name: "chat " + sign + " visitor " + v.conversationID(), Rate: rate},
	)
}

func (c *Chat) isTyping(at time.Time) bool {
	return c.clock.Stamp().Sub(at).Abs() < typingPeriod
}

// typingMark changes with every sign of typing, and is "" if the last one is old.
func (c *Chat) typingMark(at time.Time) string {
	if !c.isTyping(at) {
		return ""
	}
	return strconv.FormatInt(at.UnixMilli(), 10)
}

// TypeAsVisitor tells the staff that the visitor is typing. Before the first
// message there is nobody to tell.
func (c *Chat) TypeAsVisitor(ctx context.Context, v Visitor) error {
	if err := c.requireEnabled(ctx); err != nil {
		return err
	}
	if _, err := c.limits.Allow(v.signKeys("typing", typingRate)...); err != nil {
		return err
	}
	err := c.putTyping(ctx, v.conversationID(), false)
	if errs.KindOf(err) == errs.NotFound {
		return nil
	}
	return err
}

// TypeAsStaff tells the visitor that somebody on the staff is typing.
func (c *Chat) TypeAsStaff(ctx context.Context, id string) error {
	return c.putTyping(ctx, id, true)
}

func (c *Chat) putTyping(ctx context.Context, id string, staff bool) error {
	if _, err := c.store.Conversation(ctx, id); err != nil {
		return err
	}
	return c.store.Typing().Put(ctx, id, staff, c.clock.Stamp())
}

// endTyping says that whoever sends a message is not typing any more.
func (c *Chat) endTyping(ctx context.Context, id string, staff bool) error {
	if !c.isTyping(c.store.Typing().At(id, staff)) {
		return nil
	}
	return c.store.Typing().Put(ctx, id, staff, time.Time{})
}
