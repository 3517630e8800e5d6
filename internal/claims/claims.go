// Package claims owns the search for wording that the rules on advertising for
// pest control restrict. The rules themselves are a file of the front end, which
// searches while somebody types. It must not know where the texts come from.
package claims

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Claim is a restricted wording that was found in a text.
type Claim struct {
	Phrase string `json:"phrase" doc:"The words as they were written"`
	Reason string `json:"reason" doc:"Why they are a risk"`
}

// Rules say which wordings are restricted. Nil rules find nothing.
type Rules struct {
	wording *regexp.Regexp // with one group for each rule
	reasons []string       // of each rule
}

// Parse reads the rules. Their patterns are written in what regular expressions
// of Go and JavaScript have in common.
func Parse(file []byte) (*Rules, error) {
	var shared struct {
		Reasons map[string]string
		Beings  string
		Rules   []struct{ Words, Reason string }
	}
	if err := json.Unmarshal(file, &shared); err != nil {
		return nil, fmt.Errorf("rules on claims: %w", err)
	}
	rules := &Rules{}
	var patterns []string
	for _, rule := range shared.Rules {
		reason, ok := shared.Reasons[rule.Reason]
		if !ok {
			return nil, fmt.Errorf("rules on claims: there is no reason %q", rule.Reason)
		}
		rules.reasons = append(rules.reasons, reason)
		words := strings.ReplaceAll(rule.Words, "{beings}", shared.Beings)
		// The character that ends the words is part of the match, because Go
		// cannot look ahead. No match can begin with it.
		patterns = append(patterns, `\b(`+words+`)(?:[^\w-]|$)`)
	}
	var err error
	if rules.wording, err = regexp.Compile("(?i)" + strings.Join(patterns, "|")); err != nil {
		return nil, fmt.Errorf("rules on claims: %w", err)
	}
	return rules, nil
}

// Find returns the restricted wordings in texts, which may be HTML, each once.
func (r *Rules) Find(texts ...string) []Claim {
	found := []Claim{}
	if r == nil {
		return found
	}
	seen := map[string]bool{}
	for _, text := range texts {
		text = visibleText(text)
		for _, match := range r.wording.FindAllStringSubmatchIndex(text, -1) {
			for rule, reason := range r.reasons {
				start, end := match[2*rule+2], match[2*rule+3]
				if start < 0 {
					continue
				}
				if phrase := text[start:end]; !seen[strings.ToLower(phrase)] {
					seen[strings.ToLower(phrase)] = true
					found = append(found, Claim{phrase, reason})
				}
				break
			}
		}
	}
	return found
}

var (
	tag = regexp.MustCompile(`<[^>]*>`)
	// space is what JavaScript calls white space, and the entity.
	space = regexp.MustCompile(`(?:&nbsp;|[\f\n\r\t\v\p{Z}\x{feff}])+`)
)

func visibleText(markup string) string {
	return space.ReplaceAllString(tag.ReplaceAllString(markup, " "), " ")
}
