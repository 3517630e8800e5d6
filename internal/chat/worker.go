package chat

import (
	"context"
	"log/slog"
	"time"
)

const (
	purgeInterval = time.Hour
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
	purge := time.NewTicker(purgeInterval)
	defer purge.Stop()
	c.purge(ctx, log)
	for {
		select {
		case <-ctx.Done():
			return
		case notice := <-c.notices:
			c.notify(ctx, notice, log)
		case <-purge.C:
			c.purge(ctx, log)
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

func (c *Chat) purge(ctx context.Context, log *slog.Logger) {
	before := c.clock.Stamp().Add(-c.retention)
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
