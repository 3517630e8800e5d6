package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

var (
	queryName      = regexp.MustCompile(`(?m)^-- name: (\w+) :\w+$`)
	queryParameter = regexp.MustCompile(`@\w+|\$\d+`)
)

// TestListsUseTheirIndex checks SQLite's plans: no list that opens first sorts, and
// those of all posts read the index alone.
func TestListsUseTheirIndex(t *testing.T) {
	dir := t.TempDir()
	testkit.OpenStore(t, store.Config{DataDir: dir})
	db := testkit.Must(sql.Open("sqlite", filepath.Join(dir, "perimeter.db")))(t)
	defer db.Close()

	text := string(testkit.Must(os.ReadFile("queries/post.sql"))(t)) +
		string(testkit.Must(os.ReadFile("queries/image.sql"))(t))
	found := queryName.FindAllStringSubmatchIndex(text, -1)
	for i, at := range found {
		name, end := text[at[2]:at[3]], len(text)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		want := map[string]string{
			"ListPostPage":     "USING INDEX posts_newest",
			"ListPostHeadings": "USING COVERING INDEX posts_newest",
			"GetPostBySlug":    "MULTI-INDEX OR",
			"ListNewestImages": "USING INDEX images_newest",
			"CountAllImages":   "USING COVERING INDEX",
			// Only the few rows that it finds are sorted.
			"ListPostImageURLs":    "USING INDEX posts_foreign_images",
			"ListPostImageOrigins": "USING COVERING INDEX",
		}[name]
		if want == "" {
			continue
		}
		plan := explain(t, db, queryParameter.ReplaceAllString(text[at[1]:end], "1"))
		isList := strings.HasSuffix(want, "_newest")
		if !strings.Contains(plan, want) || isList && strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s has the plan %s, want %s", name, plan, want)
		}
	}
}

func explain(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows := testkit.Must(db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query))(t)
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "; ")
}
