package chat

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
)

// Notifier sends notices to the staff, such as by e-mail.
type Notifier interface {
	Notify(ctx context.Context, notice Notice) error
}

// Channel is one way to reach the staff.
type Channel struct {
	Name string // as people call it: "email"
	Notifier
}

// Audience is a Notifier that reaches only those who have asked for it.
type Audience interface {
	Notifier
	// Receivers returns how many devices get notices.
	Receivers(ctx context.Context) (int, error)
}

// receivers returns how many devices get notices on the channel, or nil if they are
// not counted.
func (c Channel) receivers(ctx context.Context) (*int, error) {
	audience, ok := c.Notifier.(Audience)
	if !ok {
		return nil, nil
	}
	n, err := audience.Receivers(ctx)
	return &n, err
}

// reachesNobody reports whether nobody gets notices on the channel.
func (c Channel) reachesNobody(ctx context.Context) (bool, error) {
	n, err := c.receivers(ctx)
	return n != nil && *n == 0, err
}

// Notifies reports whether anybody is told of new conversations.
func (c *Chat) Notifies(ctx context.Context) (bool, error) {
	for _, channel := range c.channels {
		if nobody, err := channel.reachesNobody(ctx); err != nil || !nobody {
			return !nobody, err
		}
	}
	return false, nil
}

// Deliveries say how the newest deliveries on a channel went.
type Deliveries struct {
	Channel     string     `json:"channel"`
	DeliveredAt *time.Time `json:"deliveredAt" doc:"When a notice was last delivered; null if never"`
	FailedAt    *time.Time `json:"failedAt" doc:"When a delivery last failed; null if never"`
	Error       string     `json:"error" doc:"Why it failed"`
	Receivers   *int       `json:"receivers" doc:"How many devices get notices; null if the channel does not count them"`
}

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
	maxError  = 300
)

// noticeKeys are the limits on the notices of a channel: a few at once, then one
// for all conversations of two minutes, and after a day's share one for all of half
// an hour.
func noticeKeys(channel string) []ratelimit.Key {
	return []ratelimit.Key{
		{Name: "chat notices by " + channel, Rate: ratelimit.Rate{Burst: 6, Every: 2 * time.Minute}},
		{Name: "chat notices of a day by " + channel, Rate: ratelimit.Rate{Burst: 48, Every: 30 * time.Minute}},
	}
}

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

