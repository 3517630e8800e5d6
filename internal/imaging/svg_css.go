package imaging

import (
	"regexp"
	"strings"
)

// checkValue checks a CSS value, or an attribute that browsers read as one. It
// returns the ids that the value refers to, and false if the value has to be
// dropped. A reference to another file is an error.
func checkValue(value string) (ids []string, ok bool, err error) {
	// Without escapes and comments, a function is a name and a parenthesis.
	ok = !strings.ContainsAny(value, `\{}@`) && !strings.Contains(value, "/*") && balanced(value)
	for rest := value; ; {
		open := strings.IndexByte(rest, '(')
		if open < 0 {
			return ids, ok, nil
		}
		name := strings.ToLower(rest[nameStart(rest[:open]):open])
		rest = rest[open+1:]
		if name != "url" {
			ok = ok && (name == "" || cssFunctions[name])
			continue
		}
		id, after, isFragment := fragmentID(rest)
		if !isFragment {
			return nil, false, unsafeSVG("a style that loads another file")
		}
		// No drawing program names an element so, and it could be taken for a function.
		ok = ok && !strings.Contains(id, "(")
		ids, rest = append(ids, id), after
	}
}

// nameStart returns where the CSS name at the end of s begins.
func nameStart(s string) int {
	return len(strings.TrimRight(s, "-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
}

// fragmentID returns the id in the argument of url() at the beginning of s, and
// what follows it.
func fragmentID(s string) (id, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t\r\n\f")
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s = s[1:]
	}
	if s == "" || s[0] != '#' {
		return "", "", false
	}
	end := strings.IndexAny(s, "\"') \t\r\n\f")
	if end < 0 {
		end = len(s)
	}
	return unescapeID(s[1:end]), s[end:], true
}

// balanced reports whether all quotes and parentheses in s are closed.
func balanced(s string) bool {
	end, depth := scanCSS(s, "")
	return end == len(s) && depth == 0
}

// scanCSS returns the position of the first of the stop bytes that is outside of
// quotes and parentheses, or the end of s, and how many parentheses or quotes are
// open there.
func scanCSS(s, stop string) (end, depth int) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case depth == 0 && strings.IndexByte(stop, c) >= 0:
			return i, 0
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == '"' || c == '\'':
			length := strings.IndexAny(s[i+1:], string(c)+"\n")
			if length < 0 || s[i+1+length] == '\n' {
				return len(s), depth + 1
			}
			i += 1 + length
		}
	}
	return len(s), depth
}

// cleanDeclarations keeps the declarations with known properties and harmless
// values. It tells the drawing about paths.
func cleanDeclarations(css string, drawing *drawing) (string, []reference, error) {
	var kept []string
	var refs []reference
	for css = withoutComments(css); css != ""; {
		end, _ := scanCSS(css, ";")
		name, value, _ := strings.Cut(css[:end], ":")
		css = css[min(end+1, len(css)):]
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		ids, ok, err := checkValue(value)
		if err != nil {
			return "", nil, err
		}
		if ok && value != "" && cssProperties[name] {
			kept = append(kept, name+":"+value)
			refs = append(refs, references(name, ids)...)
			if name == "d" {
				drawing.assignPath(value)
			}
		}
	}
	return strings.Join(kept, ";"), refs, nil
}

func withoutComments(css string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(css, "/*")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if _, css, found = strings.Cut(after, "*/"); !found {
			return out.String()
		}
		out.WriteByte(' ')
	}
}

const (
	// maxRules is the most style rules of a drawing.
	maxRules = 5000
	// maxRuleReferences is the most references in style rules, counted once for
	// each selector.
	maxRuleReferences = 100_000
	// maxRuleDepth is how deep rules may be nested in @media and the like.
	maxRuleDepth = 3
)

var (
	selectorSyntax = regexp.MustCompile(`^[-\w\s.#*,:>+~()\[\]="'%^$|]+$`)
	preludeSyntax  = regexp.MustCompile(`^@[-\w\s.,:()<>=/%]+$`)
	nestingRules   = nameSet("@media @supports @keyframes @-webkit-keyframes @layer")
)

// sheetCleaner collects the rules of a style element that are kept.
type sheetCleaner struct {
	out     strings.Builder
	drawing *drawing
}

