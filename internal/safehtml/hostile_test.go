package safehtml

import (
	"fmt"
	"strings"
	"testing"

	"perimeter/internal/testkit/linear"
)

// hostile are inputs that make a parser repeat work if it is careless: what never
// ends, what never begins, and many of what is compared with each other.
var hostile = map[string]func(size int) string{
	"open elements":        repeat("<div>"),
	"end tags":             repeat("</div>"),
	"deep and wrong ends":  repeat(strings.Repeat("<div>", 150) + strings.Repeat("</p>", 50) + strings.Repeat("</div>", 150)),
	"starts of tags":       repeat("<"),
	"starts of comments":   repeat("<!--"),
	"ends of comments":     repeat("<!-- -"),
	"declarations":         repeat("<!"),
	"CDATA":                repeat("<![CDATA["),
	"open quotes":          repeat(`<p class="`),
	"ampersands":           repeat("&"),
	"entities without end": repeat("&aaaaaaaaaa"),
	"scripts":              repeat("<script>"),
	"scripts in comments":  repeat("<script><!--<script>"),
	"text areas":           repeat("<textarea>"),
	"frames":               repeat("<iframe>"),
	"allowed frames":       repeat(`<iframe src="https://www.youtube.com/embed/x">`),
	"options":              repeat("<select><option>"),
	"zero bytes":           repeat("\x00"),
	"braces":               repeat("{{{"),
	"unknown elements":     numbered("", "<x%d>", ""),
	"attributes":           numbered("<p", " a%d=1", ">"),
	"classes":              numbered(`<p class="`, "p-[%dpx] ", `">`),
	"the same attribute":   func(size int) string { return "<p" + repeat(" class=a")(size) + ">" },
	"relations":            func(size int) string { return `<a target="_blank" href="/"` + repeat(" rel=a")(size) + ">x</a>" },
	"words in a relation":  func(size int) string { return `<a target="_blank" href="/" rel="` + repeat("a ")(size) + `">x</a>` },
	"colons in a URL":      func(size int) string { return `<a href="` + repeat("a:")(size) + `">x</a>` },
	"white space in a URL": func(size int) string { return `<a href="` + repeat("\t")(size) + `javascript:1">x</a>` },
	"a long frame URL": func(size int) string {
		return `<iframe src="https://www.google.com/maps` + repeat("/maps")(size) + `">`
	},
	"brackets in one class": func(size int) string { return `<p class="` + repeat("[(:")(size) + `">` },
}

func repeat(part string) func(size int) string {
	return func(size int) string { return strings.Repeat(part, size/len(part)) }
}

func numbered(start, part, end string) func(size int) string {
	return func(size int) string {
		var b strings.Builder
		b.WriteString(start)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, part, i)
		}
		return b.String() + end
	}
}

func TestCleaningTakesTimeInProportionToHostileHTML(t *testing.T) {
	for name, input := range hostile {
		t.Run(name, func(t *testing.T) {
			linear.Check(t, 12_500, input, func(raw string) { _, _, _ = Clean(raw) })
		})
	}
}
