package chat

import (
	"context"
	"log/slog"
	"time"
)

// DefaultPurgeInterval is how often old conversations are deleted.
const DefaultPurgeInterval = time.Hour

// Run sends notices of new conversations and deletes old conversations, until
// ctx ends.
func (c *Chat) Run(ctx context.Context, log *slog.Logger) {
	purge := time.NewTicker(c.purgeInterval)
	defer purge.Stop()
	cutoff := c.cutoff()
	var held <-chan time.Time // when a notice that had to wait may be sent
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.queue.wake:
		case <-held:
		case <-purge.C:
			// A clock that is wrong at start, or jumps ahead, must not delete
			// anything: a conversation has to be old by two readings.
			previous := cutoff
			cutoff = c.cutoff()
			c.purge(ctx, earlier(previous, cutoff), log)
			continue
		}
		held = nil
		if wait := c.sendNotice(ctx, log); wait > 0 {
			held = time.After(wait)
		}
	}
}

// cutoff returns the time before which a conversation is old, by the clock as it
// is now.
func (c *Chat) cutoff() time.Time { return c.clock.Stamp().Add(-c.retention) }

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func (c *Chat) purge(ctx context.Context, before time.Time, log *slog.Logger) {
	deleted, err := c.store.CountOldConversations(ctx, before)
	if err == nil && deleted > 0 { // otherwise every open window would be woken for nothing
		err = c.store.Change(ctx, "", func(tx Tx) (err error) {
			if deleted, err = tx.DeleteOldConversations(ctx, before); err != nil {
				return err
			}
			return tx.RecountChat(ctx)
		})
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("could not delete old conversations", "error", err.Error())
	}
	if err == nil && deleted > 0 {
		log.Info("deleted old conversations", "count", deleted)
	}
}
