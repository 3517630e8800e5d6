package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

const (
	hourlyRounds  = 7
	maxHourlyTime = 1.5
	// minHourlyTime replaces shorter times in the ratio: below it the disk decides.
	minHourlyTime = 5 * time.Millisecond
	// maxHourlyMemory is how many more bytes a job may allocate on the large site.
	maxHourlyMemory = 64 << 10
)

// hourlyJobs are what the server does from time to time, each when there is one thing
// to delete. Everything in the database but that is younger than a year.
var hourlyJobs = []struct {
	name    string
	prepare string // adds what is old
	run     func(ctx context.Context, s *store.Store, before time.Time) error
}{
	{
		"versions",
		`INSERT INTO versions (kind, record_id, revision, saved_at, user_id, user_name, action, fields, superseded)
			VALUES ('post', 1, 1, 1, 1, 'Anna Example', 'update', '{}', TRUE)`,
		func(ctx context.Context, s *store.Store, before time.Time) error {
			deleted, err := s.PruneVersions(ctx, before, 500)
			return exactlyOne("versions", int64(deleted), err)
		},
	},
	{
		"audit log",
		`INSERT INTO audit_events (happened_at, kind, person, client_ip, occurrences, subject, detail)
			VALUES (1, 'sign-in', 'Anna Example', '', 1, '', '')`,
		func(ctx context.Context, s *store.Store, before time.Time) error {
			deleted, err := s.PurgeAuditEvents(ctx, before, 500)
			return exactlyOne("events", int64(deleted), err)
		},
	},
	{
		"statistics", `INSERT INTO daily_counts (day, kind, name, counted) VALUES ('2001-01-01', 'view', '/', 1)`,
		func(ctx context.Context, s *store.Store, before time.Time) error {
			return s.PurgeCounts(ctx, before.Format(time.DateOnly))
		},
	},
	{
		"conversations",
		`INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page, client, bytes, unread)
			VALUES ('old', 1, 1, TRUE, 0, '', '', '/', '', 0, 0)`,
		func(ctx context.Context, s *store.Store, before time.Time) error {
			var deleted int64
			err := s.Chat().Change(ctx, "", func(tx chat.Tx) (err error) {
				if err := tx.Resumption().DeleteExpired(ctx, before); err != nil {
					return err
				}
				deleted, err = tx.Conversations().DeleteOld(ctx, before)
				return err
			})
			return exactlyOne("conversations", deleted, err)
		},
	},
	{
		"uploads and variants",
		`INSERT INTO uploads (id, token_hash, name, media_type, size, expires_at)
			VALUES ('OLD', '', 'old.jpg', 'image/jpeg', 1, 1) ON CONFLICT DO NOTHING`,
		func(ctx context.Context, s *store.Store, before time.Time) error {
			expired, err := s.ExpiredUploads(ctx, before)
			if err := exactlyOne("uploads", int64(len(expired)), err); err != nil {
				return err
			}
			if _, err := s.GivenUpImages(ctx, 3); err != nil {
				return err
			}
			if _, err := s.NextUnoptimised(ctx); errs.KindOf(err) != errs.NotFound {
				return fmt.Errorf("an image without variants: %w", err)
			}
			return nil
		},
	},
}

func exactlyOne(what string, n int64, err error) error {
	if err == nil && n != 1 {
		err = fmt.Errorf("%d %s were old instead of one", n, what)
	}
	return err
}

