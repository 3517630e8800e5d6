package company

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"perimeter/internal/record"
)

// OwnText is a text that the owner has written about the company.
type OwnText struct {
	Field string
	Text  string
}

// OwnTexts returns the texts that may name other facts.
func (d Document) OwnTexts() []OwnText {
	texts := []OwnText{
		{"legalName", d.LegalName}, {"tagline", d.Tagline}, {"experience", d.Experience}, {"guarantee", d.Guarantee},
	}
	for i, member := range d.Team {
		texts = append(texts, OwnText{"team." + strconv.Itoa(i) + ".bio", member.Bio})
	}
	for _, key := range slices.Sorted(maps.Keys(d.Texts)) {
		texts = append(texts, OwnText{"texts." + key, d.Texts[key]})
	}
	return texts
}

// ReplaceFormer replaces former words in the OwnTexts, in a transaction of the
// store, and returns the version. It returns nil if there are none.
func (c *Company) ReplaceFormer(ctx context.Context, tx Tx, change record.Change, words FormerWords) (*record.Version, error) {
	if c.file != nil {
		return nil, nil // nothing of it can be changed here
	}
	stored, err := tx.Companies().Get(ctx, 1)
	if err != nil {
		return nil, err
	}
	after := stored
	found := false
	replace := func(text *string) {
		if len(words.Find(*text)) > 0 {
			*text, found = words.Replace(*text, false), true
		}
	}
	for _, text := range []*string{&after.LegalName, &after.Tagline, &after.Experience, &after.Guarantee} {
		replace(text)
	}
	after.Team = slices.Clone(stored.Team)
	for i := range after.Team {
		replace(&after.Team[i].Bio)
	}
	after.Texts = maps.Clone(stored.Texts)
	for key, text := range stored.Texts {
		replace(&text)
		after.Texts[key] = text
	}
	if !found {
		return nil, nil
	}
	if err := after.prepare().first(); err != nil {
		return nil, err
	}
	after.UpdatedAt = c.clock.Stamp()
	_, version, err := c.records.Put(ctx, tx, change, after)
	return version, err
}
