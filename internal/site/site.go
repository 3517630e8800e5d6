package site

import (
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
	// Reviews delivers the customers' reviews; nil means that none are
	// configured.
	Reviews ReviewSource
	// Clock tells the time; nil means time.Now.
	Clock func() time.Time
}

// Site is the application: its methods are everything that visitors, staff and
// the command line can do.
type Site struct {
	store    Store
	identity Identity
	baseURL  string
	reviews  ReviewSource
	clock    func() time.Time
	vault    *vault
	throttle *loginThrottle
	epoch    atomic.Pointer[epoch]
}

// New makes a Site.
func New(cfg Config) *Site {
	s := &Site{
		store:    cfg.Store,
		identity: cfg.Identity,
		baseURL:  cfg.BaseURL,
		reviews:  cfg.Reviews,
		clock:    cfg.Clock,
		vault:    newVault(),
	}
	if s.reviews == nil {
		s.reviews = noReviews{}
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	s.throttle = newLoginThrottle(s.clock)
	return s
}

// stamp is the current time in the precision in which times are stored.
func (s *Site) stamp() time.Time {
	return s.clock().UTC().Truncate(time.Microsecond)
}

// Identity returns the facts about the company.
func (s *Site) Identity() Identity { return s.identity }
