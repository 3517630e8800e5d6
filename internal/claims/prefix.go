package claims

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// prefixLength is how many bytes of a wording are looked at before the regular
// expression is tried, which takes a hundred times as long.
const prefixLength = 3

// prefixes are the beginnings of all wordings in lower case, by their first byte.
type prefixes map[byte][]string

// prefixesOf returns the beginnings of what an expression matches, or nil if they
// cannot be listed.
func prefixesOf(expression string) prefixes {
	parsed, err := syntax.Parse("(?i)"+expression, syntax.Perl)
	if err != nil {
		return nil
	}
	found := prefixes{}
	for _, beginning := range beginnings(parsed) {
		beginning = strings.TrimSuffix(beginning, anything)
		if beginning == "" {
			return nil
		}
		found[beginning[0]] = append(found[beginning[0]], beginning)
	}
	return found
}

// anything ends a beginning after which any byte may follow.
const anything = "\xff"

// beginnings returns the first bytes of what an expression matches. One that is
// shorter than prefixLength and does not end in anything is a whole match.
func beginnings(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		text := strings.ToLower(string(re.Rune))
		return []string{text[:min(len(text), prefixLength)]}
	case syntax.OpCharClass:
		return letters(re.Rune)
	case syntax.OpCapture:
		return beginnings(re.Sub[0])
	case syntax.OpQuest:
		return append(beginnings(re.Sub[0]), "")
	case syntax.OpEmptyMatch:
		return []string{""}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			all = append(all, beginnings(sub)...)
		}
		return all
	case syntax.OpConcat:
		return joined(re.Sub)
	default:
		return []string{anything}
	}
}

// letters returns the characters of a class, which has pairs of the first and the last
// of a range. Those beyond ASCII are left out: see mayBegin.
func letters(class []rune) []string {
	var all []string
	for i := 0; i < len(class); i += 2 {
		for r := class[i]; r <= class[i+1] && r < 0x80; r++ {
			all = append(all, strings.ToLower(string(r)))
		}
	}
	return all
}

// joined returns the beginnings of expressions that follow each other.
func joined(parts []*syntax.Regexp) []string {
	all := []string{""}
	for _, part := range parts {
		var longer []string
		for _, start := range all {
			if len(start) >= prefixLength || strings.HasSuffix(start, anything) {
				longer = append(longer, start)
				continue
			}
			for _, end := range beginnings(part) {
				text := start + end
				longer = append(longer, text[:min(len(text), prefixLength)])
			}
		}
		slices.Sort(longer)
		all = slices.Compact(longer)
	}
	return all
}

// mayBegin reports whether a wording may begin with the text.
func (p prefixes) mayBegin(text string) bool {
	if p == nil {
		return true
	}
	start := text[:min(len(text), prefixLength)]
	for i := range len(start) {
		if start[i] >= 0x80 { // Unicode has more letters that count as an s or a k
			return true
		}
	}
	start = strings.ToLower(start)
	for _, prefix := range p[start[0]] {
		if strings.HasPrefix(start, prefix) {
			return true
		}
	}
	return false
}

// isWordByte is what \b calls a word character.
func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z'
}

// matches calls found with each match that does not overlap with one before, as
// FindAllStringSubmatchIndex would return it.
func (r *Rules) matches(text string, found func(match []int)) {
	for at := 0; at < len(text); at++ {
		boundary := isWordByte(text[at]) != (at > 0 && isWordByte(text[at-1]))
		if !boundary || !r.prefixes.mayBegin(text[at:]) {
			continue
		}
		match := r.wording.FindStringSubmatchIndex(text[at:])
		if match == nil {
			continue
		}
		end := match[1]
		for i := range match {
			if match[i] >= 0 {
				match[i] += at
			}
		}
		found(match)
		at += end - 1
	}
}
