package server

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"perimeter/internal/brand"
	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestRobotsSitemapAndFeed(t *testing.T) {
	f := newPages(t)
	for _, slug := range []string{"first", "second"} {
		_, err := testkit.Edit(f.app).SavePost(t.Context(), site.PostEdit{Title: new("A & B <c>"), Slug: &slug, Excerpt: new("E"), Content: new("C")})
		if err != nil {
			t.Fatal(err)
		}
	}

	if robots := f.get("/robots.txt").Body.String(); !strings.Contains(robots, "Sitemap: https://pest.example/sitemap.xml\n") {
		t.Errorf("robots.txt does not name the sitemap by its absolute address:\n%s", robots)
	}

	var sitemap struct {
		URLs []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(f.get("/sitemap.xml").Body.Bytes(), &sitemap); err != nil {
		t.Fatal(err)
	}
	dates := map[string]string{}
	for _, u := range sitemap.URLs {
		dates[u.Loc] = u.LastMod
	}
	if dates["https://pest.example/blog/first"] == "" {
		t.Errorf("the sitemap lacks the post or its date: %v", dates)
	}
	if date, ok := dates["https://pest.example/programs"]; !ok || date != "" {
		t.Errorf("/programs: listed %v with date %q, want listed without one", ok, date)
	}

	var feed struct {
		Entries []struct {
			Title string `xml:"title"`
			ID    string `xml:"id"`
			Link  struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	w := f.get("/feed.xml")
	if err := xml.Unmarshal(w.Body.Bytes(), &feed); err != nil {
		t.Fatal(err)
	}
	if len(feed.Entries) != 2 || feed.Entries[0].Title != "A & B <c>" || feed.Entries[0].ID == feed.Entries[1].ID {
		t.Errorf("the feed holds %+v", feed.Entries)
	}
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/atom+xml") {
		t.Errorf("the feed's content type is %q", got)
	}

	var manifest struct{ Name string }
	if err := json.Unmarshal(f.get("/manifest.webmanifest").Body.Bytes(), &manifest); err != nil || manifest.Name != company.Sample().Name {
		t.Errorf("the manifest names %q (%v)", manifest.Name, err)
	}
	var app webManifest
	if err := json.Unmarshal(f.get("/admin/manifest.webmanifest").Body.Bytes(), &app); err != nil {
		t.Fatal(err)
	}
	if app.ID != "/admin" || app.Scope != "/admin" || app.StartURL != "/admin" || app.Display != "standalone" || len(app.Icons) == 0 {
		t.Errorf("the manifest of the back office is %+v", app)
	}
	worker := f.get("/admin/worker.js")
	if worker.Header().Get("Service-Worker-Allowed") != "/admin" || !strings.HasSuffix(worker.Body.String(), "work()") {
		t.Errorf("the service worker is %s with the headers %v", worker.Body, worker.Header())
	}
}

func TestFaviconHasTheOwnersColors(t *testing.T) {
	for name, colors := range map[string]brand.Colors{"usual": {}, "own": brand.Presets()[0].Colors} {
		document := company.Sample()
		document.Brand.Colors = colors
		icon, err := discovery{company: company.Fixed(document)}.favicon(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		usual := strings.Contains(string(icon), "#12302a") && strings.Contains(string(icon), "#ffb547")
		if want := colors.IsZero(); usual != want || !strings.HasPrefix(string(icon), "<svg") {
			t.Errorf("%s: the icon has the usual colors: %v, want %v", name, usual, want)
		}
	}
}
