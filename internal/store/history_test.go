package store

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

// storeOneOfEachKind stores a record of every kind and returns how many there are.
func storeOneOfEachKind(t *testing.T, s *Store) int {
	t.Helper()
	ctx, at := t.Context(), time.Date(2026, 5, 14, 12, 0, 0, 0, time.UTC)
	err := s.exclusive(ctx, func(tx tx) error {
		for _, put := range []func() error{
			func() error {
				_, err := tx.ContentItems().Insert(ctx, site.ContentItem{Key: "a", Section: "home", Type: "text", Value: "a", UpdatedAt: at}, 0)
				return err
			},
			func() error {
				_, err := tx.Services().Insert(ctx, site.Service{Name: "A", Slug: "a", Features: []string{}, UpdatedAt: at}, 0)
				return err
			},
			func() error {
				_, err := tx.Posts().Insert(ctx, site.Post{Title: "A", Slug: "a", PublishedAt: at, UpdatedAt: at}, 0)
				return err
			},
			func() error {
				_, err := tx.SocialLinks().Insert(ctx, site.SocialLink{Platform: "x", URL: "https://x.example"}, 0)
				return err
			},
			func() error {
				_, err := tx.BusinessHours().Insert(ctx, site.DayHours{Day: "monday", IsClosed: true}, 0)
				return err
			},
			func() error {
				_, err := tx.SpecialDays().Insert(ctx, site.SpecialDay{Date: "2026-11-26", EndDate: "2026-11-26", IsClosed: true}, 0)
				return err
			},
			func() error { return tx.PutImage(ctx, media.Image{ID: "A", Hash: "A", Name: "A", UploadedAt: at}) },
			func() error {
				_, err := tx.Companies().Insert(ctx, company.Record{Document: company.Sample()}, 0)
				return err
			},
		} {
			if err := put(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return len(record.Kinds)
}

// wantStarts checks that every kind has one version, which is a start.
func wantStarts(t *testing.T, s *Store, count int) {
	t.Helper()
	versions, err := s.Versions(t.Context(), record.Query{Before: math.MaxInt64, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[record.Kind]bool{}
	for _, v := range versions {
		if v.Action != record.Start || v.User != "" {
			t.Errorf("there is the version %+v", v)
		}
		kinds[v.Kind] = true
	}
	if len(versions) != count || len(kinds) != len(record.Kinds) {
		t.Errorf("there are %d versions of %d kinds, want %d of %d", len(versions), len(kinds), count, len(record.Kinds))
	}
}

func TestHistoryStartsWithTheRecordsOfAnOlderRelease(t *testing.T) {
	s := openSQLite(t, t.TempDir())
	count := storeOneOfEachKind(t, s)
	if _, err := s.write.ExecContext(t.Context(), "DELETE FROM versions"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second start has nothing to do
		if err := s.StartHistory(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	wantStarts(t, s, count)
}

// However often the process is killed, every record has one first version in the end,
// and no transaction has more than a batch.
func TestHistoryStartGoesOnAfterEachKill(t *testing.T) {
	s, ctx := openSQLite(t, t.TempDir()), t.Context()
	records := storeOneOfEachKind(t, s)
	for _, statement := range []string{"DELETE FROM versions", "UPDATE site_state SET history_started = FALSE"} {
		if _, err := s.write.ExecContext(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	killed := errors.New("killed")
	stored := func() int {
		versions, err := s.Versions(ctx, record.Query{Before: math.MaxInt64, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		return len(versions)
	}
	for before, kills := 0, 0; ; kills++ {
		err := s.startHistory(ctx, 3, func() error { return killed })
		after := stored()
		if after > before+3 {
			t.Fatalf("a transaction has stored %d versions", after-before)
		}
		if err == nil && kills > 1 {
			break
		}
		if !errors.Is(err, killed) || kills > records {
			t.Fatalf("start %d: %v", kills, err)
		}
		before = after
	}
	if got := stored(); got != records {
		t.Errorf("%d versions of %d records", got, records)
	}
}

func TestHistoryStartsWithABackupOfAnOlderRelease(t *testing.T) {
	from, to := openSQLite(t, t.TempDir()), openSQLite(t, t.TempDir())
	count := storeOneOfEachKind(t, from)
	var dump, older bytes.Buffer
	if _, err := from.Dump(t.Context(), &dump, nil); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(dump.String()) {
		if !strings.Contains(line, `"table":"versions"`) {
			older.WriteString(line)
		}
	}
	if older.Len() == dump.Len() {
		t.Fatal("the dump has no versions")
	}
	if err := to.Load(t.Context(), &older); err != nil {
		t.Fatal(err)
	}
	wantStarts(t, to, count)
}

func TestABackupOfAnOlderReleaseLosesItsOldVersionsToo(t *testing.T) {
	from, to := openSQLite(t, t.TempDir()), openSQLite(t, t.TempDir())
	ctx := t.Context()
	services := site.New(site.Config{Store: from.Site(), Company: company.Fixed(company.Sample()), Clock: from.clock})
	var id *int64
	for range record.KeptVersions + 3 {
		saved, err := services.SaveService(ctx, record.Change{}, site.ServiceEdit{
			ID: id, Name: new("A"), Slug: new("a"), ShortDescription: new("A"), FullDescription: new("A"),
		})
		if err != nil {
			t.Fatal(err)
		}
		id = &saved.Record.ID
	}
	var dump bytes.Buffer
	if _, err := from.Dump(ctx, &dump, nil); err != nil {
		t.Fatal(err)
	}
	older := regexp.MustCompile(`"superseded":(true|false),`).ReplaceAllString(dump.String(), "")
	if strings.Contains(older, "superseded") || len(older) == dump.Len() {
		t.Fatal("the dump was not changed to that of an older release")
	}
	if err := to.Load(ctx, strings.NewReader(older)); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{from, to} {
		if n, err := s.PruneVersions(ctx, time.Now().Add(time.Hour), 100); err != nil || n != 3 {
			t.Errorf("deleted %d versions, want 3: %v", n, err)
		}
	}
}

func TestCopyHasTheRecordsOfATime(t *testing.T) {
	now := time.Date(2026, 5, 14, 12, 0, 0, 0, time.UTC)
	from := openSQLite(t, t.TempDir())
	from.clock = func() time.Time { return now }
	ctx := t.Context()
	services := site.New(site.Config{Store: from.Site(), Company: company.Fixed(company.Sample()), Clock: from.clock})
	saved := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
	}
	save := func(id *int64, slug string) {
		t.Helper()
		saved(services.SaveService(ctx, record.Change{}, site.ServiceEdit{
			ID: id, Name: &slug, Slug: &slug, ShortDescription: &slug, FullDescription: &slug,
		}))
	}
	slugsAt := func(at time.Time) string {
		t.Helper()
		to := openSQLite(t, t.TempDir())
		if err := to.CopyAt(ctx, from, at); err != nil {
			t.Fatal(err)
		}
		listed, err := to.Services(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var slugs []string
		for _, v := range listed {
			slugs = append(slugs, recordID(v.ID)+"="+v.Slug)
		}
		return strings.Join(slugs, " ")
	}
	begin := now
	save(nil, "a")
	save(nil, "b")
	saved(services.OrderServices(ctx, record.Change{}, []int64{2, 1}))
	save(new(int64(1)), "c")
	saved(services.DeleteService(ctx, record.Change{}, 2))
	for hours, want := range []string{"1=a", "1=a 2=b", "2=b 1=a", "2=b 1=c", "1=c"} {
		if got := slugsAt(begin.Add(time.Duration(hours)*time.Hour + time.Minute)); got != want {
			t.Errorf("after %d hours there is %q, want %q", hours, got, want)
		}
	}
	if got := slugsAt(begin.Add(-time.Hour)); got != "" {
		t.Errorf("before everything there is %q", got)
	}
}
