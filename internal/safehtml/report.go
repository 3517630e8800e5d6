package safehtml

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// inventory counts the elements and attributes of a piece of HTML.
type inventory struct {
	elements map[string]int
	labels   map[string]int // attributes by label
	comments int
	attrs    []labelled
	names    []string // elements in order of their first appearance
}

// labelled is an attribute with the element that it belongs to.
type labelled struct{ element, label string }

func newInventory() inventory {
	return inventory{elements: map[string]int{}, labels: map[string]int{}}
}

func (v *inventory) add(element string, attrs []html.Attribute) {
	if v.elements[element] == 0 {
		v.names = append(v.names, element)
	}
	v.elements[element]++
	for _, a := range attrs {
		label := labelOf(a)
		v.labels[label]++
		v.attrs = append(v.attrs, labelled{element, label})
	}
}

func inventoryOf(raw string) inventory {
	v := newInventory()
	z := html.NewTokenizer(strings.NewReader(raw))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return v
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			v.add(t.Data, t.Attr)
		case html.CommentToken:
			v.comments++
		}
	}
}

var urlScheme = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)

// labelOf names an attribute: a URL with a forbidden scheme by that scheme,
// everything else by the attribute's name.
func labelOf(a html.Attribute) string {
	if !isURL(a.Key) {
		return a.Key
	}
	plain := strings.ToLower(strings.Join(strings.FieldsFunc(a.Val, func(r rune) bool { return r <= ' ' }), ""))
	switch scheme := urlScheme.FindString(plain); scheme {
	case "", "http:", "https:", "mailto:", "tel:":
		return a.Key
	default:
		return scheme
	}
}

// removedFrom names what raw holds and the result does not. The attributes of an
// element that was removed altogether are not listed.
func removedFrom(raw string, kept inventory) Removed {
	before := inventoryOf(raw)
	var removed Removed
	for _, name := range before.names {
		if before.elements[name] > kept.elements[name] {
			removed = append(removed, "<"+name+">")
		}
	}
	if before.comments > 0 {
		removed = append(removed, "<!-- -->")
	}
	asked := map[string]int{}
	for _, a := range before.attrs {
		if kept.elements[a.element] == 0 {
			continue
		}
		if asked[a.label]++; asked[a.label] == kept.labels[a.label]+1 {
			removed = append(removed, a.label)
		}
	}
	return removed
}
