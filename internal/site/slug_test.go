package site

import (
	"strings"
	"testing"

	"perimeter/internal/errs"
)

func TestSlugFormat(t *testing.T) {
	for _, slug := range []string{"a", "termite-control", "24-7", "2025", "a1-b2-c3", strings.Repeat("a", 120)} {
		if err := checkSlug(slug); err != nil || !ValidSlug(slug) {
			t.Errorf("%q is refused: %v", slug, err)
		}
	}
	for _, slug := range []string{
		"", " ", "-", "-a", "a-", "a--b", "A", "a b", "a_b", "a.b", "a/b", "..", "é", "a\n", "a\x00", "ａ", "%20", strings.Repeat("a", 121),
	} {
		if err := checkSlug(slug); errs.KindOf(err) != errs.Invalid || ValidSlug(slug) {
			t.Errorf("%q passes: %v", slug, err)
		}
	}
}

func FuzzSlug(f *testing.F) {
	for _, seed := range []string{"termite-control", "a--b", "-a", "A", "2025", "a\x00", "../etc", "\xff", "ſ", strings.Repeat("a-", 60)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, slug string) {
		valid := ValidSlug(slug)
		if (checkSlug(slug) == nil) != valid {
			t.Fatalf("%q may be stored but not found, or the reverse", slug)
		}
		if !valid {
			return
		}
		if strings.Trim(slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Contains(slug, "--") ||
			strings.HasPrefix(slug, "-") || strings.HasSuffix(slug, "-") || len(slug) > 120 || slug == "" {
			t.Fatalf("%q passes", slug)
		}
	})
}
