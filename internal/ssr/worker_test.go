package ssr

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestTheServiceWorkerKnowsTheFilesOfItsBuild(t *testing.T) {
	worker := func(script string) string {
		t.Helper()
		built, err := NewServiceWorker(fstest.MapFS{
			"server/worker.js": {Data: []byte("work()")},
			"client/.vite/admin.json": {Data: []byte(`{
				"src/entry-admin.tsx": {"file": "` + script + `", "imports": ["_react.js"], "dynamicImports": ["gate.tsx"], "css": ["assets/admin.css"]},
				"gate.tsx": {"file": "assets/gate.js", "imports": ["_react.js", "_dialog.js"]},
				"_dialog.js": {"file": "assets/dialog.js", "dynamicImports": ["gate.tsx", "sheet.tsx"]},
				"sheet.tsx": {"file": "assets/sheet.js", "imports": ["_react.js"]},
				"page.tsx": {"file": "assets/page.js"},
				"_react.js": {"file": "assets/react.js"}
			}`)},
		})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		built.ServeHTTP(w, httptest.NewRequest("GET", "/admin/worker.js", nil))
		if policy := w.Header().Get("Content-Security-Policy"); policy != workerPolicy || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("the headers are %v", w.Header())
		}
		return w.Body.String()
	}
	first, second := worker("assets/admin-1.js"), worker("assets/admin-2.js")
	if !strings.Contains(first, `"files":["/assets/admin-1.js","/assets/admin.css","/assets/dialog.js","/assets/gate.js","/assets/react.js","/assets/sheet.js"]};`) || !strings.HasSuffix(first, "\nwork()") {
		t.Errorf("the worker is %s", first)
	}
	version := func(text string) string {
		_, text, _ = strings.Cut(text, `"version":"`)
		text, _, _ = strings.Cut(text, `"`)
		return text
	}
	if version(first) == "" || version(first) == version(second) {
		t.Errorf("two builds have the versions %q and %q", version(first), version(second))
	}
}

func TestBuildsWithoutServiceWorkerAreServed(t *testing.T) {
	if worker, err := NewServiceWorker(fstest.MapFS{}); worker != nil || err != nil {
		t.Errorf("got %v, %v", worker, err)
	}
}
