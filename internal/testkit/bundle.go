package testkit

import (
	"io/fs"
	"os"
	"testing"

	"perimeter/web"
)

// BuiltFrontEnd returns the real front end, or skips the test if it is not built.
func BuiltFrontEnd(t testing.TB) fs.FS {
	t.Helper()
	bundle := web.Dist()
	if _, err := fs.Stat(bundle, "server/ssr.js"); err != nil {
		if os.Getenv("PERIMETER_TEST_REQUIRE") != "" {
			t.Fatal("the front end is not built")
		}
		t.Skip("the front end is not built")
	}
	return bundle
}
