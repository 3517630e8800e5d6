package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
)

// Opening is the first message of a conversation.
type Opening struct {
	Text   string    `json:"text"`
	Page   string    `json:"page"`
	SentAt time.Time `json:"sentAt"`
}

// Notice says that visitors have started conversations, or that the chat needs
// attention. Conversations that begin in quick succession share one notice.
type Notice struct {
	// Opening is the first of the new conversations. In a notice that only warns,
	// it is empty.
	Opening
	More     []Opening `json:"more"`     // further new conversations
	HeldBack int       `json:"heldBack"` // how many began besides these
	Warning  string    `json:"warning"`  // what needs attention, or ""
	Inbox    string    `json:"inbox"`    // the URL to answer at
}

// Notifier sends notices to the staff, such as by e-mail.
type Notifier interface {
	Notify(ctx context.Context, notice Notice) error
}

// The limits on notices: a few at once, then one for all conversations of five
// minutes, and after a day's share one for all of an hour.
var noticeKeys = []ratelimit.Key{
	{Name: "chat notices", Rate: ratelimit.Rate{Burst: 3, Every: 5 * time.Minute}},
	{Name: "chat notices of a day", Rate: ratelimit.Rate{Burst: 24, Every: time.Hour}},
}

const (
	noticeTimeout = 30 * time.Second
	// maxOpenings is how many conversations one notice shows.
	maxOpenings = 5
)

// noticeQueue holds what the next notice will say. It does not grow.
type noticeQueue struct {
	wake chan struct{} // signals that something was added

	mu       sync.Mutex
	openings []Opening
	heldBack int
	warning  string
}

func newNoticeQueue() *noticeQueue { return &noticeQueue{wake: make(chan struct{}, 1)} }

// add changes the queue and wakes whoever sends.
func (q *noticeQueue) add(change func()) {
	q.mu.Lock()
	change()
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default: // a signal is pending
	}
}

func (q *noticeQueue) addOpening(o Opening) {
	q.add(func() {
		if len(q.openings) < maxOpenings {
			q.openings = append(q.openings, o)
		} else {
			q.heldBack++
		}
	})
}

func (q *noticeQueue) addWarning(text string) { q.add(func() { q.warning = text }) }

func (q *noticeQueue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.openings) == 0 && q.warning == ""
}

// take empties the queue into one notice.
func (q *noticeQueue) take() Notice {
	q.mu.Lock()
	defer q.mu.Unlock()
	notice := Notice{More: []Opening{}, HeldBack: q.heldBack, Warning: q.warning}
	if len(q.openings) > 0 {
		notice.Opening, notice.More = q.openings[0], append(notice.More, q.openings[1:]...)
	}
	q.openings, q.heldBack, q.warning = nil, 0, ""
	return notice
}

// sendNotice sends what is queued. If the limits do not allow it yet, it returns
// how long to wait.
func (c *Chat) sendNotice(ctx context.Context, log *slog.Logger) (wait time.Duration) {
	if c.queue.empty() {
		return 0
	}
	err := c.takeNotice(ctx)
	var tooMany *errs.Error
	if errors.As(err, &tooMany) && tooMany.Kind == errs.TooMany {
		return tooMany.RetryAfter
	}
	notice := c.queue.take()
	notice.Inbox = c.inboxURL
	if notice.HeldBack > 0 {
		log.Warn("the notice does not show all new conversations", "held_back", notice.HeldBack)
	}
	for _, n := range c.notifiers {
		ctx, cancel := context.WithTimeout(ctx, noticeTimeout)
		if err := n.Notify(ctx, notice); err != nil {
			log.Warn("could not send the notice of a new conversation", "error", err.Error())
		}
		cancel()
	}
	return 0
}

// takeNotice counts a notice against the limits that all replicas share. If the
// database cannot count, the limits of this process must do.
func (c *Chat) takeNotice(ctx context.Context) error {
	use, err := c.limits.Take(noticeKeys...)
	if err != nil {
		return err
	}
	err = c.store.Write(ctx, func(tx Tx) error { return c.limits.TakeShared(ctx, tx, noticeKeys...) })
	if errs.KindOf(err) == errs.TooMany {
		use.Refund()
		return err
	}
	return nil
}

// warnNearlyFull tells the staff that the chat is nearly full.
func (c *Chat) warnNearlyFull(used int64) {
	if len(c.notifiers) == 0 {
		return
	}
	c.queue.addWarning(fmt.Sprintf(
		"The chat is %d%% full. When it is full, visitors cannot write any more. Please delete conversations that are no longer needed.",
		used*100/c.maxBytes))
}