// deliverDue sends one notice about all that is due on the channel. An error means
// that the database could not be used.
func (c *Chat) deliverDue(ctx context.Context, channel Channel, log *slog.Logger) error {
	now := c.clock.Stamp()
	due, err := c.store.CountDueNotices(ctx, channel.Name, now)
	if err != nil || due == 0 {
		return err
	}
	var claimed []PendingNotice
	err = c.store.Write(ctx, func(tx Tx) (err error) {
		claimed, err = tx.ClaimNotices(ctx, channel.Name, now, now.Add(claimPeriod), claimLimit)
		return err
	})
	if err != nil || len(claimed) == 0 {
		return err
	}
	ready, waiting := c.withinHours(ctx, claimed)
	if err := c.reschedule(ctx, waiting, func(n *PendingNotice) { n.DueAt = now.Add(hoursPoll) }); err != nil || len(ready) == 0 {
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
	if nobody || notice.empty() {
		return c.settle(ctx, channel, ready, false)
	}
	err = c.takeNotice(ctx, channel)
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

// settle removes the notices. Those that meanwhile have to tell of a newer message
// stay and become due again.
func (c *Chat) settle(ctx context.Context, channel Channel, notices []PendingNotice, delivered bool) error {
	now := c.clock.Stamp()
	return c.store.Write(ctx, func(tx Tx) error {
		for _, n := range notices {
			settled, err := tx.SettleNotice(ctx, n)
			if err == nil && !settled {
				n.DueAt, n.Attempts = now.Add(noticeDelay), 0
				err = tx.RescheduleNotice(ctx, n)
			}
			if err != nil {
				return err
			}
		}
		if !delivered {
			return nil
		}
		return tx.PutDelivery(ctx, channel.Name, now)
	})
}

// failed schedules the next attempt, or gives up after a day.
func (c *Chat) failed(ctx context.Context, channel Channel, notices []PendingNotice, cause error, log *slog.Logger) error {
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
	err := c.reschedule(ctx, retried, func(n *PendingNotice) {
		n.DueAt = now.Add(min(firstRetry<<min(n.Attempts, 10), longestRetry))
		n.Attempts++
	})
	if err != nil {
		return err
	}
	return c.recordFailure(ctx, channel, cause)
}

func (c *Chat) recordFailure(ctx context.Context, channel Channel, cause error) error {
	text := cause.Error()
	return c.store.Write(ctx, func(tx Tx) error {
		return tx.PutDeliveryFailure(ctx, channel.Name, c.clock.Stamp(), text[:min(len(text), maxError)])
	})
}

// reschedule releases the notices after a change.
func (c *Chat) reschedule(ctx context.Context, notices []PendingNotice, change func(*PendingNotice)) error {
	if len(notices) == 0 {
		return nil
	}
	return c.store.Write(ctx, func(tx Tx) error {
		for _, n := range notices {
			change(&n)
			if err := tx.RescheduleNotice(ctx, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// takeNotice counts a notice against the limits that all replicas share. If the
// database cannot count, the limits of this process must do.
func (c *Chat) takeNotice(ctx context.Context, channel Channel) error {
	keys := noticeKeys(channel.Name)
	use, err := c.limits.Take(keys...)
	if err != nil {
		return err
	}
	err = c.store.Write(ctx, func(tx Tx) error { return c.limits.TakeShared(ctx, tx, keys...) })
	if errs.KindOf(err) == errs.TooMany {
		use.Refund()
		return err
	}
	return nil
}

// Deliveries returns how deliveries on each channel in use have gone.
func (c *Chat) Deliveries(ctx context.Context) ([]Deliveries, error) {
	stored, err := c.store.Deliveries(ctx)
	if err != nil {
		return nil, err
	}
	all, channels := []Deliveries{}, c.channels
	if c.mailer != nil {
		channels = slices.Concat(channels, []Channel{answers})
	}
	for _, channel := range channels {
		d := Deliveries{Channel: channel.Name}
		for _, s := range stored {
			if s.Channel == channel.Name {
				d = s
			}
		}
		if d.Receivers, err = channel.receivers(ctx); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

var errNobody = errs.Errorf(errs.Conflict, "No device gets notices this way yet.")

// SendTest sends a notice that says that it is a test. The result is recorded like
// that of other notices.
func (c *Chat) SendTest(ctx context.Context, name string) error {
	for _, channel := range c.channels {
		if channel.Name != name {
			continue
		}
		if nobody, err := channel.reachesNobody(ctx); err != nil || nobody {
			return cmp.Or(err, error(errNobody))
		}
		sending, cancel := context.WithTimeout(ctx, noticeTimeout)
		defer cancel()
		now := c.clock.Stamp()
		err := channel.Notify(sending, Notice{
			Lead: Lead{Reason: ReasonTest, Messages: []string{}, URL: c.inboxURL},
			ID:   "test-" + now.Format(time.RFC3339Nano), More: []Lead{}, Warning: "This is a test. Notices reach you here.",
		})
		if err != nil {
			if stored := c.recordFailure(ctx, channel, err); stored != nil {
				return stored
			}
			return &errs.Error{Kind: errs.Upstream, Message: "The notice could not be sent: " + err.Error(), Err: err}
		}
		return c.store.Write(ctx, func(tx Tx) error { return tx.PutDelivery(ctx, name, now) })
	}
	return errs.Errorf(errs.NotFound, "There is no such channel.")
}
