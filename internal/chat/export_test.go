package chat

import (
	"context"
	"log/slog"
)

// DeliverDueAnswers sends the answers that are due.
func (c *Chat) DeliverDueAnswers(ctx context.Context, log *slog.Logger) error {
	return c.deliverDueAnswers(ctx, log)
}

// DeliverDue sends what is due on all channels.
func (c *Chat) DeliverDue(ctx context.Context, log *slog.Logger) error {
	for _, channel := range c.channels {
		if err := c.deliverDue(ctx, channel, log); err != nil {
			return err
		}
	}
	return nil
}

// MarkRead records that the staff have read the messages up to an ID.
func (c *Chat) MarkRead(ctx context.Context, id string, through int64) error {
	_, err := c.ChangeConversation(ctx, id, ConversationChange{ReadTo: &through})
	return err
}

// SetClosed closes a conversation until the visitor writes again, or reopens it.
func (c *Chat) SetClosed(ctx context.Context, id string, closed bool) error {
	_, err := c.ChangeConversation(ctx, id, ConversationChange{Closed: &closed})
	return err
}
