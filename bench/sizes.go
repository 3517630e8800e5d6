package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	maxGrowth     = 1.3
	maxSaveGrowth = 1.5
	// minTime replaces shorter times in the ratios: below it the scheduler decides.
	minTime = 5 * time.Millisecond

	maxSaveToPage = 50 * time.Millisecond

	sizeRounds = 5 // number of changes before each measured request

	// What the largest site may take where the work grows with it: a list of all
	// posts cannot cost the same for ten and for 100,000 of them.
	maxLargeStart  = 1500 * time.Millisecond
	maxLargeReport = time.Second
	maxListMB      = 24 // more than before the complete list was sent
	maxNightMB     = 24 // more than before the backup was made
	maxArchiveMB   = 96 // more than for the smallest site: a line for each uploaded file
)

// largestSize bounds the sizes, for a machine that has to do other things.
var largestSize = flag.Int("posts", 100_000, "compare only databases with up to this `number` of posts, in the part sizes")

// sizes are the databases that are compared. In the smallest one the lists of posts
// are not full yet: they show 20.
var sizes = []amount{
	{posts: 10, images: 5, versions: 20, messages: 50},
	{posts: 100, images: 50, versions: 200, messages: 500},
	{posts: 1_000, images: 500, versions: 2_000, messages: 5_000},
	{posts: 10_000, images: 5_000, versions: 20_000, messages: 50_000},
	{posts: 100_000, images: 50_000, versions: 200_000, messages: 500_000},
}

// sizeTarget is what is requested after a change.
type sizeTarget struct {
	name string
	path string
	// base is the index of the size that the largest is compared with: the
	// smallest at which the response is complete.
	base int
}

var sizeTargets = []sizeTarget{
	{name: "home page", path: ""},
	{name: "blog", path: "blog", base: 1},
	{name: "article", path: "blog/post-3"},
	{name: "feed", path: "feed.xml", base: 1},
	{name: "back office: posts", path: "api/blog-posts?limit=20&fields=summary", base: 1},
	{name: "back office: images", path: "api/admin/images", base: 1},
	{name: "back office: messages", path: "api/admin/chat", base: 1},
	{name: "back office: history", path: "api/admin/history?kind=post", base: 1},
	{name: saveToPage},
}

// saveToPage is the target that counts the time of the save too.
const saveToPage = "save to fresh page"

// sizeServer is a server with a database of one size, and what was measured there.
type sizeServer struct {
	*blackbox.Process
	admin  *blackbox.Client
	newest string // slug of the newest post
	id     int    // and its ID
	saves  int
	data   string
	start  time.Duration
	times  [][]time.Duration // by target
	bytes  []int
}

