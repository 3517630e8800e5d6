package store_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// previousRelease has what the release before version_format.sql has stored: one
// record of each kind or more, with versions of every action, in the two SQL files.
// The other files are what that release then showed: the data of the pages, and the
// versions. All of it was written by that release's own code.
const previousRelease = "testdata/schema-112"

func TestADatabaseOfThePreviousReleaseShowsTheSame(t *testing.T) {
	for engine, open := range previousReleaseStores {
		t.Run(engine, func(t *testing.T) {
			s := open(t)
			r := newRecords(s)
			for name, want := range read[map[string]json.RawMessage](t, "pages.json") {
				kind, slug, _ := strings.Cut(name, "/")
				page := testkit.Must(r.site.Page(t.Context(), site.PageID{Kind: site.PageKind(kind), Slug: slug}))(t)
				before, after := plain(t, want).(map[string]any), plain(t, page).(map[string]any)
				// What pages have got since: fields of their own, and texts on those of services.
				maps.DeleteFunc(after, func(field string, _ any) bool { _, known := before[field]; return !known })
				if before["Texts"] == nil {
					after["Texts"] = nil
				}
				if diff := gocmp.Diff(before, after); diff != "" {
					t.Errorf("the page %s differs (-before +after):\n%s", name, diff)
				}
			}
			got := testkit.Must(s.History().Versions(t.Context(), record.Query{Before: math.MaxInt64, Limit: 1000}))(t)
			if diff := gocmp.Diff(plain(t, read[json.RawMessage](t, "versions.json")), plain(t, got)); diff != "" {
				t.Errorf("the versions differ (-before +after):\n%s", diff)
			}
		})
	}
}

func TestEveryVersionOfThePreviousReleaseIsRestored(t *testing.T) {
	for engine, open := range previousReleaseStores {
		t.Run(engine, func(t *testing.T) {
			s := open(t)
			r := newRecords(s)
			versions := testkit.Must(s.History().Versions(t.Context(), record.Query{Before: math.MaxInt64, Limit: 1000}))(t)
			kinds := map[record.Kind]bool{}
			for _, version := range slices.Backward(versions) {
				kinds[version.Kind] = true
				restored := testkit.Must(r.history.Restore(t.Context(), record.Actor{}, version.ID, 0))(t)
				if len(restored.Unknown) > 0 {
					t.Errorf("%s %s: unknown fields %v", version.Kind, version.RecordID, restored.Unknown)
				}
				if len(restored.Stored) == 0 {
					continue // it is as it was
				}
				after := testkit.Must(s.History().Version(t.Context(), restored.Stored[0]))(t)
				if diff := gocmp.Diff(fields(t, version), fields(t, after)); diff != "" {
					t.Errorf("%s %s of version %d (-version +restored):\n%s", version.Kind, version.RecordID, version.ID, diff)
				}
			}
			if len(kinds) != len(record.Kinds) {
				t.Errorf("there are versions of %v only", kinds)
			}
		})
	}
}

var previousReleaseStores = map[string]func(*testing.T) *store.Store{
	"sqlite": func(t *testing.T) *store.Store {
		t.Helper()
		return openPrevious(t, "sqlite.sql", store.Config{DataDir: t.TempDir()})
	},
	"postgres": func(t *testing.T) *store.Store {
		t.Helper()
		return openPrevious(t, "postgres.sql", store.Config{DatabaseURL: testkit.PostgresURL(t)})
	},
}

func openPrevious(t *testing.T, file string, cfg store.Config) *store.Store {
	t.Helper()
	statements := testkit.Must(os.ReadFile(filepath.Join(previousRelease, file)))(t)
	if err := store.FillAt(t.Context(), cfg, 112, string(statements)); err != nil {
		t.Fatal(err)
	}
	return testkit.OpenStore(t, cfg)
}

// records is everything that is published.
type records struct {
	site    *site.Site
	history *record.History
}

func newRecords(s *store.Store) records {
	now := func() time.Time { return time.Date(2026, 3, 3, 15, 0, 0, 0, time.UTC) }
	facts := company.New(company.Config{Store: s.Company(), Clock: now})
	library := media.New(media.Config{Store: s.Media(), Clock: now})
	app := site.New(site.Config{Store: s.Site(), Company: facts, Images: library, Clock: now})
	kinds := app.Versioned()
	kinds[record.Image] = media.Versioned{Library: library}
	kinds[record.Company] = company.Versioned{Company: facts}
	return records{app, record.NewHistory(record.HistoryConfig{Store: s.History(), Records: kinds, Clock: now})}
}

func read[T any](t *testing.T, file string) (v T) {
	t.Helper()
	if err := json.Unmarshal(testkit.Must(os.ReadFile(filepath.Join(previousRelease, file)))(t), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// plain returns v as JSON has it.
func plain(t *testing.T, v any) (value any) {
	t.Helper()
	if err := json.Unmarshal(testkit.Must(json.Marshal(v))(t), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// fields returns a version's document without what a restore sets anew: the time,
// and the position that only deletions have.
func fields(t *testing.T, v record.Version) map[string]any {
	t.Helper()
	document := plain(t, v.Fields).(map[string]any)
	delete(document, "updatedAt")
	delete(document, "position")
	return document
}
