package main

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/testkit"
)

// The site of another company in another town, with the starter texts, has no fact of
// the sample on any page, nor in the feed, the manifests or the data for search engines.
func TestNoTraceOfTheSampleAfterAHandover(t *testing.T) {
	dir := t.TempDir()
	server := start(t, dir)
	sample := company.Sample()
	other := sample
	other.Name, other.LegalName, other.Tagline = "Brazos Guard", "Brazos Guard", ""
	other.Phone, other.PhoneE164, other.Email = "(817) 555-0199", "", "hello@brazosguard.example"
	other.Street, other.Town, other.County, other.PostalCode = "1 Main Street", "Granbury", "Hood County", "76048"
	other.Latitude, other.Longitude, other.MapURL, other.PortalURL, other.License, other.FacebookURL = 0, 0, "", "", "", ""
	other.AreasServed = []string{"Granbury", "Acton"}
	other.Team = []company.TeamMember{{Name: "Olive Owner", Role: "Owner"}}
	file := filepath.Join(t.TempDir(), "site.yaml")
	testkit.Check(t, os.WriteFile(file, testkit.Must(other.File())(t), 0o600))
	mustRun(t, "", "company", "import", "--data", dir, file)
	eventually(t, "the imported name on a page", func() bool {
		_, page := get(t, server.address+"/contact")
		return strings.Contains(page, "Brazos Guard")
	})

	_, sitemap := get(t, server.address+"/sitemap.xml")
	paths := []string{"/feed.xml", "/manifest.webmanifest", "/admin/manifest.webmanifest", "/robots.txt", "/login", "/customer-portal", "/nowhere"}
	for _, found := range regexp.MustCompile(`<loc>https?://[^/]+([^<]*)</loc>`).FindAllStringSubmatch(sitemap, -1) {
		paths = append(paths, found[1])
	}
	if len(paths) < 20 {
		t.Fatalf("only %d paths to look at: %s", len(paths), paths)
	}
	facts := []string{
		sample.Name, sample.Phone, sample.PhoneE164, sample.Email, sample.PortalURL, sample.Street, sample.Town, sample.County,
		sample.PostalCode, sample.License, sample.FacebookURL, sample.MapURL, "Lone Oak", "loneoak", "32.011", "-97.13",
		"Whitney", sample.Team[0].Name, sample.Team[1].Name, `"imageUrl":"/art/portrait-`,
	}
	for _, path := range paths {
		_, page := get(t, server.address+path)
		page = html.UnescapeString(page)
		for _, fact := range facts {
			if strings.Contains(page, fact) {
				t.Errorf("%s still has %q", path, fact)
			}
		}
	}
	if _, home := get(t, server.address+"/"); strings.Contains(home, `"geo"`) {
		t.Error("the data for search engines has coordinates that nobody gave")
	}
	if _, contact := get(t, server.address+"/contact"); !strings.Contains(html.UnescapeString(contact), "maps.google.com/maps?q=1%20Main%20Street%2C%20Granbury") {
		t.Error("the map does not show the address")
	}
}