// measureSizes checks that pages and lists cost the same however much the database
// holds. A measured response is the first after a change, which nothing has
// cached. All servers take turns, so that a busy moment of the machine does not
// count for one size only, and the fastest round counts: the others contain what
// the machine did besides.
func measureSizes(ctx context.Context, r *report, _, dir string) (err error) {
	var servers []*sizeServer
	for _, a := range sizes {
		if a.posts > *largestSize {
			break
		}
		s, err := startSize(ctx, filepath.Join(dir, fmt.Sprintf("posts-%d", a.posts)), a)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Stop()) }()
		servers = append(servers, s)
	}
	if len(servers) < 3 {
		return errors.New("there is nothing to compare: posts must be at least 1,000")
	}
	largest := servers[len(servers)-1]
	for range sizeRounds {
		for t, target := range sizeTargets {
			for _, s := range servers {
				if err := s.measure(ctx, t, target); err != nil {
					return fmt.Errorf("%s: %w", target.name, err)
				}
			}
		}
	}
	for t, target := range sizeTargets {
		limit := maxGrowth
		if target.name == saveToPage {
			limit = maxSaveGrowth
		}
		report := func(what, unit string, least float64, value func(s *sizeServer) float64) {
			var values []string
			for _, s := range servers {
				values = append(values, fmt.Sprintf("%.1f", value(s)))
			}
			base := servers[target.base]
			growth := max(value(largest), least) / max(value(base), least)
			r.check(growth <= limit, target.name+", "+what, fmt.Sprintf("%.2f", growth), fmt.Sprintf("at most %.1f", limit),
				fmt.Sprintf("%d posts relative to %d; %s %s", largest.id, sizes[target.base].posts, strings.Join(values, ", "), unit))
		}
		report("time", "ms", milliseconds(minTime), func(s *sizeServer) float64 { return milliseconds(slices.Min(s.times[t])) })
		if target.name != saveToPage {
			report("bytes", "KB", 0, func(s *sizeServer) float64 { return kilobytes(s.bytes[t]) })
			continue
		}
		fresh := median(servers[0].times[t])
		r.check(fresh <= maxSaveToPage, target.name+", median", fmt.Sprintf("%.0f ms", milliseconds(fresh)),
			fmt.Sprintf("at most %.0f ms", milliseconds(maxSaveToPage)), "10 posts, on an otherwise idle machine")
	}
	if err := largest.measureWhole(ctx, r); err != nil {
		return err
	}
	if err := measureArchives(ctx, r, servers[0], largest); err != nil {
		return err
	}
	return largest.measureNight(ctx, r)
}

// measureArchives compares the memory that a backup to one file takes. Its time grows
// with what it writes.
func measureArchives(ctx context.Context, r *report, small, large *sizeServer) error {
	var peaks, seconds [2]float64
	for i, s := range []*sizeServer{small, large} {
		var messages strings.Builder
		command := exec.CommandContext(ctx, blackbox.Binary, "backup", "-", "--data", s.data) // to nowhere
		command.Stderr = &messages
		began := time.Now()
		if err := command.Start(); err != nil {
			return err
		}
		ended := make(chan error, 1)
		go func() { ended <- command.Wait() }()
		// What the kernel reports at the end includes the memory of this program.
		ticks := time.NewTicker(20 * time.Millisecond)
		defer ticks.Stop()
		for running := true; running; {
			select {
			case err := <-ended:
				if running = false; err != nil {
					return fmt.Errorf("backup: %w\n%s", err, messages.String())
				}
			case <-ticks.C:
				peak, _ := (&blackbox.Process{Command: command}).PeakMB() // 0 once it has ended
				peaks[i] = max(peaks[i], peak)
			}
		}
		seconds[i] = time.Since(began).Seconds()
	}
	growth := peaks[1] - peaks[0]
	r.check(growth <= maxArchiveMB, "memory of perimeter backup", fmt.Sprintf("%+.0f MB", growth), fmt.Sprintf("at most %d MB", maxArchiveMB),
		fmt.Sprintf("%d posts relative to %d; peaks of %.0f and %.0f MB, %.1f and %.1f s", large.id, small.id, peaks[1], peaks[0], seconds[1], seconds[0]))
	return nil
}

// measureNight makes a nightly backup while the server serves. Its proof renders every
// page twice, which takes too long here; the part backups measures it.
func (s *sizeServer) measureNight(ctx context.Context, r *report) error {
	before, err := s.ResetPeak()
	if err != nil {
		return err
	}
	began := time.Now()
	made, err := awaitBackup(ctx, s.admin, func(backupEntry) bool { return true })
	if err != nil {
		return err
	}
	took := time.Since(began)
	after, err := s.PeakMB()
	r.check(after-before <= maxNightMB, "memory of a nightly backup", fmt.Sprintf("%+.0f MB", after-before), fmt.Sprintf("at most %d MB", maxNightMB),
		fmt.Sprintf("%d posts; %.0f MB written in %.0f s", s.id, float64(made.Bytes)/1e6, took.Seconds()))
	return err
}

