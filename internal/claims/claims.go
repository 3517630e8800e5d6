// Package claims owns the search for wording that the rules on advertising for
// pest control restrict. The rules themselves are a file of the front end, which
// searches while somebody types. It must not know where the texts come from.
package claims

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Claim is a restricted wording that was found in a text.
type Claim struct {
	Phrase string `json:"phrase" doc:"The words as they were written"`
	Reason string `json:"reason" doc:"Why they are a risk"`
}

// Rules say which wordings are restricted. Nil rules find nothing.
type Rules struct {
	// wording begins where it is tried, and has one group for each rule.
	wording  *regexp.Regexp
	prefixes prefixes
	reasons  []string // of each rule
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
	var patterns, all []string
	for _, rule := range shared.Rules {
		reason, ok := shared.Reasons[rule.Reason]
		if !ok {
			return nil, fmt.Errorf("rules on claims: there is no reason %q", rule.Reason)
		}
		rules.reasons = append(rules.reasons, reason)
		words := strings.ReplaceAll(rule.Words, "{beings}", shared.Beings)
		// The character that ends the words is part of the match, because Go
		// cannot look ahead. No match can begin with it.
		patterns = append(patterns, `(`+words+`)(?:[^\w-]|$)`)
		all = append(all, `(?:`+words+`)`)
	}
	var err error
	if rules.wording, err = regexp.Compile("(?i)^(?:" + strings.Join(patterns, "|") + ")"); err != nil {
		return nil, fmt.Errorf("rules on claims: %w", err)
	}
	rules.prefixes = prefixesOf(strings.Join(all, "|"))
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
		r.matches(text, func(match []int) {
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
		})
	}
	return found
}

var tag = regexp.MustCompile(`<[^>]*>`)

// visibleText replaces tags, and what JavaScript calls white space, by single spaces.
func visibleText(markup string) string {
	if strings.Contains(markup, "<") {
		markup = tag.ReplaceAllString(markup, " ")
	}
	var text strings.Builder
	text.Grow(len(markup))
	inSpace := false
	for i := 0; i < len(markup); {
		r, size := utf8.DecodeRuneInString(markup[i:])
		isSpace := strings.ContainsRune("\f\n\r\t\v\ufeff", r) || unicode.Is(unicode.Z, r)
		if r == '&' && strings.HasPrefix(markup[i:], "&nbsp;") {
			isSpace, size = true, len("&nbsp;")
		}
		if !isSpace {
			text.WriteString(markup[i : i+size])
		} else if !inSpace {
			text.WriteByte(' ')
		}
		inSpace = isSpace
		i += size
	}
	return text.String()
}
