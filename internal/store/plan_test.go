package store_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// smallTables are the tables that a query may read from end to end, and what bounds
// them. Any other table can grow for as long as the site is used.
var smallTables = map[string]string{
	"account_rules": "one row", "backup_state": "one row", "chat_state": "one row", "company": "one row",
	"rate_limit_state": "one row", "review_feed": "one row", "site_state": "one row",

	"business_hours": "a row per weekday",
	"chat_channels":  "a row per channel",
	"chat_notices":   "those of a day that are not delivered yet",
	"chat_replies":   "at most 30",
	"content_items":  "a row per text of the site",
	"services":       "what a company offers",
	"social_links":   "a row per network",
	"special_days":   "what somebody typed in",

	"users": "the staff", "totp": "the staff", "recovery_codes": "the staff", "passkeys": "the staff",
	"account_setups": "the staff", "chat_away": "the staff", "invitations": "the staff",
	"password_resets": "the staff",

	"backups":            "the retention keeps tens",
	"certificate_files":  "a few for each name of the site",
	"certificate_leases": "one for each name of the site",
	"challenges":         "DeleteChallengesBeyond",
	"create_keys":        "DeleteExcessCreateKeys, for each of the staff",
	"push_subscriptions": "DeletePushBeyond, for each of the staff",
	"rate_limits":        "DeleteUsesBeyond",
	"review_photos":      "those of the reviews that Google returns",
	"connections":        "a row per purpose",
	"secrets":            "a row per purpose",
	"working_copies":     "DeleteWorkingCopiesBeyond, for each of the staff",
}

// scans are the queries that may read a table that grows from end to end, and why.
var scans = map[string]string{
	"GetFirstVersion":         "reads the first row of the index",
	"GetNextUnoptimisedImage": "reads the first row of an index of what has to be done",
	"ListNewestImages":        "reads the first rows of the index",
	"ListConversations":       "reads the first rows of the index, or searches all messages",
	"ListPostImageURLs":       "reads the index of the few posts with images on other sites",
	"ListGivenUpImages":       "reads the index of the few images without variants",
	"ListChatPhotos":          "perimeter check --deep reads every photo; the index has nothing else",

	"CountAllImages": "reads an index, not the records",
	"CountImages":    "a search reads the names of all images",
	"ListImages":     "a search, or an order that is not the one that the library opens with",

	"RecountChat":          "restoring a backup",
	"RecountConversations": "restoring a backup",
	"SupersedeVersions":    "restoring a backup",
	"ListRedirects":        "restoring the site of an earlier time",
	"ListVersionsAt":       "restoring the site of an earlier time",
	"SummariseSessions":    "the sessions of the staff that have not ended",

	"ListPostsWithoutVersion":  "done once, after an upgrade or a restore",
	"ListImagesWithoutVersion": "done once, after an upgrade or a restore",
}

// indexes are the indexes that queries need although another would not read the whole
// table, on both engines.
var indexes = map[string]string{
	"ListPostPage":            "posts_newest",
	"ListPostHeadings":        "posts_newest",
	"ListPostImageURLs":       "posts_foreign_images",
	"ListNewestImages":        "images_newest",
	"GetNextUnoptimisedImage": "images_unoptimised",
	"ListGivenUpImages":       "images_given_up",
	"ListVersionsOfKind":      "versions_kind",
	"PruneVersions":           "versions_superseded",
	"ListConversationStarts":  "chat_messages_answers",
	"ListChatPhotos":          "chat_messages_photos",
}

var generatedQuery = regexp.MustCompile("(?s)const \\w+ = `-- name: (\\w+) :\\w+\n(.*?)`")

// generatedQueries returns every query by its name.
func generatedQueries(t *testing.T) map[string]string {
	t.Helper()
	queries := map[string]string{}
	for _, file := range testkit.Must(filepath.Glob("db/*.sql.go"))(t) {
		for _, found := range generatedQuery.FindAllStringSubmatch(string(testkit.Must(os.ReadFile(file))(t)), -1) {
			queries[found[1]] = found[2]
		}
	}
	return queries
}

// explainer returns the plan of a query, and its steps that read a whole table or
// index by the table's name.
type explainer func(t *testing.T, query string) (plan string, scans map[string]string)

