package chat

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// Notifier sends notices to the staff, such as by e-mail.
type Notifier interface {
	Notify(ctx context.Context, notice Notice) error
}

// Channel is one way to reach the staff.
type Channel struct {
	Name string // as people call it: "email"
	Notifier
	// Separate says that each notice tells of one conversation, because a program
	// reads it. People get one notice of several conversations instead.
	Separate bool
}

// Audience is a Notifier that reaches only those who have asked for it.
type Audience interface {
	Notifier
	// Receivers returns how many devices get notices.
	Receivers(ctx context.Context) (int, error)
}

// Optional is a Notifier that is set up, or not, while the server runs.
type Optional interface {
	Notifier
	// Configured reports whether it is set up. Nothing is kept for it otherwise.
	Configured(ctx context.Context) (bool, error)
}

// configured reports whether the channel is set up.
func (c Channel) configured(ctx context.Context) (bool, error) {
	if optional, ok := c.Notifier.(Optional); ok {
		return optional.Configured(ctx)
	}
	return true, nil
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
	if configured, err := c.configured(ctx); err != nil || !configured {
		return true, err
	}
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

// noticeKeys are the limits on the notices of a channel. People get a few at once,
// then one for all conversations of two minutes, and after a day's share one for all
// of half an hour. Programs get more, because theirs cannot be grouped.
func (c Channel) noticeKeys() []limit.Key {
	name := "chat notices by " + c.Name
	if c.Separate {
		return []limit.Key{{Name: name, Rate: limit.Rate{Burst: 60, Every: 2 * time.Second}}}
	}
	return []limit.Key{
		{Name: name, Rate: limit.Rate{Burst: 12, Every: 2 * time.Minute}},
		{Name: "chat notices of a day by " + c.Name, Rate: limit.Rate{Burst: 48, Every: 30 * time.Minute}},
	}
}

// Deliveries returns how deliveries on each channel in use have gone.
func (c *Chat) Deliveries(ctx context.Context) ([]Deliveries, error) {
	stored, err := c.store.Notices().Deliveries(ctx)
	if err != nil {
		return nil, err
	}
	all, channels := []Deliveries{}, c.channels
	if c.mailsVisitors(ctx) {
		channels = slices.Concat(channels, []Channel{answers})
	}
	for _, channel := range channels {
		// One whose settings cannot be read is shown: nobody gets notices there.
		if configured, err := channel.configured(ctx); err == nil && !configured {
			continue
		}
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
			ID:   fmt.Sprintf("test-%d", now.UnixMicro()), More: []Lead{}, Warning: "This is a test. Notices reach you here.",
		})
		if err != nil {
			if stored := c.recordFailure(ctx, channel, err); stored != nil {
				return stored
			}
			return errs.Errorf(errs.Upstream, "The notice could not be sent: %s", storableError(err))
		}
		return c.store.Write(ctx, func(tx Tx) error { return tx.Notices().PutDelivery(ctx, name, now) })
	}
	return errs.Errorf(errs.NotFound, "There is no such channel.")
}
