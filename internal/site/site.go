package site

import (
	"cmp"
	"sync/atomic"
	"time"
)

// Config is what a Site is made of.
type Config struct {
	Store    Store
	Identity Identity
	// BaseURL is the public origin without a trailing slash, such as
	// https://pest.example.
	BaseURL string
	// Reviews is where the customers' reviews come from; nil means that none
	// are configured.
	Reviews ReviewSource
	// ReviewsFresh is how long fetched reviews stay fresh; 0 means
	// DefaultReviewsFresh.
	ReviewsFresh time.Duration
	// Storage keeps uploaded images and Imaging understands them; nil means
	// that nothing can be uploaded.
	Storage Storage
	Imaging Imaging
	// UploadTTL is how long an upload address works; 0 means the default.
	UploadTTL time.Duration
	// Chat is how visitors and the staff write to each other.
	Chat ChatConfig
	// Clock tells the time; nil means time.Now.
	Clock func() time.Time
}

// Site is the application: its methods are everything that visitors, staff and
// the command line can do.
type Site struct {
	store    Store
	identity Identity
	baseURL  string
	clock    func() time.Time
	vault    *vault
	throttle *loginThrottle
	epoch    atomic.Pointer[epoch]

	reviewSource ReviewSource // nil when no reviews are configured
	reviewsFresh time.Duration
	board        atomic.Pointer[reviewBoard]
	photos       *photoDesk

	storage   Storage
	imaging   Imaging
	uploadTTL time.Duration
	arrivals  chan struct{} // wakes Upkeep
	gallery   atomic.Pointer[gallery]

	chat *chat
}

// New makes a Site.
func New(cfg Config) *Site {
	s := &Site{
		store:    cfg.Store,
		identity: cfg.Identity,
		baseURL:  cfg.BaseURL,
		clock:    cfg.Clock,
		vault:    newVault(),

		reviewSource: cfg.Reviews,
		reviewsFresh: cfg.ReviewsFresh,
		photos:       newPhotoDesk(),

		storage:   cfg.Storage,
		imaging:   cfg.Imaging,
		uploadTTL: cmp.Or(cfg.UploadTTL, DefaultUploadTTL),
		arrivals:  make(chan struct{}, 1),
	}
	if s.storage == nil {
		s.storage = noStorage{}
	}
	if s.reviewsFresh <= 0 {
		s.reviewsFresh = DefaultReviewsFresh
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	s.throttle = newLoginThrottle(s.clock)
	s.chat = newChat(cfg.Chat, s.clock)
	return s
}

// stamp is the current time in the precision in which times are stored.
func (s *Site) stamp() time.Time {
	return s.clock().UTC().Truncate(time.Microsecond)
}

// Identity returns the facts about the company.
func (s *Site) Identity() Identity { return s.identity }
