package ssr

import (
	"io/fs"
	"log/slog"
	"testing"
	"testing/fstest"
	"time"

	"perimeter/internal/company"
)

// testScript is a small SSR bundle; some paths make it fail in a certain way.
const testScript = `var SSR = (() => {
	let rendered = 0;
	const paths = {
		"/throw": () => { throw new TypeError("no such thing") },
		"/loop": () => { for (;;); },
		"/memory": () => { const all = []; for (;;) all.push(new Array(1e5).fill(0)); },
		"/recursion": () => { const recurse = (n) => recurse(n + 1) + 1; return recurse(0); },
		"/undefined": () => undefined,
		"/invalid": () => "not JSON",
		"/promise": () => Promise.resolve(JSON.stringify({ status: 200, head: "", body: "from a promise" })),
		"/reject": () => Promise.reject(new Error("rejected")),
		"/pending": () => new Promise(() => {}),
		"/console": () => { console.error("something", "odd"); return JSON.stringify({ status: 200, head: "", body: "" }) },
	};
	return {
		render(json) {
			const page = JSON.parse(json);
			const special = paths[page.path];
			if (special) return special();
			const status = page.path === "/-" ? 404 : 200;
			const body = '<div id="root">' + page.identity.name + " " + ++rendered + "</div>";
			const module = page.path === "/" ? "src/pages/site/home.tsx" : "src/pages/site/unknown.tsx";
			return JSON.stringify({ status, head: "<title>" + page.path + "</title>", body, module });
		},
	};
})()`

const testAdminManifest = `{
	"src/entry-admin.tsx": {"file": "assets/admin.js", "imports": ["_shared.js", "_admin.js"], "css": ["assets/admin.css"],
		"assets": ["assets/core-text.woff2"]},
	"_admin.js": {"file": "assets/admin-shared.js", "imports": ["_shared.js"]},
	"_shared.js": {"file": "assets/shared.js", "css": ["assets/shared.css"],
		"assets": ["assets/complete-text.woff2", "assets/core-picture.png"]}
}`

const testSiteManifest = `{
	"src/entry-site.tsx": {"file": "assets/site.js", "imports": ["_shared.js"], "css": ["assets/site.css"]},
	"src/pages/site/home.tsx": {"file": "assets/home.js", "imports": ["_shared.js", "_card.js"], "isDynamicEntry": true},
	"_card.js": {"file": "assets/card.js"},
	"_shared.js": {"file": "assets/shared.js", "css": ["assets/shared.css"],
		"assets": ["assets/complete-text.woff2", "assets/core-picture.png"]}
}`

func testBundle() fstest.MapFS {
	return fstest.MapFS{
		siteManifest:               {Data: []byte(testSiteManifest)},
		adminManifest:              {Data: []byte(testAdminManifest)},
		"server/ssr.js":            {Data: []byte(testScript)},
		"server/head.js":           {Data: []byte("theme()")},
		"server/theme-version.txt": {Data: []byte("abcd")},
		"client/assets/shared.css": {Data: []byte("p{}")},
		"client/assets/site.css":   {Data: []byte("a{}")},
		"client/assets/site.js":    {Data: []byte("mount()")},
		"client/assets/admin.js":   {Data: []byte("mountAdmin()")},
	}
}

func newRenderer(t *testing.T, bundle fs.FS, o Options) *Renderer {
	t.Helper()
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	r, err := New(bundle, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// longTimeout is for the real front end, which is slow on a busy machine.
var longTimeout = Options{Timeout: time.Minute}

// loopLimit is the time limit of renderers whose script never ends. They also start, and
// render the next page, under it.
const loopLimit = 2 * time.Second

func page(path string, queries ...Query) Page {
	return Page{
		Path:     path,
		Year:     2025,
		BaseURL:  "https://pest.example",
		Identity: company.Identity{Name: "Perimeter", Team: []company.TeamMember{}, AreasServed: []string{}}, FooterServices: []string{},
		Queries: queries,
	}
}
