package site

import (
	"context"
	"fmt"
	"time"
)

// epoch names a stretch of time in which the pages look the same.
type epoch struct {
	name     string
	revision int64
	until    time.Time
}

// Epoch names the present state of all that pages show. It changes with every
// publishing write and with the year in the footer; a page that was rendered in
// one epoch is out of date in the next. It is asked for by every request, so it
// costs no more than the revision does.
func (s *Site) Epoch(ctx context.Context) (string, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return "", err
	}
	now := s.clock()
	if e := s.epoch.Load(); e != nil && e.revision == revision && now.Before(e.until) {
		return e.name, nil
	}
	local := now.In(s.identity.Location())
	e := &epoch{
		name:     fmt.Sprintf("%d.%d", local.Year(), revision),
		revision: revision,
		until:    time.Date(local.Year()+1, time.January, 1, 0, 0, 0, 0, s.identity.Location()),
	}
	s.epoch.Store(e)
	return e.name, nil
}

// Changes delivers a signal after something was published.
func (s *Site) Changes() <-chan struct{} { return s.store.Changes() }
