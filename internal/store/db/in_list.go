package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// maxListed is how many values one statement compares with. SQLite and PostgreSQL
// allow more, but long statements take long to parse.
const maxListed = 500

// ForEach runs a query that compares with one value, "= $1", for many values at
// once. sqlc has no lists of values that both engines understand.
func ForEach[R any](
	ctx context.Context, q *Queries, query func(*Queries, context.Context, string) ([]R, error), values []string,
) ([]R, error) {
	var all []R
	for some := range slices.Chunk(values, maxListed) {
		rows, err := query(New(listed{q.db, some}), ctx, "")
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// listed replaces the value in a statement with a list.
type listed struct {
	DBTX
	values []string
}

func (l listed) QueryContext(ctx context.Context, query string, _ ...any) (*sql.Rows, error) {
	marks, values := make([]string, len(l.values)), make([]any, len(l.values))
	for i, value := range l.values {
		marks[i], values[i] = fmt.Sprintf("$%d", i+1), value
	}
	list := "IN (" + strings.Join(marks, ", ") + ")"
	return l.DBTX.QueryContext(ctx, strings.Replace(query, "= $1", list, 1), values...)
}
