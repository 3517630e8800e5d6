package ssr

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// pageWithData returns a page that holds data of every kind, enough for any screen.
func pageWithData(path string) Page {
	service := site.Service{ID: 1, Name: "Termite Control", Slug: "termite", Features: []string{"Inspection"}, FeaturedOnHome: true,
		FullDescription: "<p>We inspect first.</p>", Template: `<p class="p-4">{name}</p>`, UpdatedAt: time.Unix(0, 0)}
	post := site.Post{ID: 1, Title: "Termites", Slug: "termites", Content: "One.\n\n- two\n- three", PublishedAt: time.Unix(1747242000, 0)}
	return page(path,
		Query{Key: []string{"content", "home"}, Data: []site.ContentEntry{{Key: "hero_title", Content: "Welcome"}}},
		Query{Key: []string{"services"}, Data: []site.Service{service}},
		Query{Key: []string{"services", "termite"}, Data: service},
		Query{Key: []string{"services", "-"}, Data: nil},
		Query{Key: []string{"blog-posts"}, Data: []site.Post{post}},
		Query{Key: []string{"blog-posts", "termites"}, Data: post},
		Query{Key: []string{"blog-posts", "-"}, Data: nil},
		Query{Key: []string{"google-reviews"}, Data: []reviews.Review{}},
		Query{Key: []string{"business-hours"}, Data: []site.DayHours{}},
		Query{Key: []string{"social-links"}, Data: []site.SocialLink{}},
	)
}

func TestAPartOfAPageThatFailsIsARenderError(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	broken := page("/services/termite", Query{Key: []string{"services", "termite"}, Data: site.Service{
		ID: 1, Name: "Termite Control", Slug: "termite", Template: "{features}", // which are null
	}})
	_, err := r.Render(t.Context(), broken)
	if failed := (*RenderError)(nil); !errors.As(err, &failed) {
		t.Errorf("got %v", err)
	}
}

func TestEveryScreenOfTheFrontEndRenders(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	screens := map[string]int{
		"/services/termite": 200, "/services/-": 404, "/blog/termites": 200, "/blog/-": 404, "/-": 404, "/admin": 200,
	}
	for _, path := range []string{"/", "/services", "/programs", "/about", "/blog", "/contact", "/customer-portal", "/login"} {
		screens[path] = 200
	}
	titles := map[string]string{}
	for path, status := range screens {
		d, err := r.Render(t.Context(), pageWithData(path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		body := string(d.Body())
		if d.Status() != status {
			t.Errorf("%s: status %d, want %d", path, d.Status(), status)
		}
		if n := strings.Count(body, "<h1"); n != 1 && path != "/admin" {
			t.Errorf("%s: %d h1 elements, want 1", path, n)
		}
		title := regexp.MustCompile("<title>.*?</title>").FindString(body)
		if other := titles[title]; title == "" || other != "" && status == 200 {
			t.Errorf("%s has the title %q, which is also that of %q", path, title, other)
		}
		if status == 200 {
			titles[title] = path
		}
	}
}

// The first paint waits for the element after the header.
func TestTheHeaderIsReadBeforeTheFirstPaint(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	for _, path := range []string{"/", "/contact", LoginPath} {
		d, err := r.Render(t.Context(), pageWithData(path))
		if err != nil {
			t.Fatal(err)
		}
		head, body, _ := strings.Cut(string(d.Body()), "</head>")
		if !strings.Contains(head, wholeHeader) || !strings.Contains(body, `</header><p id="`+afterHeader+`"`) {
			t.Errorf("%s: the first paint does not wait for the end of the header", path)
		}
	}
}

// With all of a page's code in its document, browsers load it in parallel, and
// hydration does not wait for a chunk that only another chunk names.
func TestTheDocumentNamesAllCodeOfItsPage(t *testing.T) {
	bundle := testkit.BuiltFrontEnd(t)
	r := newRenderer(t, bundle, longTimeout)
	m, err := readManifest(bundle, siteManifest)
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]string{
		"/": "home", "/services": "services", "/services/termite": "service-detail", "/programs": "programs",
		"/about": "about", "/blog": "blog", "/blog/termites": "blog", "/contact": "contact",
		"/customer-portal": "customer-portal", "/-": "not-found",
	}
	for path, module := range modules {
		d, err := r.Render(t.Context(), pageWithData(path))
		if err != nil {
			t.Fatal(err)
		}
		files, err := m.filesOf(siteEntry, pageFolder+module+".tsx")
		if err != nil {
			t.Fatal(err)
		}
		page := m[pageFolder+module+".tsx"].File
		if page == "" || !slices.Contains(files.chunks, page) {
			t.Fatalf("%s: the manifest has no chunk for %s", path, module)
		}
		for _, chunk := range files.chunks {
			if !strings.Contains(string(d.Body()), `<link rel="modulepreload" href="/`+chunk+`">`) {
				t.Errorf("%s: the document does not name %s", path, chunk)
			}
		}
	}
	if known := len(m.pageModules()); known != 9 {
		t.Errorf("%d pages have a chunk of their own, want 9", known)
	}
}

func TestEntryScriptsAreServedCompressed(t *testing.T) {
	bundle := testkit.BuiltFrontEnd(t)
	assets, err := NewAssets(bundle)
	if err != nil {
		t.Fatal(err)
	}
	for entry, file := range map[string]string{siteEntry: siteManifest, adminEntry: adminManifest} {
		m, err := readManifest(bundle, file)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("GET", "/"+m[entry].File, nil)
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		w := httptest.NewRecorder()
		assets.Find(r.URL.Path).ServeHTTP(w, r)
		if w.Code != 200 || w.Header().Get("Content-Encoding") != "br" {
			t.Errorf("%s: %d %v", r.URL.Path, w.Code, w.Header())
		}
	}
}

// Browsers keep the CSS of a template for a year under a URL with a version. All
// bundles of a build must use the same version, or hydration would load it twice.
func TestTheURLOfTemplateCSSHasTheThemeVersionOfTheBuild(t *testing.T) {
	bundle := testkit.BuiltFrontEnd(t)
	d, err := newRenderer(t, bundle, longTimeout).Render(t.Context(), pageWithData("/services/termite"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`/styles/services/1\.css\?v=[^"]*-([0-9a-f]{8})"`).FindSubmatch(d.Body())
	if found == nil {
		t.Fatal("the service page has no link to its CSS with a theme version")
	}
	scripts, err := fs.Glob(bundle, "client/assets/*.js")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(scripts, func(name string) bool {
		code, err := fs.ReadFile(bundle, name)
		return err == nil && bytes.Contains(code, found[1])
	}) {
		t.Errorf("no script for browsers has the theme version %s", found[1])
	}
}
