package site

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Identity holds the facts about the company. They come from one YAML file and
// are repeated nowhere in the code.
type Identity struct {
	Name        string       `json:"name" yaml:"name"`
	LegalName   string       `json:"legalName" yaml:"legalName"`
	Tagline     string       `json:"tagline" yaml:"tagline"`
	Phone       string       `json:"phone" yaml:"phone"`         // as people write it
	PhoneE164   string       `json:"phoneE164" yaml:"phoneE164"` // with the country code
	Email       string       `json:"email" yaml:"email"`
	PortalURL   string       `json:"portalUrl" yaml:"portalUrl"`
	Street      string       `json:"street" yaml:"street"`
	Town        string       `json:"town" yaml:"town"`
	County      string       `json:"county" yaml:"county"`
	State       string       `json:"state" yaml:"state"`         // Texas
	StateCode   string       `json:"stateCode" yaml:"stateCode"` // TX
	PostalCode  string       `json:"postalCode" yaml:"postalCode"`
	Latitude    float64      `json:"latitude" yaml:"latitude"`
	Longitude   float64      `json:"longitude" yaml:"longitude"`
	TimeZone    string       `json:"timeZone" yaml:"timeZone"`
	FoundedYear int          `json:"foundedYear" yaml:"foundedYear"`
	Experience  string       `json:"experience" yaml:"experience"`
	Guarantee   string       `json:"guarantee" yaml:"guarantee"`
	License     string       `json:"license" yaml:"license"` // as the state wants it shown
	FacebookURL string       `json:"facebookUrl" yaml:"facebookUrl"`
	MapURL      string       `json:"mapUrl" yaml:"mapUrl"` // embeddable map of the service area
	Map         string       `json:"map" yaml:"map"`       // MapEmbed or MapClick
	AreasServed []string     `json:"areasServed" yaml:"areasServed"`
	Team        []TeamMember `json:"team" yaml:"team"`
	Chat        ChatSetup    `json:"chat" yaml:"chat"`

	location *time.Location
}

// When the contact page loads its map, which comes from another company.
const (
	MapEmbed = "embed" // with the page
	MapClick = "click" // when the visitor asks for it
)

// TeamMember is one of the company's people.
type TeamMember struct {
	Name     string `json:"name" yaml:"name"`
	Role     string `json:"role" yaml:"role"`
	Bio      string `json:"bio" yaml:"bio"`
	ImageURL string `json:"imageUrl" yaml:"imageUrl"`
}

//go:embed identity.yaml
var sampleIdentity []byte

// SampleIdentity returns the identity that is used until the owner provides one.
func SampleIdentity() Identity {
	id, err := ParseIdentity(sampleIdentity)
	if err != nil {
		panic(fmt.Sprintf("the embedded identity is broken: %v", err))
	}
	return id
}

// ParseIdentity reads an identity file. It refuses unknown fields, so that
// misspelt ones are noticed, and reports every rule that the file breaks.
func ParseIdentity(file []byte) (Identity, error) {
	var id Identity
	if err := yaml.NewDecoder(bytes.NewReader(file), yaml.Strict()).Decode(&id); err != nil {
		return Identity{}, fmt.Errorf("read the site file: %w", err)
	}
	if err := id.validate(); err != nil {
		return Identity{}, fmt.Errorf("the site file is not complete:\n%w", err)
	}
	return id, nil
}

// MapOrigin is the origin that the map comes from.
func (id Identity) MapOrigin() string {
	u, err := url.Parse(id.MapURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Location is the company's time zone.
func (id Identity) Location() *time.Location {
	if id.location == nil {
		return time.UTC
	}
	return id.location
}

var (
	e164      = regexp.MustCompile(`^\+[1-9]\d{7,14}$`)
	plainHost = regexp.MustCompile(`^[a-z0-9.-]+(:\d+)?$`)
)

func (id *Identity) validate() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf("  "+format, args...)) }

	for _, f := range []struct{ name, value string }{
		{"name", id.Name}, {"phone", id.Phone}, {"street", id.Street}, {"town", id.Town},
		{"county", id.County}, {"state", id.State}, {"stateCode", id.StateCode},
		{"postalCode", id.PostalCode}, {"experience", id.Experience}, {"guarantee", id.Guarantee},
	} {
		if strings.TrimSpace(f.value) == "" {
			fail("%s: is missing", f.name)
		}
	}
	if !e164.MatchString(id.PhoneE164) {
		fail("phoneE164: %q must be a number with its country code, such as +12545550142", id.PhoneE164)
	}
	if _, err := mail.ParseAddress(id.Email); err != nil {
		fail("email: %q is not an e-mail address", id.Email)
	}
	for _, f := range []struct{ name, value string }{
		{"portalUrl", id.PortalURL}, {"facebookUrl", id.FacebookURL}, {"mapUrl", id.MapURL},
	} {
		if u, err := url.Parse(f.value); err != nil || u.Scheme != "https" || u.Host == "" {
			fail("%s: %q must be a full https:// address", f.name, f.value)
		}
	}
	// The host is copied into the content security policy as it is.
	if u, err := url.Parse(id.MapURL); err == nil && !plainHost.MatchString(u.Host) {
		fail("mapUrl: %q has no plain host name", id.MapURL)
	}
	if id.Map == "" {
		id.Map = MapEmbed
	}
	if id.Map != MapEmbed && id.Map != MapClick {
		fail("map: %q must be %s or %s", id.Map, MapEmbed, MapClick)
	}
	if id.Latitude < -90 || id.Latitude > 90 || id.Longitude < -180 || id.Longitude > 180 {
		fail("latitude, longitude: %v, %v is not a place on earth", id.Latitude, id.Longitude)
	}
	if id.FoundedYear < 1800 || id.FoundedYear > 9999 {
		fail("foundedYear: %d is not a year", id.FoundedYear)
	}
	location, err := time.LoadLocation(id.TimeZone)
	if err != nil || id.TimeZone == "" {
		fail("timeZone: %q is not a time zone such as America/Chicago", id.TimeZone)
	}
	id.location = location
	if len(id.Team) == 0 {
		fail("team: at least one person is needed")
	}
	for i, member := range id.Team {
		if member.Name == "" || member.Role == "" {
			fail("team[%d]: name and role are needed", i)
		}
	}
	if err := id.Chat.validate(); err != nil {
		fail("%w", err)
	}
	return errors.Join(errs...)
}
