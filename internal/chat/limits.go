package chat

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// The limits on how fast one visitor, and all visitors of one network together,
// may write, how much one network may write in a day, and how often new
// conversations may begin there. A person in a hurry stays below them.
var (
	visitorRate = limit.Rate{Burst: 10, Every: 3 * time.Second}
	networkRate = limit.Rate{Burst: 40, Every: time.Second}
	volumeRate  = limit.Rate{Burst: volumePerDay, Every: 24 * time.Hour / volumePerDay}
	startRate   = limit.Rate{Burst: 20, Every: 30 * time.Second}
)

const (
	// volumePerDay is how many bytes one network may write at once and in a day.
	volumePerDay = 256 << 10
	// MessageOverhead is what a message takes in the database besides its text.
	MessageOverhead = 256
	// DefaultMaxBytes is how much all conversations together may take: about seven
	// hundred photos, and eight thousand long conversations besides.
	DefaultMaxBytes = 256 << 20
	// warnPercent is how full the chat is when the staff are warned and visitors
	// cannot send photos any more. What is left is for texts.
	warnPercent = 80

	// maxUnanswered is how many conversations that nobody has answered one client
	// may begin within unansweredPeriod.
	maxUnanswered    = 8
	unansweredPeriod = time.Hour
)

// messageBytes is what a message takes in the database.
func messageBytes(text string) int64 { return int64(len(text)) + MessageOverhead }

func (v Visitor) messageKeys() []limit.Key {
	return append(
		limit.NetworkKeys("chat network", v.ClientIP, networkRate),
		limit.Key{Name: "chat visitor " + v.conversationID(), Rate: visitorRate},
	)
}

func (v Visitor) volumeKeys(bytes int64) []limit.Key {
	keys := limit.NetworkKeys("chat volume", v.ClientIP, volumeRate)
	for i := range keys {
		keys[i].Cost = int(bytes)
	}
	return keys
}

// allowMessage counts a message of the visitor against the limits of this process.
func (c *Chat) allowMessage(v Visitor) error {
	_, err := c.limits.Allow(v.messageKeys()...)
	return err
}

// allowShared counts a message against the limits that all replicas share.
func (c *Chat) allowShared(ctx context.Context, tx Tx, v Visitor, bytes int64) error {
	if err := c.limits.AllowShared(ctx, tx.Uses(), v.messageKeys()...); err != nil {
		return err
	}
	return c.withPhone(ctx, c.volume.AllowShared(ctx, tx.Uses(), v.volumeKeys(bytes)...))
}

// withPhone puts the company's current number into the message of the limit on
// bytes.
func (c *Chat) withPhone(ctx context.Context, err error) error {
	var refused *errs.Error
	if !errors.As(err, &refused) {
		return err
	}
	worded := *refused
	worded.Message = strings.ReplaceAll(worded.Message, "{phone}", c.company(ctx).Phone)
	return &worded
}

// clientOf returns what a conversation remembers of the visitor's network: enough
// to count by, and not the network itself.
func (c *Chat) clientOf(ctx context.Context, v Visitor) (string, error) {
	return c.tokens.Sign(ctx, "client", limit.Network(v.ClientIP).String())
}

// allowStart counts a new conversation of the client, or returns TooMany.
func (c *Chat) allowStart(ctx context.Context, tx Tx, v Visitor, client string) error {
	unanswered, err := tx.Conversations().CountUnanswered(ctx, client, c.clock.Stamp().Add(-unansweredPeriod))
	if err != nil {
		return err
	}
	if unanswered >= maxUnanswered {
		return &errs.Error{
			Kind: errs.TooMany, RetryAfter: unansweredPeriod / maxUnanswered,
			Message: fmt.Sprintf("We have not answered your other conversations yet. Please go on there, or call %s.", c.company(ctx).Phone),
		}
	}
	return c.limits.AllowShared(ctx, tx.Uses(), limit.NetworkKeys("chat start", v.ClientIP, startRate)...)
}

// checkSpace returns Full if the chat has no space for so many bytes more.
func (c *Chat) checkSpace(ctx context.Context, used, bytes int64) error {
	if used+bytes > c.maxBytes {
		return errs.Errorf(errs.Full, "The chat cannot take more messages at the moment. Please call %s.", c.company(ctx).Phone)
	}
	return nil
}

// nearlyFull reports whether the staff should delete conversations soon.
func (c *Chat) nearlyFull(used int64) bool { return used*100 >= c.maxBytes*warnPercent }
