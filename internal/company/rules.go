package company

import (
	"errors"
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// The limits keep one save from filling the database and pages from growing
// without end.
const (
	maxPeople = 50
	maxAreas  = 200
)

var plainHost = regexp.MustCompile(`^[a-z0-9.-]+(:\d+)?$`)

// problems are the rules that a record breaks, in the order of its fields.
type problems []problem

type problem struct {
	field string // as JSON and YAML name it
	rule  string // such as "is required"
}

func (p *problems) add(field, rule string) { *p = append(*p, problem{field, rule}) }

// first is the first problem as an error for the person who saved the record, or
// nil.
func (p problems) first() error {
	if len(p) == 0 {
		return nil
	}
	return validate.Field{Name: p[0].field}.Invalid(p[0].rule)
}

// all are all problems as one error for the person who wrote the site file, or
// nil.
func (p problems) all() error {
	lines := make([]error, len(p))
	for i, problem := range p {
		lines[i] = fmt.Errorf("  %s: %s", problem.field, problem.rule)
	}
	return errors.Join(lines...)
}

// requireLine checks that a text is not blank and one line.
func (p *problems) requireLine(field, value string) {
	if strings.TrimSpace(value) == "" {
		p.add(field, "is required")
		return
	}
	p.line(field, value)
}

func (p *problems) line(field, value string) {
	if rule := (validate.Field{Name: field, Value: value}).BrokenLine(); rule != "" {
		p.add(field, rule)
	}
}

func (p *problems) within(field, value string, limit int) {
	if rule := (validate.Field{Name: field, Value: value}).BrokenLimit(limit); rule != "" {
		p.add(field, rule)
	}
}

// httpsURL checks that a URL is complete and encrypted. The host is copied into
// the content security policy as it is, so it must be plain.
func (p *problems) httpsURL(field, value string) {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" || !plainHost.MatchString(u.Host) || u.User != nil || len(value) > validate.MaxURL {
		p.add(field, "must be a full https:// URL, such as https://www.example.com/page")
	}
}

// prepare sets what follows from other fields or has a default, and returns what
// is wrong with the record.
func (d *Document) prepare() problems {
	var p problems
	id := &d.Identity
	if id.Map == "" {
		id.Map = MapEmbed
	}
	if id.Chat.Provider == "" {
		id.Chat.Provider = ChatOwn
	}
	if strings.TrimSpace(id.Tagline) == "" {
		id.Tagline = id.usualTagline()
	}
	if strings.TrimSpace(id.LegalName) == "" {
		id.LegalName = id.Name
	}
	if id.AreasServed == nil {
		id.AreasServed = []string{} // JSON null would break pages
	}
	p.requireLine("name", id.Name)
	p.line("legalName", id.LegalName)
	p.line("tagline", id.Tagline)
	id.setPhone(&p)
	if parsed, err := mail.ParseAddress(id.Email); err != nil || parsed.Address != id.Email || len(id.Email) > validate.MaxLine {
		p.add("email", "must be an e-mail address, such as info@example.com")
	}
	if id.PortalURL != "" {
		p.httpsURL("portalUrl", id.PortalURL)
	}
	id.checkPlace(&p)
	if id.FoundedYear < 1800 || id.FoundedYear > 9999 {
		p.add("foundedYear", "must be a year, such as 2021")
	}
	p.line("license", id.License)
	p.requireLine("experience", id.Experience)
	p.requireLine("guarantee", id.Guarantee)
	if id.FacebookURL != "" {
		p.httpsURL("facebookUrl", id.FacebookURL)
	}
	if id.MapURL != "" && !safehtml.IsFrameURL(id.MapURL) || len(id.MapURL) > validate.MaxURL {
		p.add("mapUrl", "must be a map to embed, such as https://www.openstreetmap.org/export/embed.html?… or https://www.google.com/maps/embed?…")
	}
	if !slices.Contains(mapSettings, id.Map) {
		p.add("map", "must be one of "+strings.Join(mapSettings, ", "))
	}
	id.Chat.check(&p)
	id.checkTeam(&p)
	id.Brand.check(&p)
	d.prepareTexts(&p)
	return p
}

func (id *Identity) checkPlace(p *problems) {
	for _, f := range []struct{ name, value string }{
		{"street", id.Street}, {"town", id.Town}, {"county", id.County}, {"state", id.State},
		{"stateCode", id.StateCode}, {"postalCode", id.PostalCode},
	} {
		p.requireLine(f.name, f.value)
	}
	// Not a number fails every comparison, so the range is what must hold.
	if !(math.Abs(id.Latitude) <= 90) {
		p.add("latitude", "must be a number from -90 to 90")
	}
	if !(math.Abs(id.Longitude) <= 180) {
		p.add("longitude", "must be a number from -180 to 180")
	}
	if _, err := loadLocation(id.TimeZone); err != nil {
		p.add("timeZone", "must be a time zone such as America/Chicago")
	}
	if len(id.AreasServed) > maxAreas {
		p.add("areasServed", fmt.Sprintf("has %d towns; at most %d are possible", len(id.AreasServed), maxAreas))
	}
	for _, area := range id.AreasServed {
		if strings.TrimSpace(area) == "" {
			p.add("areasServed", "has an empty line")
			return
		}
		p.line("areasServed", area)
	}
}

func (id *Identity) checkTeam(p *problems) {
	if len(id.Team) > maxPeople {
		p.add("team", fmt.Sprintf("has %d people; at most %d are possible", len(id.Team), maxPeople))
		return
	}
	if !slices.ContainsFunc(id.Team, func(m TeamMember) bool { return !m.Employee }) {
		p.add("team", "needs at least one owner")
	}
	for i, member := range id.Team {
		field := func(name string) string { return "team." + strconv.Itoa(i) + "." + name }
		p.requireLine(field("name"), member.Name)
		p.requireLine(field("role"), member.Role)
		p.within(field("bio"), member.Bio, validate.MaxParagraph)
		image := validate.Field{Name: field("imageUrl"), Value: member.ImageURL}
		if image.ImageURL() != nil {
			p.add(image.Name, "must be a URL that begins with https://, http:// or /")
		}
	}
}
