// Package golden owns the comparison of generated files with what would be
// generated now. It must not know what is in them.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Check fails the test if the file is not current, and writes it with -update.
func Check(tb testing.TB, file string, current []byte) {
	tb.Helper()
	if *update {
		if err := os.WriteFile(file, current, 0o644); err != nil {
			tb.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	if diff := cmp.Diff(string(written), string(current)); diff != "" {
		tb.Errorf("%s is outdated, run make generate (-written +current):\n%s", file, diff)
	}
}
