package site

import (
	"strings"
	"testing"
)

func TestSampleIdentityIsCompleteAndFictional(t *testing.T) {
	id := SampleIdentity()
	if id.PostalCode != "76645" || id.FoundedYear != 2021 {
		t.Errorf("postal code %q, founded %d; want 76645 and 2021", id.PostalCode, id.FoundedYear)
	}
	if !strings.Contains(id.PhoneE164, "55501") {
		t.Errorf("phone %q could belong to somebody; want a 555-01xx number", id.PhoneE164)
	}
	if !strings.HasSuffix(id.Email, ".example") {
		t.Errorf("e-mail %q could belong to somebody; want a domain under .example", id.Email)
	}
	if got := id.Location().String(); got != "America/Chicago" {
		t.Errorf("location %q, want America/Chicago", got)
	}
}

func TestTheMapLoadsWithThePageUnlessTheSiteFileSaysClick(t *testing.T) {
	for setting, want := range map[string]string{"": MapEmbed, "map: embed": MapEmbed, "map: click": MapClick} {
		file := strings.Replace(string(sampleIdentity), "map: embed", setting, 1)
		id, err := ParseIdentity([]byte(file))
		if err != nil || id.Map != want {
			t.Errorf("%q: map %q, %v; want %q", setting, id.Map, err, want)
		}
	}
}

func TestParseIdentityReportsEveryProblem(t *testing.T) {
	change := func(old, changed string) string {
		if !strings.Contains(string(sampleIdentity), old) {
			t.Fatalf("the sample does not contain %q", old)
		}
		return strings.Replace(string(sampleIdentity), old, changed, 1)
	}
	for name, test := range map[string]struct{ file, want string }{
		"a misspelt field":         {change("tagline:", "taglien:"), "taglien"},
		"a missing name":           {change("name: Lone Oak Pest & Termite", "name: ''"), "name: is missing"},
		"a number without country": {change(`"+12545550142"`, `"2545550142"`), "phoneE164"},
		"an e-mail without at":     {change("info@", "info."), "email"},
		"a portal over http":       {change("https://portal", "http://portal"), "portalUrl"},
		"an unknown time zone":     {change("America/Chicago", "America/Hillsboro"), "timeZone"},
		"a place off the earth":    {change("32.0110", "132.0110"), "latitude"},
		"an unknown map setting":   {change("map: embed", "map: hover"), "map: "},
		"a map host with a quote":  {change("https://www.openstreetmap.org", "https://x;script-src"), "mapUrl"},
		"no YAML at all":           {"\t{", "site file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseIdentity([]byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("ParseIdentity = %v, want an error that names %q", err, test.want)
			}
		})
	}
}
