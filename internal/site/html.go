package site

import (
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// frames are the map and video players that may be embedded, by origin and the
// beginning of the path.
var frames = []struct{ origin, path string }{
	{"https://www.google.com", "/maps/embed"},
	{"https://www.google.com", "/maps/d/embed"},
	{"https://maps.google.com", "/maps"},
	{"https://www.openstreetmap.org", "/export/embed.html"},
	{"https://www.youtube-nocookie.com", "/embed/"},
	{"https://www.youtube.com", "/embed/"},
	{"https://player.vimeo.com", "/video/"},
}

// FrameOrigins returns the origins from which safe HTML may embed frames.
func FrameOrigins() []string {
	var origins []string
	for _, f := range frames {
		if !slices.Contains(origins, f.origin) {
			origins = append(origins, f.origin)
		}
	}
	return origins
}

// frameSandbox is what an embedded player may do. It stays on its own origin,
// so its scripts cannot reach the page.
const frameSandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation"

// textElements are the elements of text and layout. None of them can load or
// run anything. Missing on purpose: main and body, of which a page has one;
// forms, which would look as if the company asked; svg, math, template and
// style, whose contents are parsed by other rules.
var textElements = []string{
	"abbr", "address", "article", "aside", "b", "blockquote", "br", "caption", "cite", "code", "col", "colgroup",
	"dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer",
	"h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "ins", "kbd", "li", "mark", "nav", "ol", "p", "pre",
	"q", "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup",
	"table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr",
}

// address matches what a browser reads as a web, mail or phone address or as
// relative: up to the first slash, question mark or hash there is no colon, nor
// any of the characters that browsers skip while they look for a scheme.
var address = regexp.MustCompile(`^(?i)(https?:|mailto:|tel:|[^:/?#\x00-\x20]*([/?#]|$))[^\x00-\x1f]*$`)

var policy = newPolicy()

func newPolicy() *bluemonday.Policy {
	var (
		length    = regexp.MustCompile(`^[0-9]{1,4}(px|%)?$`)
		number    = regexp.MustCompile(`^-?[0-9]{1,4}$`)
		word      = regexp.MustCompile(`^[A-Za-z][A-Za-z-]{0,39}$`)
		words     = regexp.MustCompile(`^[A-Za-z- ]{0,120}$`)
		moment    = regexp.MustCompile(`^[0-9A-Za-z:.+ -]{1,40}$`)
		noBorder  = regexp.MustCompile(`^\s*border:\s*(0|none)\s*;?\s*$`)
		features  = regexp.MustCompile(`^[a-z; -]{0,300}$`)
		newWindow = regexp.MustCompile(`^_(blank|self)$`)
	)
	p := bluemonday.NewPolicy()
	// Addresses are matched instead of parsed and printed again, because that
	// would escape the braces of placeholders.
	p.RequireParseableURLs(false)

	p.AllowElements(textElements...)
	p.AllowNoAttrs().OnElements(textElements...)
	p.AllowNoAttrs().OnElements("a")

	// A class is only a name and utility classes use nearly every character,
	// so any value may pass; it is escaped when it is written.
	p.AllowAttrs("class", "title", "aria-label").Globally()
	p.AllowAttrs("role", "lang", "dir", "aria-hidden").Matching(word).Globally()

	p.AllowAttrs("href").Matching(address).OnElements("a")
	p.AllowAttrs("target").Matching(newWindow).OnElements("a")
	p.AllowAttrs("rel").Matching(words).OnElements("a")
	p.AllowAttrs("src").Matching(address).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(length).OnElements("img", "iframe", "table", "td", "th", "col")
	p.AllowAttrs("loading", "decoding").Matching(word).OnElements("img", "iframe")
	p.AllowAttrs("colspan", "rowspan", "span").Matching(number).OnElements("td", "th", "col", "colgroup")
	p.AllowAttrs("scope").Matching(word).OnElements("th")
	p.AllowAttrs("start", "value").Matching(number).OnElements("ol", "li")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^[1aAiI]$`)).OnElements("ol")
	p.AllowAttrs("reversed").Matching(regexp.MustCompile(`^(reversed)?$`)).OnElements("ol")
	p.AllowAttrs("open").Matching(regexp.MustCompile(`^(open)?$`)).OnElements("details")
	p.AllowAttrs("datetime").Matching(moment).OnElements("time", "del", "ins")
	p.AllowAttrs("cite").Matching(address).OnElements("blockquote", "q", "del", "ins")

	// What the embed codes of map and video sites bring along. A frame without
	// a permitted address is dropped with its contents when it is written.
	p.AllowNoAttrs().OnElements("iframe")
	p.AllowAttrs("src").Matching(framePattern()).OnElements("iframe")
	p.AllowAttrs("allowfullscreen").Matching(regexp.MustCompile(`^(allowfullscreen|true)?$`)).OnElements("iframe")
	p.AllowAttrs("frameborder").Matching(number).OnElements("iframe")
	p.AllowAttrs("referrerpolicy").Matching(word).OnElements("iframe")
	p.AllowAttrs("style").Matching(noBorder).OnElements("iframe")
	p.AllowAttrs("allow").Matching(features).OnElements("iframe")
	p.AllowAttrs("sandbox").OnElements("iframe")
	return p
}

func framePattern() *regexp.Regexp {
	starts := make([]string, len(frames))
	for i, f := range frames {
		starts[i] = regexp.QuoteMeta(f.origin + f.path)
		if !strings.HasSuffix(f.path, "/") {
			starts[i] += `($|[?#])`
		}
	}
	return regexp.MustCompile(`^(` + strings.Join(starts, "|") + `)`)
}

// Removed names what was taken out of HTML to make it safe, such as "<script>"
// or "onclick".
type Removed []string

func (r Removed) and(more Removed) Removed {
	all := slices.Clone(r)
	for _, name := range more {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// SafeHTML returns the HTML with everything gone that could run, load or
// imitate something: it may be shown on a page of this site as it is. Every
// element in it is closed, so it cannot end the element that it stands in.
// Placeholders such as {name} stay; whoever fills them must escape the values and
// check the addresses that come about.
func SafeHTML(raw string) (safe string, removed Removed, err error) {
	w := newHTMLWriter()
	if err := w.write(policy.Sanitize(raw)); err != nil {
		return "", nil, err
	}
	return w.String(), removedBetween(raw, w.kept), nil
}

// makeSafe makes the HTML of the field of that name safe.
func makeSafe(name string, html *string) (Removed, error) {
	safe, removed, err := SafeHTML(*html)
	if err != nil {
		return nil, field{name: name}.invalid("cannot be shown: " + strings.TrimSuffix(err.Error(), "."))
	}
	*html = safe
	return removed, nil
}

// makeSafeRequired makes HTML safe of which something must be left.
func makeSafeRequired(name string, html *string) (Removed, error) {
	removed, err := makeSafe(name, html)
	if err == nil && strings.TrimSpace(*html) == "" {
		return nil, field{name: name}.invalid("holds nothing that may be shown: scripts, forms and the like are removed")
	}
	return removed, err
}
