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