// measureWhole measures what deals with all posts: a start, the reports on them and
// the complete list.
func (s *sizeServer) measureWhole(ctx context.Context, r *report) error {
	with := fmt.Sprintf("%d posts", s.id)
	r.check(s.start <= maxLargeStart, "start of a large site", fmt.Sprintf("%.2f s", s.start.Seconds()),
		fmt.Sprintf("at most %.1f s", maxLargeStart.Seconds()), with)
	post := map[string]any{"id": s.id, "title": "A save before the reports"}
	if err := s.admin.Call(ctx, http.MethodPost, "api/admin/blog-posts", post, nil); err != nil {
		return err
	}
	for name, path := range map[string]string{"sitemap": "sitemap.xml", "back office: restricted wording": "api/admin/claims"} {
		began := time.Now()
		if _, err := s.admin.Fetch(ctx, path, "br, gzip"); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		took := time.Since(began)
		r.check(took <= maxLargeReport, name+", time", fmt.Sprintf("%.2f s", took.Seconds()),
			fmt.Sprintf("at most %.0f s", maxLargeReport.Seconds()), with)
	}
	before, err := s.PrivateMB()
	if err != nil {
		return err
	}
	if _, err := s.admin.Fetch(ctx, "api/blog-posts", "identity"); err != nil {
		return err
	}
	after, err := s.PrivateMB()
	r.check(after-before <= maxListMB, "memory for the complete list of posts", fmt.Sprintf("%.0f MB", after-before),
		fmt.Sprintf("at most %d MB", maxListMB), with)
	return err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// startSize starts a server with a database of the size.
func startSize(ctx context.Context, data string, a amount) (*sizeServer, error) {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	if err := blackbox.AddAdministrator(ctx, data); err != nil {
		return nil, err
	}
	if err := fill(ctx, data, a); err != nil {
		return nil, fmt.Errorf("fill the database: %w", err)
	}
	// The first start completes the history, once.
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return nil, err
	}
	if err := server.Stop(); err != nil {
		return nil, err
	}
	began := time.Now()
	if server, err = startPerimeter(ctx, data); err != nil {
		return nil, err
	}
	s := &sizeServer{
		data: data, start: time.Since(began), Process: server, newest: fmt.Sprintf("post-%d", a.posts-1), id: a.posts,
		times: make([][]time.Duration, len(sizeTargets)), bytes: make([]int, len(sizeTargets)),
	}
	if s.admin, err = blackbox.SignIn(ctx, server.URL); err != nil {
		return nil, err
	}
	// The first report after a start searches every text, which would go on meanwhile.
	_, err = s.admin.Fetch(ctx, "api/admin/claims", "identity")
	return s, err
}

// measure changes a post and times the first response after it.
func (s *sizeServer) measure(ctx context.Context, t int, target sizeTarget) error {
	if err := s.awaitIdle(ctx); err != nil {
		return err
	}
	s.saves++
	title := fmt.Sprintf("Save number %d", s.saves)
	began := time.Now()
	if err := s.admin.Call(ctx, http.MethodPost, "api/admin/blog-posts", map[string]any{"id": s.id, "title": title}, nil); err != nil {
		return err
	}
	path, encoding := "blog/"+s.newest, "identity"
	if target.name != saveToPage {
		path, encoding, began = target.path, "br, gzip", time.Now()
	}
	response, err := s.admin.Fetch(ctx, path, encoding)
	if err != nil {
		return err
	}
	s.times[t], s.bytes[t] = append(s.times[t], time.Since(began)), len(response.Body)
	if target.name == saveToPage && !strings.Contains(string(response.Body), title) {
		return errors.New("the page after the save is old")
	}
	return nil
}

// awaitIdle waits until the server has finished its work in the background, such as
// rendering popular pages again.
func (s *sizeServer) awaitIdle(ctx context.Context) error {
	const quiet = 100 * time.Millisecond
	before := -1.0
	for {
		used, err := s.CPUSeconds()
		if err != nil || used == before {
			return err
		}
		before = used
		select {
		case <-time.After(quiet):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
