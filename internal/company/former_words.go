package company

import (
	"cmp"
	"context"
	"html"
	"regexp"
	"slices"
	"strings"
)

// FormerWords finds former names, towns, phone numbers and e-mail addresses of the
// company in texts. The zero value finds nothing.
type FormerWords struct {
	pattern *regexp.Regexp
	present map[string]string // by former words
	phone   string            // the present number, for former ones however they are written
	dialled string
}

// FormerWords returns what to look for: every fact that the company had and has no
// more.
func (c *Company) FormerWords(ctx context.Context) (FormerWords, error) {
	current, err := c.Current(ctx)
	if err != nil {
		return FormerWords{}, err
	}
	former, err := c.Former(ctx)
	if err != nil {
		return FormerWords{}, err
	}
	return newFormerWords(former, current.Identity), nil
}

func newFormerWords(former []Identity, now Identity) FormerWords {
	words := FormerWords{present: map[string]string{}, phone: now.Phone, dialled: now.PhoneE164}
	var phones []string
	for _, id := range former {
		for _, fact := range []struct{ former, present string }{
			{id.LegalName, now.LegalName}, {id.Name, now.Name}, {id.Town, now.Town}, {id.County, now.County}, {id.Email, now.Email},
		} {
			if fact.former != "" && words.present[fact.former] == "" && !now.still(fact.former, fact.present) {
				words.present[fact.former] = fact.present
			}
		}
		if id.PhoneE164 != now.PhoneE164 && id.PhoneE164 != "" {
			phones = append(phones, phonePattern(id.PhoneE164))
		}
	}
	var patterns []string
	for former := range words.present {
		for _, written := range []string{former, html.EscapeString(former)} {
			patterns = append(patterns, bounded(written))
		}
	}
	// The longest first: a legal name may begin with the name.
	slices.SortFunc(patterns, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	patterns = append(patterns, phones...)
	if len(patterns) > 0 {
		words.pattern = regexp.MustCompile(strings.Join(slices.Compact(patterns), "|"))
	}
	return words
}

// still reports whether a former fact is a present one too, or a part of the one that
// replaces it. A town that is served is no former town.
func (id Identity) still(former, present string) bool {
	facts := []string{id.Name, id.LegalName, id.Town, id.County, id.State, id.Street}
	return strings.Contains(present, former) || slices.Contains(facts, former) || slices.Contains(id.AreasServed, former)
}

// bounded matches words that are not a part of longer ones.
func bounded(words string) string {
	pattern := regexp.QuoteMeta(words)
	if isWordCharacter(words[0]) {
		pattern = `\b` + pattern
	}
	if isWordCharacter(words[len(words)-1]) {
		pattern += `\b`
	}
	return pattern
}

func isWordCharacter(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// phonePattern matches a number with or without its country code, however its digits
// are grouped.
func phonePattern(dialled string) string {
	digits := strings.TrimPrefix(dialled, "+")
	country := `\+?`
	if len(digits) == 11 && digits[0] == '1' {
		country, digits = `(?:\+?1[\s.-]*)?`, digits[1:]
	}
	return country + `\(?` + strings.Join(strings.Split(digits, ""), `[\s().-]*`) + `\b`
}

// Find returns the positions of former words, as pairs of start and end.
func (w FormerWords) Find(text string) [][]int {
	if w.pattern == nil {
		return nil
	}
	return w.pattern.FindAllStringIndex(text, -1)
}

// Replace returns the text with the present facts. In HTML they are escaped.
func (w FormerWords) Replace(text string, isHTML bool) string {
	if w.pattern == nil {
		return text
	}
	return w.pattern.ReplaceAllStringFunc(text, func(found string) string {
		present, ok := w.present[html.UnescapeString(found)]
		switch {
		case !ok && strings.Trim(found, "+0123456789") == "" && strings.HasPrefix(found, "+"):
			present = w.dialled // as in a link
		case !ok:
			present = w.phone
		}
		if isHTML {
			return html.EscapeString(present)
		}
		return present
	})
}
