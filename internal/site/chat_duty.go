package site

import (
	"cmp"
	"context"
	"log/slog"
	"net/netip"
	"time"
)

// DefaultChatRetention is how long a conversation is kept after its newest
// message.
const DefaultChatRetention = 90 * 24 * time.Hour

const (
	purgeEvery  = time.Hour
	noticeLimit = 30 * time.Second
	// waitingNotices is how many notices may wait to be sent; more are not worth
	// sending.
	waitingNotices = 32
)

// ChatNotice says that a visitor has begun to write.
type ChatNotice struct {
	Text   string    `json:"text"`
	Page   string    `json:"page"`
	SentAt time.Time `json:"sentAt"`
	Inbox  string    `json:"inbox"` // where to answer
}

// Notifier brings a notice to the staff, wherever they are.
type Notifier interface {
	Notify(ctx context.Context, notice ChatNotice) error
}

// ChatConfig is what the chat is made of; what is 0 or nil gets its default.
type ChatConfig struct {
	Notifiers []Notifier
	Retention time.Duration
	Beat      time.Duration
}

// chat is what a Site remembers about the chat.
type chat struct {
	pace      *pace
	followers *followers
	notices   chan ChatNotice
	notifiers []Notifier
	retention time.Duration
	beat      time.Duration
}

func newChat(cfg ChatConfig, clock func() time.Time) *chat {
	return &chat{
		pace:      &pace{clock: clock, settled: map[string]time.Time{}},
		followers: &followers{count: map[netip.Prefix]int{}},
		notices:   make(chan ChatNotice, waitingNotices),
		notifiers: cfg.Notifiers,
		retention: cmp.Or(cfg.Retention, DefaultChatRetention),
		beat:      cmp.Or(cfg.Beat, DefaultChatBeat),
	}
}

func (c *chat) announce(notice ChatNotice) {
	if len(c.notifiers) == 0 {
		return
	}
	select {
	case c.notices <- notice:
	default:
	}
}

// KeepChat sends notices of new conversations and deletes old ones, until ctx
// ends.
func (s *Site) KeepChat(ctx context.Context, log *slog.Logger) {
	purge := time.NewTicker(purgeEvery)
	defer purge.Stop()
	s.purgeChat(ctx, log)
	for {
		select {
		case <-ctx.Done():
			return
		case notice := <-s.chat.notices:
			s.notify(ctx, notice, log)
		case <-purge.C:
			s.purgeChat(ctx, log)
		}
	}
}

func (s *Site) notify(ctx context.Context, notice ChatNotice, log *slog.Logger) {
	for _, n := range s.chat.notifiers {
		ctx, cancel := context.WithTimeout(ctx, noticeLimit)
		if err := n.Notify(ctx, notice); err != nil {
			log.Warn("a notice of a new conversation could not be sent", "error", err.Error())
		}
		cancel()
	}
}

func (s *Site) purgeChat(ctx context.Context, log *slog.Logger) {
	var deleted int64
	err := s.store.Chat(ctx, "", func(tx Tx) (err error) {
		deleted, err = tx.DeleteOldConversations(ctx, s.stamp().Add(-s.chat.retention))
		return err
	})
	if err != nil && ctx.Err() == nil {
		log.Warn("old conversations could not be deleted", "error", err.Error())
	}
	if deleted > 0 {
		log.Info("old conversations deleted", "count", deleted)
	}
}
