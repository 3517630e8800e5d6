package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestEveryTableIsDumpedOrExcluded(t *testing.T) {
	known := append([]string{"goose_db_version", "sqlite_sequence"}, undumpedTables...)
	for _, table := range dumpedTables {
		known = append(known, table.name)
	}
	s := openSQLite(t, t.TempDir())
	rows, err := s.read.QueryContext(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(known, name) {
			t.Errorf("the table %s is not in the dump", name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestUnreadableDumpsAreRefused(t *testing.T) {
	s := openSQLite(t, t.TempDir())
	var dump bytes.Buffer
	if _, err := s.Dump(t.Context(), &dump, nil); err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(dump.String(), "\n")
	for name, c := range map[string]struct{ text, complaint string }{
		"empty":          {"", "not a dump"},
		"something else": {`{"hello":"world"}`, "not a dump"},
		"other layout":   {`{"format":"perimeter dump 2","schema":1}`, "not a dump"},
		"newer release":  {strings.Replace(header, `"schema":`, `"schema":99`, 1), "newer release"},
		"cut short":      {strings.TrimSuffix(dump.String(), "{\"end\":true}\n"), "cut short"},
		"cut in a line":  {dump.String()[:dump.Len()-5], "damaged"},
		"unknown table":  {header + `{"table":"sessions","row":{}}`, "unknown table"},
		"unknown column": {header + `{"table":"users","row":{"id) VALUES (1); --":1}}`, "unknown column"},
		"strange value":  {header + `{"table":"users","row":{"id":1.5}}`, "users.id"},
		"text as number": {header + `{"table":"users","row":{"id":"one"}}`, "users.id"},
		"a zero byte":    {header + `{"table":"posts","row":{"slug":"a\u0000"}}`, "posts.slug"},
		"no base64":      {header + `{"table":"chat_photos","row":{"jpeg":"é"}}`, "chat_photos.jpeg"},
		"strange list":   {header + `{"table":"services","row":{"features":["a"]}}`, "services.features"},
	} {
		t.Run(name, func(t *testing.T) {
			err := s.Load(t.Context(), strings.NewReader(c.text))
			if err == nil || !strings.Contains(err.Error(), c.complaint) {
				t.Errorf("Load returned %v, want a word about %q", err, c.complaint)
			}
		})
	}
}
