package stats

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// writeInterval is how often the counts in memory are stored. A process that is
	// killed loses the counts since then.
	writeInterval = 30 * time.Second
	writeTimeout  = 10 * time.Second
	purgeInterval = time.Hour
	// forgetInterval is how often names are let go of: by then other sites may refer
	// to us.
	forgetInterval = 24 * time.Hour

	// maxPages and maxReferrers bound the names in memory. Further ones are counted
	// together, under no name. Views have the names of existing pages; anybody can
	// make up referring sites.
	maxPages     = 5000
	maxReferrers = 100
	// maxHost is the longest name of a referring site that is kept.
	maxHost = 100
)

// Visit is a request that shows somebody a page, or that they send.
type Visit struct {
	UserAgent string
	Referer   string
	// Private says that the browser asks not to be tracked, or loads the page
	// without showing it.
	Private bool
}

// View counts a page that somebody sees. It is called for every page that is
// served, so it takes less than a microsecond and never waits for the database.
func (s *Stats) View(path string, v Visit) {
	if v.Private || s.agents.isBot(v.UserAgent) {
		return
	}
	s.counters.add(View, path)
	if v.Referer == "" {
		return
	}
	if host, ok := s.referringHost(v.Referer); ok {
		s.counters.add(Referrer, host)
	}
}

// TapPhone counts a tap on the phone number.
func (s *Stats) TapPhone(v Visit) {
	if !v.Private && !s.agents.isBot(v.UserAgent) {
		s.counters.add(Tap, "")
	}
}

// referringHost returns the host of a page on another site.
func (s *Stats) referringHost(referer string) (string, bool) {
	page, err := url.Parse(referer)
	if err != nil || page.Scheme != "http" && page.Scheme != "https" {
		return "", false
	}
	host := strings.TrimPrefix(strings.ToLower(page.Hostname()), "www.")
	isOurs := func(ours string) bool { return strings.TrimPrefix(strings.ToLower(ours), "www.") == host }
	if host == "" || len(host) > maxHost || slices.ContainsFunc(s.hosts, isOurs) {
		return "", false
	}
	return host, true
}

type countKey struct {
	kind Kind
	name string
}

// counters are the counts that are not stored yet. A map with a lock, because a
// sync.Map would allocate in each call.
type counters struct {
	mu     sync.RWMutex
	counts map[countKey]*atomic.Int64
	names  map[Kind]int // how many names there are
}

func (c *counters) add(kind Kind, name string) {
	key := countKey{kind, name}
	c.mu.RLock()
	counter := c.counts[key]
	c.mu.RUnlock()
	if counter == nil {
		counter = c.create(key)
	}
	counter.Add(1)
}

// create returns the counter for a new name, or the one without a name if there are
// too many.
func (c *counters) create(key countKey) *atomic.Int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts, c.names = map[countKey]*atomic.Int64{}, map[Kind]int{}
	}
	limit := maxPages
	if key.kind == Referrer {
		limit = maxReferrers
	}
	if _, known := c.counts[key]; !known && c.names[key.kind] >= limit {
		key.name = ""
	}
	counter := c.counts[key]
	if counter == nil {
		counter = new(atomic.Int64)
		// A copy: what the caller has may be part of a large buffer.
		key.name = strings.Clone(key.name)
		c.counts[key] = counter
		c.names[key.kind]++
	}
	return counter
}

// take returns the counts and begins anew. Their names stay known: the same pages
// are seen again.
func (c *counters) take(day string) []Count {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var taken []Count
	for key, counter := range c.counts {
		if n := counter.Swap(0); n > 0 {
			taken = append(taken, Count{Day: day, Kind: key.kind, Name: key.name, N: n})
		}
	}
	return taken
}

// putBack adds counts that could not be stored.
func (c *counters) putBack(counts []Count) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, count := range counts {
		if counter := c.counts[countKey{count.Kind, count.Name}]; counter != nil {
			counter.Add(count.N)
		}
	}
}

// forget lets go of all names.
func (c *counters) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts = nil
}

// Run stores the counts from time to time and deletes old ones, until ctx ends, and
// then once more.
func (s *Stats) Run(ctx context.Context, logger *slog.Logger) {
	write := time.NewTicker(writeInterval)
	defer write.Stop()
	purge := time.NewTicker(purgeInterval)
	defer purge.Stop()
	forget := time.NewTicker(forgetInterval)
	defer forget.Stop()
	failing := false
	report := func(err error) {
		if err != nil && !failing {
			logger.Warn("could not store the statistics", "error", err.Error())
		}
		failing = err != nil
	}
	for oldest := s.oldest(ctx); ; {
		select {
		case <-ctx.Done():
			report(s.Write(context.WithoutCancel(ctx)))
			return
		case <-write.C:
			report(s.Write(ctx))
		case <-purge.C:
			// A clock that is wrong at start, or jumps ahead, must not delete anything:
			// a day has to be old by two readings.
			previous := oldest
			oldest = s.oldest(ctx)
			report(s.store.PurgeCounts(ctx, min(previous, oldest)))
		case <-forget.C:
			err := s.Write(ctx)
			if err == nil {
				s.counters.forget()
			}
			report(err)
		}
	}
}

// Write stores what was counted since the last call, under the current day. If it
// fails, the counts are kept for the next call.
func (s *Stats) Write(ctx context.Context) error {
	counts := s.counters.take(s.today(ctx))
	if len(counts) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := s.store.AddCounts(ctx, counts)
	if err != nil {
		s.counters.putBack(counts)
	}
	return err
}

// oldest returns the first day that is kept, by the clock as it is now.
func (s *Stats) oldest(ctx context.Context) string {
	return s.clock.Now().In(s.location(ctx)).Add(-Retention).Format(time.DateOnly)
}
