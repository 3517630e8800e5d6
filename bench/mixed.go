package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"perimeter/internal/testkit/blackbox"
)

const (
	mixedDuration = 5 * time.Minute
	mixedUploads  = 10 * time.Second // time between two photographs
	maxMixedMB    = 120
)

// measureMixed loads pages, saves once per second and uploads photographs, all at
// the same time, and checks the largest memory.
func measureMixed(ctx context.Context, r *report, _, dir string) (err error) {
	data := filepath.Join(dir, "mixed")
	if err := blackbox.AddAdministrator(ctx, data); err != nil {
		return err
	}
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	admin, err := blackbox.SignIn(ctx, server.URL)
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, mixedDuration)
	defer cancel()
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error { return loadInTurns(ctx, server.URL) })
	var subtitle subtitle
	work.Go(func() error {
		return every(ctx, time.Second, func() error { return subtitle.save(ctx, admin) })
	})
	uploads := 0
	work.Go(func() error {
		return every(ctx, mixedUploads, func() error {
			uploads++
			_, err := admin.Upload(ctx, "image/jpeg", photograph(uint64(uploads)))
			return err
		})
	})
	highest := 0.0
	work.Go(func() error {
		return every(ctx, 50*time.Millisecond, func() error {
			private, err := server.PrivateMB()
			highest = max(highest, private)
			return err
		})
	})
	if err := work.Wait(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	peak, err := server.PeakMB()
	if err != nil {
		return err
	}
	r.check(highest < maxMixedMB, "most private memory in mixed load", fmt.Sprintf("%.0f MB", highest),
		fmt.Sprintf("under %d MB", maxMixedMB),
		fmt.Sprintf("%d saves and %d uploads in %s; %.0f MB with the program file", subtitle.saves, uploads, mixedDuration, peak))
	return nil
}

// loadInTurns requests one page after the other until ctx ends.
func loadInTurns(ctx context.Context, home string) error {
	for {
		for _, path := range publicPaths {
			if _, err := load(ctx, home+path, time.Second); err != nil {
				return errors.Join(err, ctx.Err())
			}
		}
	}
}

// every calls f at once and then once per interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, f func() error) error {
	ticks := time.NewTicker(interval)
	defer ticks.Stop()
	for {
		if err := f(); err != nil {
			return errors.Join(err, ctx.Err())
		}
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// subtitle is a text of the home page.
type subtitle struct {
	id    int64
	saves int
}

func (s *subtitle) save(ctx context.Context, admin *blackbox.Client) error {
	s.saves++
	body := map[string]any{
		"key": "hero_subtitle", "section": "home", "type": "text", "value": fmt.Sprintf("Version %d", s.saves),
	}
	if s.id != 0 {
		body["id"] = s.id
	}
	var saved struct{ Data struct{ ID int64 } }
	err := admin.Call(ctx, http.MethodPost, "api/admin/content", body, &saved)
	s.id = saved.Data.ID
	return err
}
