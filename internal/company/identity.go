package company

import "time"

// Identity holds the facts about the company. They are repeated nowhere in the
// code.
type Identity struct {
	Name       string `json:"name" yaml:"name"`
	LegalName  string `json:"legalName" yaml:"legalName"`
	Tagline    string `json:"tagline" yaml:"tagline"`
	Phone      string `json:"phone" yaml:"phone"`         // as people write it
	PhoneE164  string `json:"phoneE164" yaml:"phoneE164"` // with the country code; follows from Phone
	Email      string `json:"email" yaml:"email"`
	PortalURL  string `json:"portalUrl" yaml:"portalUrl,omitempty"` // "": pages link to their own portal page
	Street     string `json:"street" yaml:"street"`
	Town       string `json:"town" yaml:"town"`
	County     string `json:"county" yaml:"county"`
	State      string `json:"state" yaml:"state"`         // Texas
	StateCode  string `json:"stateCode" yaml:"stateCode"` // TX
	PostalCode string `json:"postalCode" yaml:"postalCode"`
	// Latitude and Longitude are both 0 if they are not known.
	Latitude    float64      `json:"latitude" yaml:"latitude,omitempty"`
	Longitude   float64      `json:"longitude" yaml:"longitude,omitempty"`
	TimeZone    string       `json:"timeZone" yaml:"timeZone"`
	FoundedYear int          `json:"foundedYear" yaml:"foundedYear"`
	Experience  string       `json:"experience" yaml:"experience"`
	Guarantee   string       `json:"guarantee" yaml:"guarantee"`
	License     string       `json:"license" yaml:"license"` // as the state wants it shown
	FacebookURL string       `json:"facebookUrl" yaml:"facebookUrl"`
	MapURL      string       `json:"mapUrl" yaml:"mapUrl,omitempty"` // embeddable map of the service area; "": of the address
	Map         string       `json:"map" yaml:"map"`                 // MapEmbed or MapClick
	AreasServed []string     `json:"areasServed" yaml:"areasServed"`
	Team        []TeamMember `json:"team" yaml:"team"`
	Chat        ChatSetup    `json:"chat" yaml:"chat"`
	Brand       Brand        `json:"brand" yaml:"brand,omitempty"`
}

// When the contact page loads its map, which comes from another company.
const (
	MapEmbed = "embed" // with the page
	MapClick = "click" // when the visitor asks for it
)

var mapSettings = []string{MapEmbed, MapClick}

// TeamMember is one of the company's people.
type TeamMember struct {
	Name     string `json:"name" yaml:"name"`
	Role     string `json:"role" yaml:"role"`
	Bio      string `json:"bio" yaml:"bio"`
	ImageURL string `json:"imageUrl" yaml:"imageUrl"`
	// Employee says that the person is not one of the owners, and therefore on
	// the about page only.
	Employee bool `json:"employee,omitempty" yaml:"employee,omitempty"`
}

// Location is the company's time zone.
func (id Identity) Location() *time.Location {
	location, err := loadLocation(id.TimeZone)
	if err != nil {
		return time.UTC
	}
	return location
}