// cleanSheet keeps the rules of a style element that have a known form, and tells
// the drawing what they refer to.
func cleanSheet(css string, drawing *drawing) (string, error) {
	css = withoutComments(css)
	if strings.Contains(strings.ToLower(css), "@import") {
		return "", unsafeSVG("a style sheet that loads another file")
	}
	c := sheetCleaner{drawing: drawing}
	if err := c.clean(css, 0, false); err != nil {
		return "", err
	}
	return c.out.String(), nil
}

func (c *sheetCleaner) clean(css string, depth int, keyframes bool) error {
	for {
		end, _ := scanCSS(css, "{;")
		if end == len(css) {
			return nil
		}
		prelude := strings.TrimSpace(css[:end])
		if css[end] == ';' { // such as @charset
			css = css[end+1:]
			continue
		}
		body, rest := block(css[end+1:])
		css = rest
		if c.drawing.ruleCount++; c.drawing.ruleCount > maxRules {
			return unsafeSVG("too many style rules")
		}
		var err error
		if strings.HasPrefix(prelude, "@") {
			err = c.atRule(prelude, body, depth)
		} else {
			err = c.rule(prelude, body, keyframes)
		}
		if err != nil {
			return err
		}
	}
}

// block splits css, which begins inside a block, at the brace that closes it.
func block(css string) (body, rest string) {
	depth := 1
	for at := 0; at < len(css); at++ {
		end, _ := scanCSS(css[at:], "{}")
		at += end
		if at == len(css) {
			break
		}
		if css[at] == '{' {
			depth++
		} else if depth--; depth == 0 {
			return css[:at], css[at+1:]
		}
	}
	return css, ""
}

func (c *sheetCleaner) atRule(prelude, body string, depth int) error {
	name := strings.ToLower(strings.Fields(strings.ReplaceAll(prelude, "(", " "))[0])
	if name == "@font-face" {
		return unsafeSVG("an embedded font")
	}
	if !nestingRules[name] || depth == maxRuleDepth || !preludeSyntax.MatchString(prelude) || !balanced(prelude) {
		_, _, err := checkValue(body) // refuses a reference to another file
		return err
	}
	c.out.WriteString(prelude + "{")
	if err := c.clean(body, depth+1, strings.HasSuffix(name, "keyframes")); err != nil {
		return err
	}
	c.out.WriteString("}")
	return nil
}

func (c *sheetCleaner) rule(selectors, body string, keyframes bool) error {
	declarations, refs, err := cleanDeclarations(body, c.drawing)
	if err != nil {
		return err
	}
	if declarations == "" || !selectorSyntax.MatchString(selectors) || !balanced(selectors) ||
		strings.Contains(selectors, ":has(") { // slow in large drawings
		return nil
	}
	c.out.WriteString(selectors + "{" + declarations + "}")
	if len(refs) == 0 {
		return nil
	}
	for selector := range strings.SplitSeq(selectors, ",") {
		key := selectorKey(selector)
		if keyframes { // any element may use them
			key = anyElement
		}
		if c.drawing.ruleReferences += len(refs); c.drawing.ruleReferences > maxRuleReferences {
			return unsafeSVG("too many style rules")
		}
		c.drawing.sheet[key] = append(c.drawing.sheet[key], refs...)
	}
	return nil
}

// anyElement is the key of rules that may apply to every element.
const anyElement = "*"

// selectorKey returns what an element must have for the selector to match: an id
// as "#id", a class as ".class" or a name. Every element that matches has it.
func selectorKey(selector string) string {
	if strings.ContainsAny(selector, "([|") {
		return anyElement
	}
	parts := strings.FieldsFunc(selector, func(r rune) bool { return strings.ContainsRune(" \t\r\n\f>+~", r) })
	if len(parts) == 0 {
		return anyElement
	}
	compound, _, _ := strings.Cut(parts[len(parts)-1], ":")
	for _, mark := range []string{"#", "."} {
		if _, name, found := strings.Cut(compound, mark); found {
			if end := strings.IndexAny(name, "#."); end >= 0 {
				name = name[:end]
			}
			return mark + name
		}
	}
	if compound == "" {
		return anyElement
	}
	return compound
}
