package company

import (
	_ "embed"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"perimeter/internal/validate"
)

// TextField is a text of a fixed page that the owner may replace.
type TextField struct {
	Key   string `json:"key" yaml:"key"`
	Group string `json:"group" yaml:"group" doc:"The part of a page that it belongs to"`
	Label string `json:"label" yaml:"label"`
	// Pages are the kinds of pages that show it.
	Pages   []string `json:"pages" yaml:"pages"`
	Default string   `json:"default" yaml:"default" doc:"What pages show until the owner replaces it"`
	// Lines says that each line is an item of a list.
	Lines bool `json:"lines,omitempty" yaml:"lines"`
}

//go:embed texts.yaml
var textsFile []byte

var textFields = sync.OnceValue(func() []TextField {
	var fields []TextField
	if err := yaml.UnmarshalWithOptions(textsFile, &fields, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("the embedded page texts are broken: %v", err))
	}
	return fields
})

// TextFields returns the texts that the owner may replace, in the order of the
// pages, each with the default for this company.
func (id Identity) TextFields() []TextField {
	fields := slices.Clone(textFields())
	fill := id.filler()
	for i := range fields {
		fields[i].Default = fill.Replace(fields[i].Default)
	}
	return fields
}

// PageTexts returns what a kind of page shows, by key, or nil if it shows none
// of these texts.
func (d Document) PageTexts(page string) map[string]string {
	var texts map[string]string
	fill := d.filler()
	for _, field := range textFields() {
		if !slices.Contains(field.Pages, page) {
			continue
		}
		if texts == nil {
			texts = map[string]string{}
		}
		texts[field.Key] = fill.Replace(field.Default)
		if own, ok := d.Texts[field.Key]; ok {
			texts[field.Key] = own
		}
	}
	return texts
}

// Fill replaces the names in braces in a text of ours by the company's facts.
func (id Identity) Fill(text string) string { return id.filler().Replace(text) }

// FillHTML is Fill for a text that is HTML.
func (id Identity) FillHTML(text string) string {
	for _, fact := range []*string{&id.Name, &id.Town, &id.County, &id.State, &id.Phone, &id.License, &id.Experience, &id.Guarantee} {
		*fact = html.EscapeString(*fact)
	}
	return id.Fill(text)
}

// filler replaces the names in default texts by the company's facts. It is not
// used on what the owner wrote.
func (id Identity) filler() *strings.Replacer {
	return strings.NewReplacer(
		"{name}", id.Name, "{town}", id.Town, "{county}", id.County, "{state}", id.State,
		"{phone}", id.Phone, "{license}", id.License,
		"{experience}", id.Experience, "{guarantee}", id.Guarantee, "{foundedYear}", strconv.Itoa(id.FoundedYear),
	)
}

// prepareTexts drops the texts that are empty or the default, which then follow
// the company's facts, and checks the others.
func (d *Document) prepareTexts(p *problems) {
	own := map[string]string{}
	fill := d.filler()
	known := map[string]bool{}
	for _, field := range textFields() {
		known[field.Key] = true
		text := strings.TrimSpace(strings.ReplaceAll(d.Texts[field.Key], "\r\n", "\n"))
		p.within("texts."+field.Key, text, validate.MaxParagraph)
		if text != "" && text != strings.TrimSpace(fill.Replace(field.Default)) {
			own[field.Key] = text
		}
	}
	for _, key := range slices.Sorted(maps.Keys(d.Texts)) {
		if !known[key] {
			p.add("texts."+key, "is not a text of any page")
		}
	}
	d.Texts = own
}

// Wording returns what the public reads of the record, for the search for claims.
func (d Document) Wording() []string {
	texts := []string{d.Tagline, d.Experience, d.Guarantee}
	for _, member := range d.Team {
		texts = append(texts, member.Role, member.Bio)
	}
	for _, key := range slices.Sorted(maps.Keys(d.Texts)) {
		texts = append(texts, d.Texts[key])
	}
	return texts
}
