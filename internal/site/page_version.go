package site

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/scope"
)

// PageVersion is the state of everything that pages show at one moment. It changes
// with every publishing transaction, with the year in the footer and, while special
// days are coming, at midnight.
type PageVersion struct {
	Revision int64
	// Year, Day and ImageOrigins are part of every page. Day is the date while
	// special days are coming, which pages list until they are over; otherwise it is
	// empty. ImageOrigins are the origins of other sites from which any page shows
	// images, separated by spaces.
	Year         int
	Day          string
	ImageOrigins string
}

// cachedVersion is the newest page version.
type cachedVersion struct {
	newest atomic.Pointer[timedVersion]
	mu     sync.Mutex // so that one request computes the next version for all
}

type timedVersion struct {
	PageVersion
	until time.Time // the end of the year or of the day
}

// PageVersion returns the current version. A page that was made at an older one is
// out of date if it differs in something else than the revision, or ChangedSince
// says so. Every request asks for the version, so it costs no more than the
// revision does. After it, the company's Known is of this version or newer.
func (s *Site) PageVersion(ctx context.Context) (PageVersion, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return PageVersion{}, err
	}
	if v := s.version.newest.Load(); v.isCurrent(revision, s.clock.Now()) {
		return v.PageVersion, nil
	}
	s.version.mu.Lock()
	defer s.version.mu.Unlock()
	known := s.version.newest.Load()
	if known.isCurrent(revision, s.clock.Now()) {
		return known.PageVersion, nil
	}
	current, err := s.company.At(ctx, revision)
	if err != nil {
		return PageVersion{}, err
	}
	location := current.Location()
	local := s.clock.Now().In(location)
	v := &timedVersion{
		PageVersion: PageVersion{Revision: revision, Year: local.Year()},
		until:       time.Date(local.Year()+1, time.January, 1, 0, 0, 0, 0, location),
	}
	days, err := s.store.SpecialDays(ctx)
	if err != nil {
		return PageVersion{}, err
	}
	if today := local.Format(time.DateOnly); len(comingFrom(days, today)) > 0 {
		v.Day = today
		v.until = time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, location)
	}
	if known != nil && !s.ChangedSince(known.Revision, imageOriginScopes) {
		v.ImageOrigins = known.ImageOrigins
	} else if v.ImageOrigins, err = s.imageOrigins(ctx); err != nil {
		return PageVersion{}, err
	}
	s.version.newest.Store(v)
	return v.PageVersion, nil
}

// Revision returns the revision for responses that show less than a page does.
// After it, the company's Known is of this revision or newer.
func (s *Site) Revision(ctx context.Context) (int64, error) {
	revision, err := s.store.Revision(ctx)
	if err == nil {
		_, err = s.company.At(ctx, revision)
	}
	return revision, err
}

// isCurrent reports whether the version is that of the revision or newer. A request
// that was slow gets the newer one.
func (v *timedVersion) isCurrent(revision int64, now time.Time) bool {
	return v != nil && v.Revision >= revision && now.Before(v.until)
}

// ChangedSince reports whether one of the scopes, or anything if there are none,
// has changed after the revision, up to that of the newest page version.
func (s *Site) ChangedSince(revision int64, scopes []scope.Scope) bool {
	return s.store.ChangedSince(revision, scopes)
}

// Changes delivers a signal after something was published.
func (s *Site) Changes() <-chan struct{} { return s.store.Changes() }
