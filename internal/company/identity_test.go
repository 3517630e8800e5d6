package company

import (
	"strings"
	"testing"
)

func TestSampleIsCompleteAndFictional(t *testing.T) {
	id := Sample()
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
		file := strings.Replace(string(sampleFile), "map: embed", setting, 1)
		id, err := Parse([]byte(file))
		if err != nil || id.Map != want {
			t.Errorf("%q: map %q, %v; want %q", setting, id.Map, err, want)
		}
	}
}

func TestParseNamesTheProblem(t *testing.T) {
	change := func(old, changed string) string {
		if !strings.Contains(string(sampleFile), old) {
			t.Fatalf("the sample does not contain %q", old)
		}
		return strings.Replace(string(sampleFile), old, changed, 1)
	}
	for name, test := range map[string]struct{ file, want string }{
		"a misspelt field":        {change("tagline:", "taglien:"), "taglien"},
		"a missing name":          {change("name: Lone Oak Pest & Termite", "name: ''"), "name: is required"},
		"two numbers":             {change("(254) 555-0142", "(254) 555-0199"), "(254) 555-0199 and +12545550142"},
		"a number that is none":   {change("(254) 555-0142", "call us"), "phone: must be a phone number"},
		"a text of no page":       {string(sampleFile) + "texts:\n  nonsense: x\n", "texts.nonsense"},
		"an e-mail without at":    {change("info@", "info."), "email"},
		"a portal over http":      {change("https://portal", "http://portal"), "portalUrl"},
		"an unknown time zone":    {change("America/Chicago", "America/Hillsboro"), "timeZone"},
		"a place off the earth":   {change("32.0110", "132.0110"), "latitude"},
		"an unknown map setting":  {change("map: embed", "map: hover"), "map: "},
		"a map host with a quote": {change("https://www.openstreetmap.org", "https://x;script-src"), "mapUrl"},
		"no YAML at all":          {"\t{", "site file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse([]byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("Parse = %v, want an error that names %q", err, test.want)
			}
		})
	}
}