// BenchmarkHourlyJobs compares the jobs on a site with 200,000 versions, 500,000
// messages, 50,000 images and a year of statistics with those on a small one. A job
// costs what it deletes, not what it leaves.
func BenchmarkHourlyJobs(b *testing.B) {
	sites := []*hourlySite{newHourlySite(b, 10), newHourlySite(b, 100_000)}
	for _, job := range hourlyJobs {
		b.Run(job.name, func(b *testing.B) {
			var times [2][]time.Duration
			var bytes [2][]uint64
			for range hourlyRounds {
				for i, site := range sites {
					site.exec(b, job.prepare)
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					began := time.Now()
					if err := job.run(b.Context(), site.store, time.Now().AddDate(-2, 0, 0)); err != nil {
						b.Fatal(err)
					}
					times[i] = append(times[i], time.Since(began))
					runtime.ReadMemStats(&after)
					bytes[i] = append(bytes[i], after.TotalAlloc-before.TotalAlloc)
				}
			}
			small, large := slices.Min(times[0]), slices.Min(times[1])
			growth := float64(max(large, minHourlyTime)) / float64(max(small, minHourlyTime))
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(small.Microseconds())/1000, "small-ms")
			b.ReportMetric(float64(large.Microseconds())/1000, "large-ms")
			b.ReportMetric(float64(slices.Min(bytes[0]))/1024, "small-KB")
			b.ReportMetric(float64(slices.Min(bytes[1]))/1024, "large-KB")
			if growth > maxHourlyTime {
				b.Errorf("the large site takes %.2f times as long, more than %.1f", growth, maxHourlyTime)
			}
			if slices.Min(bytes[1]) > slices.Min(bytes[0])+maxHourlyMemory {
				b.Errorf("the large site takes %d bytes of memory, the small one %d", slices.Min(bytes[1]), slices.Min(bytes[0]))
			}
		})
	}
}

// hourlySite is a store with many records of the last year.
type hourlySite struct {
	store *store.Store
	db    *sql.DB
}

func newHourlySite(b *testing.B, posts int) *hourlySite {
	b.Helper()
	dir := b.TempDir()
	s := testkit.OpenStore(b, store.Config{DataDir: dir})
	db := testkit.Must(sql.Open("sqlite", filepath.Join(dir, "perimeter.db")+"?_pragma=busy_timeout(60000)"))(b)
	b.Cleanup(func() { _ = db.Close() })
	site := &hourlySite{s, db}
	year := time.Now().AddDate(-1, 0, 0).UnixMicro()
	for _, statement := range []string{
		`INSERT INTO versions (kind, record_id, revision, saved_at, user_id, user_name, action, fields, superseded)
			SELECT 'post', n / 2, 1, $2 + n, 1, 'Anna Example', 'update', '{"content":"' || hex(randomblob(100)) || '"}', n % 2 = 0
			FROM numbers WHERE n < 2 * $1`,
		`INSERT INTO audit_events (happened_at, kind, person, client_ip, occurrences, subject, detail)
			SELECT $2 + n, 'sign-in', 'Anna Example', '', 1, '', '' FROM numbers WHERE n < $1`,
		`INSERT INTO daily_counts (day, kind, name, counted)
			SELECT date('now', '-' || (n % 365) || ' days'), 'view', '/blog/post-' || (n / 365), 1 FROM numbers WHERE n < $1`,
		`INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page, client, bytes, unread)
			SELECT 'conversation-' || n, $2 + n, $2 + n, FALSE, 0, 'A visitor', '', '/contact', '', 500, 0 FROM numbers WHERE n < $1 / 2`,
		`INSERT INTO chat_messages (conversation_id, key, staff, sent_at, author, text)
			SELECT 'conversation-' || (n / 10), 'key-' || n, n % 2 = 1, $2 + n, '', hex(randomblob(30)) FROM numbers WHERE n < 5 * $1`,
		`INSERT INTO images (id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants)
			SELECT 'image-' || n, 'hash-' || n, 'photo.jpg', '', 'image/jpeg', 900000, 2880, 1920, $2 + n, TRUE, '', '[{}]' FROM numbers WHERE n < $1 / 2`,
	} {
		site.exec(b, `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5 * $1)
			`+statement, posts, year)
	}
	site.exec(b, "ANALYZE")
	return site
}

func (s *hourlySite) exec(b *testing.B, statement string, values ...any) {
	b.Helper()
	if _, err := s.db.ExecContext(b.Context(), statement, values...); err != nil {
		b.Fatalf("%s: %v", statement, err)
	}
}
