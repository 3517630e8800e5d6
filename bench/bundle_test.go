package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStaticImportsListsEachChunkOnce(t *testing.T) {
	manifest := map[string]chunk{
		siteEntry:            {Imports: []string{"_shared.js", "_page.js"}},
		"_page.js":           {Imports: []string{"_shared.js"}},
		"_shared.js":         {},
		"src/entry-admin":    {Imports: []string{"_shared.js"}},
		"src/pages/lazy.tsx": {Imports: []string{"_page.js"}},
	}
	want := []string{siteEntry, "_shared.js", "_page.js"}
	if diff := cmp.Diff(want, staticImports(manifest, siteEntry)); diff != "" {
		t.Error(diff)
	}
}

func TestAdminCodeInThePublicBundleFails(t *testing.T) {
	tests := map[string]struct {
		imported, code string
		failed         int
	}{
		"a public page":                {"_page.js", `"Call Now"`, 0},
		"a text of an editor":          {"_page.js", `"Blog Management"`, 1},
		"a page of the back office":    {"src/pages/admin/dashboard.tsx", `"x"`, 1},
		"a class name of the uploader": {"_page.js", `class="uppy-Dashboard"`, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			client := t.TempDir()
			write(t, client, ".vite/manifest.json", `{
				"src/entry-site.tsx": {"file": "entry.js", "imports": ["`+test.imported+`"]},
				"src/entry-admin.tsx": {"file": "entry.js"},
				"`+test.imported+`": {"file": "imported.js"}
			}`)
			write(t, client, "entry.js", `"hello"`)
			write(t, client, "imported.js", test.code)

			r := &report{out: io.Discard}
			if err := measureBundle(r, client); err != nil {
				t.Fatal(err)
			}
			if r.failed != test.failed {
				t.Errorf("%d checks failed, want %d", r.failed, test.failed)
			}
		})
	}
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
