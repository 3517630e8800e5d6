package chat

import (
	"context"
	"log/slog"
	"time"
)

const (
	// DefaultPurgeInterval is how often old conversations are deleted.
	DefaultPurgeInterval = time.Hour

	noticeTimeout = 30 * time.Second
	// maxQueuedNotices is how many notices may wait to be sent. Beyond that, the
	// staff know already that there is a lot to answer.
	maxQueuedNotices = 32
)

// Notice says that a visitor has started a conversation.
type Notice struct {
	Text   string    `json:"text"`
	Page   string    `json:"page"`
	SentAt time.Time `json:"sentAt"`
	Inbox  string    `json:"inbox"` // the URL to answer at
}

// Notifier sends notices to the staff, such as by e-mail.
type Notifier interface {
	Notify(ctx context.Context, notice Notice) error
}

// queueNotice leaves the notice to Run, or drops it if the queue is full.
func (c *Chat) queueNotice(notice Notice) {
	if len(c.notifiers) == 0 {
		return
	}
	select {
	case c.notices <- notice:
	default:
	}
}

// Run sends notices of new conversations and deletes old conversations, until
// ctx ends.
func (c *Chat) Run(ctx context.Context, log *slog.Logger) {
	purge := time.NewTicker(c.purgeInterval)
	defer purge.Stop()
	cutoff := c.cutoff()
	for {
		select {
		case <-ctx.Done():
			return
		case notice := <-c.notices:
			c.notify(ctx, notice, log)
		case <-purge.C:
			// A clock that is wrong at start, or jumps ahead, must not delete
			// anything: a conversation has to be old by two readings.
			previous := cutoff
			cutoff = c.cutoff()
			c.purge(ctx, earlier(previous, cutoff), log)
		}
	}
}

func (c *Chat) notify(ctx context.Context, notice Notice, log *slog.Logger) {
	for _, n := range c.notifiers {
		ctx, cancel := context.WithTimeout(ctx, noticeTimeout)
		if err := n.Notify(ctx, notice); err != nil {
			log.Warn("could not send the notice of a new conversation", "error", err.Error())
		}
		cancel()
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
			deleted, err = tx.DeleteOldConversations(ctx, before)
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