// TestNoQueryReadsAWholeTableThatGrows checks the plans of all queries.
func TestNoQueryReadsAWholeTableThatGrows(t *testing.T) {
	queries := generatedQueries(t)
	for _, listed := range []map[string]string{scans, indexes} {
		for name := range listed {
			if queries[name] == "" {
				t.Errorf("there is no query %s any more", name)
			}
		}
	}
	for engine, open := range map[string]func(t *testing.T) explainer{"SQLite": explainSQLite, "PostgreSQL": explainPostgres} {
		t.Run(engine, func(t *testing.T) {
			explain := open(t)
			for _, column := range []string{"title", "excerpt"} { // posts_newest has the titles, but does not begin with them
				if _, whole := explain(t, "SELECT p.id FROM posts AS p WHERE p."+column+" = $1"); whole["posts"] == "" {
					t.Errorf("that a query by %s has no index is not found", column)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(queries)) {
				plan, whole := explain(t, queries[name])
				for table, step := range whole {
					if smallTables[table] == "" && scans[name] == "" {
						t.Errorf("%s reads all of %s: %s", name, table, step)
					}
				}
				if index := indexes[name]; !strings.Contains(plan, index) {
					t.Errorf("%s does not use %s: %s", name, index, plan)
				}
			}
		})
	}
}

var (
	parameter  = regexp.MustCompile(`\$\d+`)
	sqliteScan = regexp.MustCompile(`^SCAN (\w+)`)
	aliasOf    = regexp.MustCompile(`(?i)(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+AS\s+(\w+))?`)
)

func explainSQLite(t *testing.T) explainer {
	t.Helper()
	dir := t.TempDir()
	testkit.OpenStore(t, store.Config{DataDir: dir})
	db := testkit.Must(sql.Open("sqlite", filepath.Join(dir, "perimeter.db")))(t)
	t.Cleanup(func() { _ = db.Close() })
	return func(t *testing.T, query string) (string, map[string]string) {
		t.Helper()
		tables := map[string]string{}
		for _, found := range aliasOf.FindAllStringSubmatch(query, -1) {
			tables[found[1]] = found[1]
			if found[2] != "" {
				tables[found[2]] = found[1]
			}
		}
		found := map[string]string{}
		steps := plan(t, db, "EXPLAIN QUERY PLAN "+parameter.ReplaceAllString(query, "1"))
		for step := range strings.SplitSeq(steps, "\n") {
			// Other steps scan what a subquery has returned.
			if scan := sqliteScan.FindStringSubmatch(step); scan != nil && tables[scan[1]] != "" {
				found[tables[scan[1]]] = step
			}
		}
		return steps, found
	}
}

// plan returns the last column of all rows.
func plan(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows := testkit.Must(db.QueryContext(t.Context(), query))(t)
	defer rows.Close()
	columns := testkit.Must(rows.Columns())(t)
	var steps []string
	for rows.Next() {
		row := make([]any, len(columns))
		for i := range row {
			row[i] = new(sql.NullString)
		}
		if err := rows.Scan(row...); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, row[len(row)-1].(*sql.NullString).String)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}

// postgresPlan is a step of a plan.
type postgresPlan struct {
	Type      string         `json:"Node Type"`
	Table     string         `json:"Relation Name"`
	Condition string         `json:"Index Cond"`
	Index     string         `json:"Index Name"`
	Steps     []postgresPlan `json:"Plans"`
}

// wholeScans adds the steps that read all of a table. An empty table is read from end
// to end whatever its indexes, unless that is forbidden; a step that still does it has
// no index that helps. Neither does an index whose first column, of those in leading,
// has no condition.
func (p postgresPlan) wholeScans(leading, found map[string]string) {
	isWhole := func(p postgresPlan) bool {
		return p.Condition == "" || !strings.Contains(p.Condition, strings.Trim(leading[p.Index], "()"))
	}
	whole := p.Type == "Seq Scan" || strings.HasPrefix(p.Type, "Index") && isWhole(p)
	if p.Type == "Bitmap Heap Scan" {
		whole = p.Steps[0].Type == "Bitmap Index Scan" && isWhole(p.Steps[0])
	}
	if p.Table != "" && whole {
		found[p.Table] = strings.TrimSpace(p.Type + " " + p.Index + " " + p.Condition)
	}
	for _, step := range p.Steps {
		step.wholeScans(leading, found)
	}
}

func explainPostgres(t *testing.T) explainer {
	t.Helper()
	databaseURL := testkit.PostgresURL(t)
	testkit.OpenStore(t, store.Config{DatabaseURL: databaseURL})
	db := testkit.Must(sql.Open("pgx", databaseURL))(t)
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1) // the settings and the prepared statements are the connection's
	run := func(t *testing.T, statement string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	run(t, "SET plan_cache_mode = force_generic_plan")
	run(t, "SET enable_seqscan = off")
	leading := map[string]string{}
	for line := range strings.SplitSeq(plan(t, db, "SELECT indexrelid::regclass || ' ' || pg_get_indexdef(indexrelid, 1, true) FROM pg_index"), "\n") {
		index, column, _ := strings.Cut(line, " ")
		leading[index] = column
	}
	return func(t *testing.T, query string) (string, map[string]string) {
		t.Helper()
		run(t, "PREPARE explained AS "+query)
		defer run(t, "DEALLOCATE explained")
		values := make([]string, len(slices.Compact(slices.Sorted(slices.Values(parameter.FindAllString(query, -1))))))
		for i := range values {
			values[i] = "NULL"
		}
		execute := "EXECUTE explained"
		if len(values) > 0 {
			execute += fmt.Sprintf("(%s)", strings.Join(values, ", "))
		}
		steps := plan(t, db, "EXPLAIN (FORMAT JSON) "+execute)
		var plans []struct{ Plan postgresPlan }
		if err := json.Unmarshal([]byte(steps), &plans); err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, p := range plans {
			p.Plan.wholeScans(leading, found)
		}
		return steps, found
	}
}
