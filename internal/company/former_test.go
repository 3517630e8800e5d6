package company

import (
	"strings"
	"testing"
)

// brazos is another company in another town.
func brazos() Identity {
	id := Sample().Identity
	id.Name, id.LegalName, id.Town, id.County = "Brazos & Guard", "Brazos & Guard", "Granbury", "Hood County"
	id.Phone, id.PhoneE164, id.Email = "(817) 555-0199", "+18175550199", "hello@brazos.example"
	id.AreasServed = []string{"Granbury"}
	return id
}

func TestFormerWordsAreFoundHoweverTheyAreWritten(t *testing.T) {
	words := newFormerWords([]Identity{brazos(), Sample().Identity}, brazos())
	for text, want := range map[string]string{
		"Call 254.555.0142 or (254) 555-0142":         "Call (817) 555-0199 or (817) 555-0199",
		"from Hillsboro, in Hill County":              "from Granbury, in Hood County",
		"Lone Oak Pest & Termite LLC in Hillsborough": "Brazos & Guard in Hillsborough",
		"+1 254 555 0142":                             "(817) 555-0199",
		"order 12545550142999":                        "order 12545550142999",
		"Hilltop County":                              "Hilltop County",
	} {
		if got := words.Replace(text, false); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	html := `<a href="tel:+12545550142">Lone Oak Pest &amp; Termite</a>`
	if got, want := words.Replace(html, true), `<a href="tel:+18175550199">Brazos &amp; Guard</a>`; got != want {
		t.Errorf("HTML becomes %q, want %q", got, want)
	}
}

func TestPresentFactsAreNotFormer(t *testing.T) {
	now := brazos()
	now.Name, now.AreasServed = "Lone Oak Pest & Termite of Granbury", []string{"Granbury", "Hillsboro"}
	words := newFormerWords([]Identity{Sample().Identity}, now)
	for _, text := range []string{"Lone Oak Pest & Termite", "We drive to Hillsboro", "Granbury"} {
		if found := words.Find(text); found != nil {
			t.Errorf("%q: found %v", text, found)
		}
	}
	if words := (FormerWords{}); words.Replace("as it is", true) != "as it is" {
		t.Error("no former words, but a text was changed")
	}
}

func TestWhatBelongedToTheFormerFactsIsDropped(t *testing.T) {
	r := Record{Document: Sample()}
	before := r.Identity
	Edit{
		Name: new("Brazos Guard"), Street: new("1 Main Street"), Town: new("Granbury"), County: new("Hood County"),
		MapURL: new(before.MapURL), Tagline: new(before.Tagline), // as a form sends what nobody has touched
	}.ApplyTo(&r)
	if err := r.prepare().first(); err != nil {
		t.Fatal(err)
	}
	if r.hasCoordinates() || r.MapURL != "" || r.PortalURL != "" || r.License != "" || r.FacebookURL != "" {
		t.Errorf("the sample's facts stay: %+v", r.Identity)
	}
	if r.LegalName != "Brazos Guard" || r.Tagline != "Pest and termite control for Granbury and Hood County" || len(r.AreasServed) != 1 {
		t.Errorf("derived facts are %q, %q, %v", r.LegalName, r.Tagline, r.AreasServed)
	}
	if said := strings.Join(Dropped(before, r.Identity), " "); !strings.Contains(said, "coordinates of the former address") || !strings.Contains(said, "map of the new one") {
		t.Errorf("the person reads %q", said)
	}

	// Coordinates and maps that come with the new address are kept.
	r = Record{Document: Sample()}
	Edit{Town: new("Granbury"), Latitude: new(32.44), MapURL: new("https://www.google.com/maps/embed?pb=1"), Tagline: new("Own words")}.ApplyTo(&r)
	if r.Latitude != 32.44 || r.MapURL == "" || r.Tagline != "Own words" || r.License == "" {
		t.Errorf("what the owner typed was dropped: %+v", r.Identity)
	}
	if said := Dropped(before, r.Identity); len(said) != 1 {
		t.Errorf("the person reads %q", said)
	}
}

func TestSampleIsGoneOnlyWithAllItsFacts(t *testing.T) {
	r := Record{Document: Sample()}
	r.Identity = brazos()
	r.Street, r.MapURL, r.Latitude, r.Longitude, r.PortalURL, r.License, r.FacebookURL = "1 Main Street", "", 0, 0, "", "", ""
	r.Tagline, r.Team = "Own words", []TeamMember{{Name: "Olive Owner", Role: "Owner"}}
	if r.IsSample() {
		t.Fatal("a company without a fact of the sample counts as the sample")
	}
	sample := Sample().Identity
	for name, change := range map[string]func(*Identity){
		"name": func(id *Identity) { id.Name = sample.Name }, "e-mail": func(id *Identity) { id.Email = sample.Email },
		"map": func(id *Identity) { id.MapURL = sample.MapURL }, "towns": func(id *Identity) { id.AreasServed = sample.AreasServed },
		"person": func(id *Identity) { id.Team = sample.Team[:1] }, "license": func(id *Identity) { id.License = sample.License },
	} {
		changed := r
		change(&changed.Identity)
		if !changed.IsSample() {
			t.Errorf("with the sample's %s it does not count as the sample", name)
		}
	}
	if !r.NamesSample("around Hillsboro") || r.NamesSample("around Granbury") {
		t.Error("texts with the sample's town are not told from others")
	}
}
