package site

import (
	"context"
	"fmt"
	"time"
)

// pageVersion is a page version and how long it is current.
type pageVersion struct {
	name     string
	revision int64
	until    time.Time
}

// PageVersion names the current state of everything that pages show. It changes
// with every publishing transaction and with the year in the footer; a page that
// was rendered at one version is out of date at the next. Every request asks for
// it, so it costs no more than the revision does. After it, the company's Known is
// of this version or newer.
func (s *Site) PageVersion(ctx context.Context) (string, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return "", err
	}
	now := s.clock.Now()
	if v := s.version.Load(); v != nil && v.revision == revision && now.Before(v.until) {
		return v.name, nil
	}
	current, err := s.company.At(ctx, revision)
	if err != nil {
		return "", err
	}
	location := current.Location()
	local := now.In(location)
	v := &pageVersion{
		name:     fmt.Sprintf("%d.%d", local.Year(), revision),
		revision: revision,
		until:    time.Date(local.Year()+1, time.January, 1, 0, 0, 0, 0, location),
	}
	s.version.Store(v)
	return v.name, nil
}

// Changes delivers a signal after something was published.
func (s *Site) Changes() <-chan struct{} { return s.store.Changes() }
