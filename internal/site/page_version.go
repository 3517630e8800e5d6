package site

import (
	"context"
	"time"

	"perimeter/internal/scope"
)

// PageVersion is the state of everything that pages show at one moment. It changes
// with every publishing transaction and with the year in the footer.
type PageVersion struct {
	Revision int64
	Year     int
}

// currentYear is a year and its end in the company's time zone.
type currentYear struct {
	year  int
	until time.Time
}

// PageVersion returns the current version. A page that was made at an older one is
// out of date if the year is another or ChangedSince says so. Every request asks
// for the version, so it costs no more than the revision does.
func (s *Site) PageVersion(ctx context.Context) (PageVersion, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return PageVersion{}, err
	}
	now := s.clock.Now()
	current := s.year.Load()
	if current == nil || !now.Before(current.until) {
		year := now.In(s.identity.Location()).Year()
		current = &currentYear{year, time.Date(year+1, time.January, 1, 0, 0, 0, 0, s.identity.Location())}
		s.year.Store(current)
	}
	return PageVersion{Revision: revision, Year: current.year}, nil
}

// ChangedSince reports whether one of the scopes, or anything if there are none,
// has changed after the revision, up to that of the newest page version.
func (s *Site) ChangedSince(revision int64, scopes []scope.Scope) bool {
	return s.store.ChangedSince(revision, scopes)
}

// Changes delivers a signal after something was published.
func (s *Site) Changes() <-chan struct{} { return s.store.Changes() }
