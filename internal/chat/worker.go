package chat

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// DefaultPurgeInterval is how often old conversations are deleted.
const DefaultPurgeInterval = time.Hour

// Run sends notices and deletes old conversations, until ctx ends.
func (c *Chat) Run(ctx context.Context, log *slog.Logger) {
	var senders sync.WaitGroup
	defer senders.Wait()
	for i, channel := range c.channels {
		senders.Go(func() { c.deliver(ctx, channel, c.wake[i], log) })
	}
	if c.mailer != nil {
		senders.Go(func() { c.deliverAnswers(ctx, log) })
	}
	c.clock.Expire(ctx, c.purgeInterval, c.retention, func(before time.Time) { c.purge(ctx, before, log) })
}

// wakeSenders makes this replica look for notices now.
func (c *Chat) wakeSenders() {
	for _, wake := range c.wake {
		select {
		case wake <- struct{}{}:
		default: // a signal is pending
		}
	}
}

func (c *Chat) purge(ctx context.Context, before time.Time, log *slog.Logger) {
	err := c.store.Write(ctx, func(tx Tx) error { return tx.Resumption().DeleteExpired(ctx, before.Add(c.retention)) })
	if err != nil && ctx.Err() == nil {
		log.Warn("could not delete expired links into conversations", "error", err.Error())
	}
	deleted, err := c.store.CountOldConversations(ctx, before)
	if err == nil && deleted > 0 { // otherwise every open window would be woken for nothing
		err = c.store.Change(ctx, "", func(tx Tx) (err error) {
			deleted, err = tx.Conversations().DeleteOld(ctx, before)
			return err
		})
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("could not delete old conversations", "error", err.Error())
	}
	if err == nil && deleted > 0 {
		log.Info("deleted old conversations", "count", deleted)
	}
}
