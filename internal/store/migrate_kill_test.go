package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// A migration that is killed after any of its statements is done again at the next
// start, and the tables and rows are the same in the end.
func TestEveryMigrationCanBeKilledAtEveryStatement(t *testing.T) {
	for engine, newConfig := range engines(t) {
		for name, fill := range map[string]func(store.Config){
			"empty": func(store.Config) {},
			"filled": func(cfg store.Config) {
				statements := testkit.Must(os.ReadFile(filepath.Join(previousRelease, engine+".sql")))(t)
				testkit.Check(t, store.FillAt(t.Context(), cfg, 112, string(statements)))
			},
		} {
			t.Run(engine+"/"+name, func(t *testing.T) {
				var dumps [2]string
				for i := range dumps {
					cfg := newConfig()
					fill(cfg)
					if i == 1 {
						if kills := testkit.Must(store.MigrateWithKills(t.Context(), cfg))(t); kills < 15 {
							t.Errorf("only %d interruptions", kills)
						}
					}
					s := testkit.OpenStore(t, cfg)
					var dump bytes.Buffer
					testkit.Must(s.Dump(t.Context(), &dump, nil))(t)
					dumps[i] = dump.String() + testkit.Must(s.Schema(t.Context()))(t)
				}
				if diff := gocmp.Diff(dumps[0], dumps[1]); diff != "" {
					t.Errorf("the databases differ (-straight +killed):\n%s", diff)
				}
			})
		}
	}
}

// Migrations that change rows do so in batches, in Go, because a transaction that
// takes longer the more there is may never end. Those up to 290 were released.
func TestNoMigrationTakesLongerTheMoreIsStored(t *testing.T) {
	if found := store.LongMigrations(releasedSchema); len(found) > 0 {
		t.Errorf("these statements depend on how much is stored: %q", found)
	}
	if len(store.LongMigrations(0)) == 0 {
		t.Error("the search finds nothing at all")
	}
}

// releasedSchema is the newest migration of the previous release, and releasedQueries
// has every query of it, as it was built.
const (
	releasedSchema  = 290
	releasedQueries = "testdata/schema-290/queries.sql"
)

// The previous release works on the tables of this one: its queries are understood, and
// its inserts leave out no column that has to be given.
func TestThePreviousReleaseWorksOnTheseTables(t *testing.T) {
	queries := strings.Split(string(testkit.Must(os.ReadFile(releasedQueries))(t)), "-- name: ")[1:]
	for engine, newConfig := range engines(t) {
		t.Run(engine, func(t *testing.T) {
			released, cfg := newConfig(), newConfig()
			testkit.Check(t, store.FillAt(t.Context(), released, releasedSchema, "SELECT 1"))
			required := testkit.Must(store.RequiredColumns(t.Context(), released))(t)
			s := testkit.OpenStore(t, cfg)
			for _, query := range queries {
				if err := s.Prepare(t.Context(), "-- name: "+query); err != nil {
					name, _, _ := strings.Cut(query, " ")
					t.Errorf("the previous release's query %s fails: %v", name, err)
				}
			}
			for column, needed := range testkit.Must(store.RequiredColumns(t.Context(), cfg))(t) {
				table, _, _ := strings.Cut(column, ".")
				if _, existed := required[table]; needed && existed && !required[column] {
					t.Errorf("the previous release does not know that %s has to be given", column)
				}
			}
			if oldest := testkit.Must(s.WorksWith(t.Context()))(t); oldest > releasedSchema {
				t.Errorf("the tables say that they need a release with migration %d", oldest)
			}
		})
	}
}

func engines(t *testing.T) map[string]func() store.Config {
	t.Helper()
	return map[string]func() store.Config{
		"sqlite":   func() store.Config { return store.Config{DataDir: t.TempDir()} },
		"postgres": func() store.Config { return store.Config{DatabaseURL: testkit.PostgresURL(t)} },
	}
}
