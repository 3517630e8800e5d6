// Package chat owns the conversations between visitors and the staff: messages,
// who is online, the event streams, notices of new conversations and the
// deletion of old ones. It must not know how staff sign in, nor how anything is
// stored or sent over HTTP.
package chat

import (
	"cmp"
	"context"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/limit"
	"perimeter/internal/signing"
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
	// Company returns what the chat shows of the company at the time.
	Company func(context.Context) Company
	// InboxURL is where the staff answer; notices link to it.
	InboxURL string
	Channels []Channel
	// Warnings describe, by reason, what needs attention outside the chat. They
	// return "" when nothing does any more.
	Warnings map[Reason]func(context.Context) (string, error)
	// Reminder is how long a visitor waits for an answer before the staff are told
	// again, if the company is open.
	Reminder time.Duration
	// OpenNow reports whether the company is open at a time; nil means always.
	OpenNow func(ctx context.Context, now time.Time) bool
	// Mailer sends answers to visitors who have left; nil means that nothing does.
	Mailer Mailer
	// MailAfter is how long an answer waits to be seen before it is sent by e-mail.
	MailAfter time.Duration
	// VisitorURL is the page on which a link from an e-mail opens the chat.
	VisitorURL string
	// DialPhone returns a phone number that somebody has typed as phones dial it.
	// ok says whether it is a number. Nil accepts none.
	DialPhone func(text string) (dialled string, ok bool)
	// RenderPhoto checks that a file is a JPEG, PNG or WebP photo and returns it as a
	// smaller JPEG without metadata. Its errors are Unsupported, with the code HEIC for
	// such a photo, Invalid or TooLarge. Nil refuses all photos.
	RenderPhoto func(ctx context.Context, file []byte) (jpeg []byte, width, height int, err error)
	// PhotoWait is how long a photo waits for those before it; 0 means the default.
	PhotoWait time.Duration
	Retention time.Duration
	Heartbeat time.Duration
	// PurgeInterval is how often old conversations are deleted.
	PurgeInterval time.Duration
	// MaxBytes is how much all conversations together may take; 0 means the
	// default.
	MaxBytes int64
	Clock    clock.Clock
}

// Company is what the chat shows of the company.
type Company struct {
	// Enabled is whether visitors can use this chat. The staff can always read
	// and answer the conversations that exist.
	Enabled bool
	Name    string
	// Phone is the number that visitors are asked to call where the chat cannot
	// help.
	Phone string
	// TeamName is what visitors see instead of the name of somebody on the staff
	// who has no full name. They never see a username.
	TeamName string
}

// Chat is how visitors and the staff write to each other.
type Chat struct {
	store         Store
	company       func(context.Context) Company
	inboxURL      string
	channels      []Channel
	warnings      map[Reason]func(context.Context) (string, error)
	reminder      time.Duration
	openNow       func(ctx context.Context, now time.Time) bool
	mailer        Mailer
	mailAfter     time.Duration
	visitorURL    string
	dialPhone     func(text string) (dialled string, ok bool)
	renderPhoto   func(ctx context.Context, file []byte) (jpeg []byte, width, height int, err error)
	retention     time.Duration
	heartbeat     time.Duration
	purgeInterval time.Duration
	maxBytes      int64
	clock         clock.Clock

	limits      *limit.RateLimiter // on messages and notices
	volume      *limit.RateLimiter // on bytes
	photoLimits *limit.RateLimiter // on photos and their bytes
	photoSlots  photoSlots
	tokens      *signing.Signer
	streams     *limit.Counter
	presence    *presence
	wake        []chan struct{} // one per channel: signals that a notice may be due
}

// New returns the chat in the store.
func New(cfg Config) *Chat {
	c := &Chat{
		store:         cfg.Store,
		company:       cfg.Company,
		inboxURL:      cfg.InboxURL,
		channels:      cfg.Channels,
		warnings:      cfg.Warnings,
		reminder:      cmp.Or(cfg.Reminder, DefaultReminder),
		openNow:       cfg.OpenNow,
		mailer:        cfg.Mailer,
		mailAfter:     cmp.Or(cfg.MailAfter, DefaultMailAfter),
		visitorURL:    cfg.VisitorURL,
		dialPhone:     cfg.DialPhone,
		renderPhoto:   cfg.RenderPhoto,
		retention:     cmp.Or(cfg.Retention, DefaultRetention),
		heartbeat:     cmp.Or(cfg.Heartbeat, DefaultHeartbeat),
		purgeInterval: cmp.Or(cfg.PurgeInterval, DefaultPurgeInterval),
		maxBytes:      cmp.Or(cfg.MaxBytes, DefaultMaxBytes),
		clock:         cfg.Clock,

		limits:      limit.NewRateLimiter(cfg.Clock, "That is a lot of messages at once. Please wait %s."),
		volume:      limit.NewRateLimiter(cfg.Clock, "You have written a lot today. Please call {phone}, or write again in %s."),
		photoLimits: limit.NewRateLimiter(cfg.Clock, "You have sent a lot of photos. Please call {phone}, or send more in %s."),
		photoSlots:  newPhotoSlots(cmp.Or(cfg.PhotoWait, DefaultPhotoWait)),
		tokens:      signing.New(func(ctx context.Context) ([]byte, error) { return cfg.Store.Secret(ctx, tokenSecret) }),
		streams:     limit.NewCounter(streamQuota),
	}
	if c.renderPhoto == nil {
		c.renderPhoto = func(context.Context, []byte) ([]byte, int, int, error) { return nil, 0, 0, PhotoUnsupported() }
	}
	for range c.channels {
		c.wake = append(c.wake, make(chan struct{}, 1))
	}
	c.presence = &presence{chat: c, followers: map[chan struct{}]struct{}{}}
	return c
}
