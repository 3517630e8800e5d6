package chat

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"perimeter/internal/errs"
)

// unavailable is a store whose database is away.
type unavailable struct{ Store }

func (unavailable) Write(context.Context, func(Tx) error) error {
	return errs.Errorf(errs.Unavailable, "The database is away.")
}

// counter is a notifier that counts.
type counter struct{ notices, openings, heldBack int }

func (c *counter) Notify(_ context.Context, n Notice) error {
	c.notices++
	c.openings += 1 + len(n.More)
	c.heldBack += n.HeldBack
	return nil
}

// The database is away all the time: the limits of the process must do.
func TestNoticesOfADayAreLimited(t *testing.T) {
	now, sent := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), &counter{}
	c := New(Config{Store: unavailable{}, Notifiers: []Notifier{sent}, Clock: func() time.Time { return now }})
	const minutes = 48 * 60
	var wait time.Duration
	for range minutes { // a conversation every minute, for two days
		c.queue.addOpening(Opening{Text: "spam"})
		wait = c.sendNotice(t.Context(), slog.New(slog.DiscardHandler))
		now = now.Add(time.Minute)
	}
	if sent.notices < 48 || sent.notices > 24+48+1 {
		t.Errorf("%d notices were sent in two days", sent.notices)
	}
	if total := sent.openings + sent.heldBack; total < minutes-60 || wait <= 0 || wait > time.Hour {
		t.Errorf("the notices account for %d of %d conversations; the next one waits %s", total, minutes, wait)
	}
}
