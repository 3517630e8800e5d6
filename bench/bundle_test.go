package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
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
		"the visual editor":            {"_page.js", `class="ProseMirror"`, 1},
		"the code editor":              {"_page.js", `"cm-editor"`, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			client := t.TempDir()
			write(t, client, ".vite/site.json", `{
				"src/entry-site.tsx": {"file": "entry.js", "imports": ["`+test.imported+`"]},
				"src/pages/site/home.tsx": {"file": "page.js", "isDynamicEntry": true},
				"src/lib/measure-speed.ts": {"file": "entry.js", "isDynamicEntry": true},
				"`+test.imported+`": {"file": "imported.js"}
			}`)
			write(t, client, ".vite/admin.json", `{"src/entry-admin.tsx": {"file": "entry.js"}}`)
			write(t, client, "entry.js", `"hello"`)
			write(t, client, "page.js", `"a page"`)
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

func TestAPageIsMeasuredWithItsOwnChunk(t *testing.T) {
	client := t.TempDir()
	write(t, client, ".vite/site.json", `{
		"src/entry-site.tsx": {"file": "entry.js"},
		"src/pages/site/home.tsx": {"file": "page.js", "isDynamicEntry": true, "imports": ["_part.js"]},
		"src/lib/measure-speed.ts": {"file": "entry.js", "isDynamicEntry": true},
		"_part.js": {"file": "part.js"}
	}`)
	write(t, client, ".vite/admin.json", `{"src/entry-admin.tsx": {"file": "entry.js"}}`)
	write(t, client, "entry.js", `"hello"`)
	write(t, client, "page.js", `"a page"`)
	write(t, client, "part.js", strings.Repeat("a", 1000))
	write(t, client, "part.js.br", strings.Repeat("b", maxFirstViewKB*1000))
	r := &report{out: io.Discard}
	if err := measureBundle(r, client); err != nil {
		t.Fatal(err)
	}
	if r.failed != 1 {
		t.Errorf("%d checks failed, want 1: the page is too large", r.failed)
	}
}

// The limits of the built front end belong to the tests too, because they need no
// quiet machine.
func TestTheBuiltFrontEndIsWithinItsLimits(t *testing.T) {
	client := filepath.Join("..", "web", "dist", "client")
	if _, err := os.Stat(filepath.Join(client, ".vite", siteManifest)); err != nil {
		if os.Getenv("PERIMETER_TEST_REQUIRE") != "" {
			t.Fatal("the front end is not built")
		}
		t.Skip("the front end is not built")
	}
	var out strings.Builder
	r := &report{out: &out}
	if err := measureBundle(r, client); err != nil {
		t.Fatal(err)
	}
	if r.failed > 0 {
		t.Errorf("limits are exceeded:\n%s", out.String())
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
