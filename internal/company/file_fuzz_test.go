package company

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzSiteFile checks that a file which is accepted can be written and read again
// without a difference.
func FuzzSiteFile(f *testing.F) {
	f.Add(sampleFile)
	for _, file := range []string{"", "{}", "name: x", "- a", "a: &a [*a]", "name: |\n  x\n\ty", "? [a]\n: b", "\xff", "texts: {home.title: \"a: b\"}"} {
		f.Add([]byte(file))
	}
	f.Add(append([]byte(nil), append(sampleFile, []byte("\ntexts:\n  unknown: \"# not a comment\"\n")...)...))
	f.Fuzz(func(t *testing.T, file []byte) {
		parsed, err := Parse(file)
		if err != nil {
			return
		}
		written, err := parsed.File()
		if err != nil {
			t.Fatalf("it is accepted but cannot be written: %v", err)
		}
		again, err := Parse(written)
		if err != nil {
			t.Fatalf("what was written is refused: %v\n%s", err, written)
		}
		if diff := cmp.Diff(parsed, again); diff != "" {
			t.Errorf("reading what was written differs (-before +after):\n%s", diff)
		}
	})
}
