package chat

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"perimeter/internal/errs"
)

const (
	noticeTimeout = 30 * time.Second
	// claimPeriod is how long the notices that a replica sends are left to it.
	claimPeriod = 2 * time.Minute
	// claimLimit is how many notices are settled by one delivery.
	claimLimit = 500
	// noticePoll is how often a replica looks for notices of the others, and for
	// those that have become due.
	noticePoll = 10 * time.Second
	// firstRetry doubles with every attempt.
	firstRetry, longestRetry = 15 * time.Second, 30 * time.Minute
	// giveUpAfter is how long a notice is tried.
	giveUpAfter = 24 * time.Hour
	// hoursPoll is how often a reminder looks whether the company has opened.
	hoursPoll = 5 * time.Minute
	// receiversPoll is how often a notice looks whether anybody gets it by now.
	receiversPoll = 5 * time.Minute
	maxError      = 300
)

// deliver sends the channel's notices as they become due, until ctx ends.
func (c *Chat) deliver(ctx context.Context, channel Channel, wake <-chan struct{}, log *slog.Logger) {
	poll := time.NewTicker(noticePoll)
	defer poll.Stop()
	for {
		if err := c.deliverDue(ctx, channel, log); err != nil && ctx.Err() == nil {
			log.Warn("could not look for notices", "channel", channel.Name, "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-poll.C:
		}
	}
}

// deliverDue sends what is due on the channel: one notice about all of it, or one
// after another. An error means that the database could not be used.
func (c *Chat) deliverDue(ctx context.Context, channel Channel, log *slog.Logger) error {
	if !channel.Separate {
		claimed, err := c.claim(ctx, channel, claimLimit)
		if err != nil || len(claimed) == 0 {
			return err
		}
		return c.deliverClaimed(ctx, channel, claimed, log)
	}
	for ctx.Err() == nil {
		// One by one, so that no claim ends before its turn comes.
		claimed, err := c.claim(ctx, channel, 1)
		if err != nil || len(claimed) == 0 {
			return err
		}
		if err := c.deliverClaimed(ctx, channel, claimed, log); err != nil {
			return err
		}
	}
	return nil
}

// claim returns notices that are due on the channel. For a while no other replica
// gets them.
func (c *Chat) claim(ctx context.Context, channel Channel, limit int) (claimed []PendingNotice, err error) {
	now := c.clock.Stamp()
	due, err := c.store.Notices().CountDue(ctx, channel.Name, now)
	if err != nil || due == 0 {
		return nil, err
	}
	err = c.store.Write(ctx, func(tx Tx) (err error) {
		claimed, err = tx.Notices().Claim(ctx, channel.Name, now, now.Add(claimPeriod), limit)
		return err
	})
	return claimed, err
}

// deliverClaimed sends one notice about what was claimed.
func (c *Chat) deliverClaimed(ctx context.Context, channel Channel, claimed []PendingNotice, log *slog.Logger) error {
	now := c.clock.Stamp()
	ready, waiting := c.withinHours(ctx, claimed)
	// A reminder is tried for a day from when the company opens.
	wait := func(n *PendingNotice) { n.DueAt, n.CreatedAt = now.Add(hoursPoll), now }
	if err := c.reschedule(ctx, waiting, wait); err != nil || len(ready) == 0 {
		return err
	}
	notice, err := c.notice(ctx, ready)
	if err != nil {
		return err
	}
	nobody, err := channel.reachesNobody(ctx)
	if err != nil {
		return err
	}
	if notice.empty() {
		return c.settle(ctx, channel, ready, false)
	}
	if nobody {
		// Somebody may turn notifications on within the day for which a notice is tried.
		return c.retry(ctx, channel, ready, log, func(n *PendingNotice) { n.DueAt = now.Add(receiversPoll) })
	}
	err = c.allowNotice(ctx, channel)
	var tooMany *errs.Error
	if errors.As(err, &tooMany) && tooMany.Kind == errs.TooMany {
		return c.reschedule(ctx, ready, func(n *PendingNotice) { n.DueAt = now.Add(tooMany.RetryAfter) })
	}
	if notice.HeldBack > 0 {
		log.Warn("a notice does not show all conversations", "channel", channel.Name, "held_back", notice.HeldBack)
	}
	sending, cancel := context.WithTimeout(ctx, noticeTimeout)
	err = channel.Notify(sending, notice)
	cancel()
	if err == nil {
		// Also while the server stops: otherwise the notice would be sent again.
		return c.settle(context.WithoutCancel(ctx), channel, ready, true)
	}
	if ctx.Err() != nil {
		return err // the server stops; the notices become free when their claim ends
	}
	log.Warn("could not send a notice; it will be tried again", "channel", channel.Name, "error", err.Error())
	return c.failed(ctx, channel, ready, err, log)
}

// withinHours separates the reminders that have to wait until the company is open.
func (c *Chat) withinHours(ctx context.Context, claimed []PendingNotice) (ready, waiting []PendingNotice) {
	open := c.openNow == nil || c.openNow(ctx, c.clock.Now())
	for _, n := range claimed {
		if n.Reason == ReasonReminder && !open {
			waiting = append(waiting, n)
		} else {
			ready = append(ready, n)
		}
	}
	return ready, waiting
}

// settle removes the notices. Those that have something newer to tell meanwhile stay
// and become due again.
func (c *Chat) settle(ctx context.Context, channel Channel, notices []PendingNotice, delivered bool) error {
	now := c.clock.Stamp()
	return c.store.Write(ctx, func(tx Tx) error {
		for _, n := range notices {
			settled, err := tx.Notices().Settle(ctx, n)
			if err == nil && !settled {
				n.DueAt, n.Attempts = now.Add(noticeDelay), 0
				err = tx.Notices().Reschedule(ctx, n)
			}
			if err != nil {
				return err
			}
		}
		if !delivered {
			return nil
		}
		return tx.Notices().PutDelivery(ctx, channel.Name, now)
	})
}

// failed schedules the next attempt, or gives up after a day.
func (c *Chat) failed(ctx context.Context, channel Channel, notices []PendingNotice, cause error, log *slog.Logger) error {
	now := c.clock.Stamp()
	err := c.retry(ctx, channel, notices, log, func(n *PendingNotice) {
		n.DueAt = now.Add(min(firstRetry<<min(n.Attempts, 10), longestRetry))
		n.Attempts++
	})
	if err != nil {
		return err
	}
	return c.recordFailure(ctx, channel, cause)
}

// retry releases the notices after a change, except those that were tried for a day.
func (c *Chat) retry(ctx context.Context, channel Channel, notices []PendingNotice, log *slog.Logger, change func(*PendingNotice)) error {
	now := c.clock.Stamp()
	var retried, given []PendingNotice
	for _, n := range notices {
		if now.Sub(n.CreatedAt) >= giveUpAfter {
			given = append(given, n)
		} else {
			retried = append(retried, n)
		}
	}
	if len(given) > 0 {
		log.Error("gave up sending notices after a day", "channel", channel.Name, "count", len(given))
		if err := c.settle(ctx, channel, given, false); err != nil {
			return err
		}
	}
	return c.reschedule(ctx, retried, change)
}

func (c *Chat) recordFailure(ctx context.Context, channel Channel, cause error) error {
	text := storableError(cause)
	return c.store.Write(ctx, func(tx Tx) error {
		return tx.Notices().PutFailure(ctx, channel.Name, c.clock.Stamp(), text)
	})
}

// storableError returns the beginning of an error's text. Receivers word errors as
// they like, and PostgreSQL takes only valid UTF-8 without zero bytes.
func storableError(err error) string {
	text := strings.ReplaceAll(err.Error(), "\x00", "")
	return strings.ToValidUTF8(text[:min(len(text), maxError)], "")
}

// reschedule releases the notices after a change.
func (c *Chat) reschedule(ctx context.Context, notices []PendingNotice, change func(*PendingNotice)) error {
	if len(notices) == 0 {
		return nil
	}
	return c.store.Write(ctx, func(tx Tx) error {
		for _, n := range notices {
			change(&n)
			if err := tx.Notices().Reschedule(ctx, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// allowNotice counts a notice against the limits that all replicas share. If the
// database cannot count, the limits of this process must do.
func (c *Chat) allowNotice(ctx context.Context, channel Channel) error {
	keys := channel.noticeKeys()
	use, err := c.limits.Allow(keys...)
	if err != nil {
		return err
	}
	err = c.store.Write(ctx, func(tx Tx) error { return c.limits.AllowShared(ctx, tx.Uses(), keys...) })
	if errs.KindOf(err) == errs.TooMany {
		use.Refund()
		return err
	}
	return nil
}
