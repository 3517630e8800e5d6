// Package chat owns the conversations between visitors and the staff: messages,
// who is online, the event streams, notices of new conversations and the
// deletion of old ones. It must not know how staff sign in, nor how anything is
// stored or sent over HTTP.
package chat

import (
	"cmp"
	"net/netip"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/ratelimit"
)

const (
	// DefaultRetention is how long a conversation is kept after its newest
	// message.
	DefaultRetention = 90 * 24 * time.Hour
	// DefaultHeartbeat is how often an open stream sends a sign of life. Proxies
	// close connections that are silent for longer.
	DefaultHeartbeat = 20 * time.Second
)

// Config is what a Chat needs. Zero durations mean the defaults.
type Config struct {
	Store Store
	// Enabled is whether visitors can use this chat. The staff can always read
	// and answer the conversations that exist.
	Enabled bool
	// Phone is the number that visitors are asked to call where the chat cannot
	// help.
	Phone string
	// InboxURL is where the staff answer; notices link to it.
	InboxURL  string
	Notifiers []Notifier
	Retention time.Duration
	Heartbeat time.Duration
	Clock     clock.Clock
}

// Chat is how visitors and the staff write to each other.
type Chat struct {
	store     Store
	enabled   bool
	phone     string
	inboxURL  string
	notifiers []Notifier
	retention time.Duration
	heartbeat time.Duration
	clock     clock.Clock

	limits   *ratelimit.Limiter
	streams  *streamCounter
	presence *presence
	notices  chan Notice
}

// New returns the chat in the store.
func New(cfg Config) *Chat {
	c := &Chat{
		store:     cfg.Store,
		enabled:   cfg.Enabled,
		phone:     cfg.Phone,
		inboxURL:  cfg.InboxURL,
		notifiers: cfg.Notifiers,
		retention: cmp.Or(cfg.Retention, DefaultRetention),
		heartbeat: cmp.Or(cfg.Heartbeat, DefaultHeartbeat),
		clock:     cfg.Clock,

		limits:  ratelimit.New(cfg.Clock, "That is a lot of messages at once. Please wait %s."),
		streams: &streamCounter{open: map[netip.Prefix]int{}},
		notices: make(chan Notice, maxQueuedNotices),
	}
	c.presence = &presence{chat: c, followers: map[chan struct{}]struct{}{}}
	return c
}
