package site_test

import (
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func (f *fixture) saveMap(t *testing.T, value string) (string, error) {
	t.Helper()
	key, section, kind := "map_embed", site.SectionContact, site.ContentHTML
	edit := site.ContentEdit{Key: &key, Section: &section, Type: &kind, Value: &value}
	if items := testkit.Must(f.ContentItems(t.Context()))(t); len(items) > 0 {
		edit.ID = &items[0].ID
	}
	item, _, err := f.SaveContent(t.Context(), edit)
	return item.Value, err
}

func TestMapLinksBecomeFrames(t *testing.T) {
	f := newFixture(t)
	const google, osm = "https://maps.google.com/maps?", "https://www.openstreetmap.org/export/embed.html?"
	for name, tt := range map[string]struct{ link, source string }{
		"Google embed link":          {"https://www.google.com/maps/embed?pb=!1m18!1m12!2sHillsboro", "https://www.google.com/maps/embed?pb=!1m18!1m12!2sHillsboro"},
		"Google place":               {"https://www.google.com/maps/place/Hillsboro,+TX+76645/@32.0110036,-97.1567571,13z/data=!3m1!4b1!4m6!3m5!1s0x864f!8m2!3d32.0109886!4d-97.1300063!16z?entry=ttu&g_ep=EgoyMDI0", google + "ll=32.010989%2C-97.130006&output=embed&q=Hillsboro%2C+TX+76645&z=13"},
		"Google place on a phone":    {"https://maps.google.com/?q=Hill+County+Courthouse&ftid=0x864f", google + "output=embed&q=Hill+County+Courthouse"},
		"Google place in metres":     {"https://www.google.com/maps/place/Caf%C3%A9/@32.01,-97.13,1500m/data=!3m1", google + "ll=32.01%2C-97.13&output=embed&q=Caf%C3%A9&z=14"},
		"Google map without a place": {"https://www.google.com/maps/@32.0110,-97.1300,11z", google + "ll=32.011%2C-97.13&output=embed&q=32.011%2C-97.13&z=11"},
		"Google search":              {"https://www.google.com/maps/search/pest+control+hillsboro/@32.01,-97.13,12z", google + "ll=32.01%2C-97.13&output=embed&q=pest+control+hillsboro&z=12"},
		"Google API search":          {"https://www.google.com/maps/search/?api=1&query=Hillsboro%2C%20TX", google + "output=embed&q=Hillsboro%2C+TX"},
		"Google without a scheme":    {"www.google.com/maps/place/Hillsboro", google + "output=embed&q=Hillsboro"},
		"Google of another country":  {"https://www.google.co.uk/maps?q=Hillsboro&ll=32.01,-97.13&z=10", google + "ll=32.01%2C-97.13&output=embed&q=Hillsboro&z=10"},
		"Google old embed":           {"https://maps.google.com/maps?q=Hillsboro&output=embed", google + "q=Hillsboro&output=embed"},
		"Google My Maps":             {"https://www.google.com/maps/d/u/0/viewer?mid=1AbC_dE&ll=32.0,-97.1&z=9", "https://www.google.com/maps/d/embed?mid=1AbC_dE"},
		"a shared text":              {"Hillsboro\nTexas\nhttps://www.google.com/maps/place/Hillsboro.", google + "output=embed&q=Hillsboro"},
		"Apple with a position":      {"https://maps.apple.com/?ll=32.0110,-97.1300&q=Office&z=14", osm + "bbox=-97.155749%2C31.996444%2C-97.104251%2C32.025556&layer=mapnik&marker=32.011%2C-97.13"},
		"Apple place":                {"https://maps.apple.com/place?address=100%20Elm%20St%2C%20Hillsboro&coordinate=32.0110,-97.1300&name=Office", osm + "bbox=-97.155749%2C31.996444%2C-97.104251%2C32.025556&layer=mapnik&marker=32.011%2C-97.13"},
		"Apple with a street only":   {"https://maps.apple.com/?address=100+Elm+St,+Hillsboro", google + "output=embed&q=100+Elm+St%2C+Hillsboro"},
		"OpenStreetMap view":         {"https://www.openstreetmap.org/#map=14/32.0110/-97.1300", osm + "bbox=-97.155749%2C31.996444%2C-97.104251%2C32.025556&layer=mapnik&marker=32.011%2C-97.13"},
		"OpenStreetMap marker":       {"https://www.openstreetmap.org/?mlat=32.0110&mlon=-97.1300#map=14/32.5/-97.5", osm + "bbox=-97.155749%2C31.996444%2C-97.104251%2C32.025556&layer=mapnik&marker=32.011%2C-97.13"},
		"OpenStreetMap object":       {"https://www.openstreetmap.org/relation/115252#map=14/32.0110/-97.1300&layers=N", osm + "bbox=-97.155749%2C31.996444%2C-97.104251%2C32.025556&layer=mapnik&marker=32.011%2C-97.13"},
		"OpenStreetMap embed link":   {"https://www.openstreetmap.org/export/embed.html?bbox=-97.2,31.9,-97.0,32.1&layer=mapnik", osm + "bbox=-97.2,31.9,-97.0,32.1&layer=mapnik"},
		"a geo link":                 {"geo:32.0110,-97.1300?z=14", osm + "bbox=-97.155749%2C31.996444%2C-97.104251%2C32.025556&layer=mapnik&marker=32.011%2C-97.13"},
	} {
		t.Run(name, func(t *testing.T) {
			stored, err := f.saveMap(t, tt.link)
			if err != nil {
				t.Fatal(err)
			}
			// The same characters are escaped in every attribute.
			want := `src="` + strings.NewReplacer("&", "&amp;").Replace(tt.source) + `"`
			if !strings.HasPrefix(stored, "<iframe") || !strings.Contains(stored, want) {
				t.Errorf("stored %s, want %s", stored, want)
			}
		})
	}
}

func TestMapLinksThatCannotBeShownAreRefusedWithAHint(t *testing.T) {
	f := newFixture(t)
	for name, link := range map[string]string{
		"a short link":               "https://maps.app.goo.gl/aBcDeF123",
		"an old short link":          "https://goo.gl/maps/aBcDeF123",
		"a short link with words":    "Come and see us! maps.app.goo.gl/aBcDeF123",
		"directions":                 "https://www.google.com/maps/dir/Waco,+TX/Hillsboro,+TX/@31.7,-97.2,10z",
		"the start page of Google":   "https://www.google.com/maps",
		"a search on Google":         "https://www.google.com/",
		"an Apple short link":        "https://maps.apple/p/aBcDeF123",
		"an Apple link to nothing":   "https://maps.apple.com/",
		"a short OpenStreetMap link": "https://osm.org/go/aBcDeF--",
		"an OpenStreetMap object":    "https://www.openstreetmap.org/node/151336948",
		"another site":               "https://www.bing.com/maps?cp=32.0~-97.1",
		"no position":                "https://www.openstreetmap.org/#map=14/932.0/-97.1",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.saveMap(t, link)
			testkit.WantError(t, err, errs.Invalid, "paste")
		})
	}
	if items := testkit.Must(f.ContentItems(t.Context()))(t); len(items) > 0 {
		t.Errorf("a refused link was stored: %v", items)
	}
}

func TestOtherTextsOfTheMapStay(t *testing.T) {
	f := newFixture(t)
	for value, want := range map[string]string{
		"Call us for the way.":       "Call us for the way.",
		"North of town.\n\nCall us.": "<p>North of town.</p>\n<p>Call us.</p>",
		`<p>See <a href="https://www.google.com/maps/dir/A/B">the way</a>.</p>`: `<p>See <a href="https://www.google.com/maps/dir/A/B">the way</a>.</p>`,
	} {
		stored, err := f.saveMap(t, value)
		if err != nil || stored != want {
			t.Errorf("%q was stored as %q (%v), want %q", value, stored, err, want)
		}
	}
}
