package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"perimeter/internal/site"
)

func TestCheckFindsDamage(t *testing.T) {
	for name, c := range map[string]struct {
		statement         string
		damaged, thorough bool
	}{
		"nothing":         {statement: "SELECT 1", thorough: true},
		"destroyed table": {statement: "DROP TABLE chat_state", damaged: true},
		"read-only":       {statement: "PRAGMA query_only = 1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openSQLite(t, t.TempDir())
			if _, err := s.write.ExecContext(t.Context(), c.statement); err != nil {
				t.Fatal(err)
			}
			err := s.Check(t.Context(), c.thorough)
			if want := name == "nothing"; (err == nil) != want || errors.Is(err, ErrDamaged) != c.damaged {
				t.Errorf("Check returned %v", err)
			}
		})
	}
}

func TestThoroughCheckReadsTheWholeFile(t *testing.T) {
	dir := t.TempDir()
	s := openSQLite(t, dir)
	for _, key := range []string{"a", "b", "c"} {
		if err := putItem(t.Context(), s, site.ContentItem{Key: key, Value: string(make([]byte, 64<<10))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "perimeter.db")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// The overflow pages of the long values, which no start reads.
	for i := len(content) - 96<<10; i < len(content)-32<<10; i++ {
		content[i] = 0xff
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s = openSQLite(t, dir)
	if err := s.Check(t.Context(), false); err != nil {
		t.Errorf("the quick check returned %v, so the thorough one proves nothing", err)
	}
	if err := s.Check(t.Context(), true); !errors.Is(err, ErrDamaged) {
		t.Errorf("Check returned %v, want ErrDamaged", err)
	}
}
