package company

import (
	"maps"
	"strings"
	"time"

	"perimeter/internal/validate"
)

// Edit is a save of the record. A nil field keeps its stored value. The number to
// dial follows from Phone.
type Edit struct {
	BasedOn     *time.Time    `json:"basedOn,omitempty" doc:"The record's updatedAt as the editor saw it; if it was saved since, the edit is refused"`
	Name        *string       `json:"name,omitempty"`
	LegalName   *string       `json:"legalName,omitempty"`
	Tagline     *string       `json:"tagline,omitempty"`
	Phone       *string       `json:"phone,omitempty"`
	Email       *string       `json:"email,omitempty"`
	PortalURL   *string       `json:"portalUrl,omitempty"`
	Street      *string       `json:"street,omitempty"`
	Town        *string       `json:"town,omitempty"`
	County      *string       `json:"county,omitempty"`
	State       *string       `json:"state,omitempty"`
	StateCode   *string       `json:"stateCode,omitempty"`
	PostalCode  *string       `json:"postalCode,omitempty"`
	Latitude    *float64      `json:"latitude,omitempty"`
	Longitude   *float64      `json:"longitude,omitempty"`
	TimeZone    *string       `json:"timeZone,omitempty"`
	FoundedYear *int          `json:"foundedYear,omitempty"`
	Experience  *string       `json:"experience,omitempty"`
	Guarantee   *string       `json:"guarantee,omitempty"`
	License     *string       `json:"license,omitempty"`
	FacebookURL *string       `json:"facebookUrl,omitempty"`
	MapURL      *string       `json:"mapUrl,omitempty"`
	Map         *string       `json:"map,omitempty"`
	AreasServed *[]string     `json:"areasServed,omitempty"`
	Chat        *ChatSetup    `json:"chat,omitempty"`
	Team        *[]TeamMember `json:"team,omitempty"`
	Brand       *Brand        `json:"brand,omitempty"`
	// Texts change the texts with these keys; an empty one becomes the default.
	Texts map[string]string `json:"texts,omitempty" doc:"The texts to change, by key; an empty one becomes the default again"`
}

// RecordID implements record.Edit: there is one record.
func (Edit) RecordID() *int64 { return new(int64(1)) }

// ApplyTo implements record.Edit. It changes no list or map that the document
// shares with the stored record.
func (e Edit) ApplyTo(r *Record) {
	d := &r.Document
	before := r.Identity
	for _, f := range []struct{ value, edit *string }{
		{&d.Name, e.Name}, {&d.LegalName, e.LegalName}, {&d.Tagline, e.Tagline}, {&d.Email, e.Email},
		{&d.PortalURL, e.PortalURL}, {&d.Street, e.Street}, {&d.Town, e.Town}, {&d.County, e.County},
		{&d.State, e.State}, {&d.StateCode, e.StateCode}, {&d.PostalCode, e.PostalCode},
		{&d.TimeZone, e.TimeZone}, {&d.Experience, e.Experience}, {&d.Guarantee, e.Guarantee},
		{&d.License, e.License}, {&d.FacebookURL, e.FacebookURL}, {&d.MapURL, e.MapURL}, {&d.Map, e.Map},
	} {
		validate.SetTrimmed(f.value, f.edit)
	}
	if e.Phone != nil {
		d.Phone, d.PhoneE164 = strings.TrimSpace(*e.Phone), ""
	}
	setValue(&d.Latitude, e.Latitude)
	setValue(&d.Longitude, e.Longitude)
	setValue(&d.FoundedYear, e.FoundedYear)
	if e.Chat != nil {
		d.Chat = ChatSetup{Provider: strings.TrimSpace(e.Chat.Provider), Script: strings.TrimSpace(e.Chat.Script)}
	}
	if e.AreasServed != nil {
		d.AreasServed = []string{}
		for _, area := range *e.AreasServed {
			if area = strings.TrimSpace(area); area != "" {
				d.AreasServed = append(d.AreasServed, area)
			}
		}
	}
	if e.Team != nil {
		d.Team = make([]TeamMember, len(*e.Team))
		for i, m := range *e.Team {
			d.Team[i] = TeamMember{
				Name: strings.TrimSpace(m.Name), Role: strings.TrimSpace(m.Role), Bio: strings.TrimSpace(m.Bio),
				ImageURL: strings.TrimSpace(m.ImageURL), Employee: m.Employee,
			}
		}
	}
	if e.Brand != nil {
		d.Brand = *e.Brand
		d.Brand.trim()
	}
	if e.Texts != nil {
		texts := maps.Clone(d.Texts)
		if texts == nil {
			texts = map[string]string{}
		}
		maps.Copy(texts, e.Texts)
		d.Texts = texts
	}
	d.dropFormer(before)
}

func setValue[T any](value, edit *T) {
	if edit != nil {
		*value = *edit
	}
}
