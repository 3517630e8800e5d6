package company

import "slices"

// usualTagline is the tagline of a company that has written none.
func (id Identity) usualTagline() string {
	return "Pest and termite control for " + id.Town + " and " + id.County
}

// dropFormer clears what the edit has left as it was although it belonged to the
// former facts: coordinates and map of another address, and what only the sample
// company can have. What has a default gets it again.
func (id *Identity) dropFormer(before Identity) {
	sample := Sample().Identity
	if id.movedFrom(before) {
		if id.Latitude == before.Latitude && id.Longitude == before.Longitude {
			id.Latitude, id.Longitude = 0, 0
		}
		clearIf(&id.MapURL, before.MapURL)
	}
	if before.Tagline == before.usualTagline() {
		clearIf(&id.Tagline, before.Tagline)
	}
	if id.Town != before.Town && slices.Equal(id.AreasServed, sample.AreasServed) {
		id.AreasServed = []string{id.Town}
	}
	// The drawings of people belong to the sample's.
	for i := range id.Team {
		if !slices.ContainsFunc(sample.Team, func(m TeamMember) bool { return m.Name == id.Team[i].Name }) {
			for _, made := range sample.Team {
				clearIf(&id.Team[i].ImageURL, made.ImageURL)
			}
		}
	}
	if id.Name == before.Name {
		return
	}
	if before.LegalName == before.Name || before.LegalName == sample.LegalName {
		clearIf(&id.LegalName, before.LegalName)
	}
	clearIf(&id.PortalURL, sample.PortalURL)
	clearIf(&id.License, sample.License)
	clearIf(&id.FacebookURL, sample.FacebookURL)
}

func clearIf(value *string, former string) {
	if *value == former {
		*value = ""
	}
}

// movedFrom reports whether the address is another one.
func (id Identity) movedFrom(before Identity) bool {
	return id.Street != before.Street || id.Town != before.Town || id.StateCode != before.StateCode || id.PostalCode != before.PostalCode
}

// Dropped says in sentences what a save has cleared because it belonged to the former
// facts, for the person who saved.
func Dropped(before, after Identity) []string {
	var said []string
	say := func(dropped bool, sentence string) {
		if dropped {
			said = append(said, sentence)
		}
	}
	if after.movedFrom(before) {
		say(before.MapURL != "" && after.MapURL == "", "The map of the former address was removed; visitors see a map of the new one.")
		say(before.hasCoordinates() && !after.hasCoordinates(), "The coordinates of the former address were removed.")
	}
	sample := Sample().Identity
	say(before.PortalURL == sample.PortalURL && after.PortalURL == "", "The sample's customer portal was removed.")
	say(before.License == sample.License && after.License == "", "The sample's license number was removed.")
	say(before.FacebookURL == sample.FacebookURL && after.FacebookURL == "", "The sample's Facebook page was removed.")
	say(after.Town != before.Town && slices.Equal(before.AreasServed, sample.AreasServed) && len(after.AreasServed) == 1,
		"The sample's list of towns was removed.")
	return said
}

func (id Identity) hasCoordinates() bool { return id.Latitude != 0 || id.Longitude != 0 }
