// Package safehtml owns the cleaning of HTML that administrators type, and the
// report of what was removed. It must not know which field the HTML belongs to.
package safehtml

import (
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// frames are the map and video players that may be embedded, by origin and path
// prefix.
var frames = []struct{ origin, path string }{
	{"https://www.google.com", "/maps/embed"},
	{"https://www.google.com", "/maps/d/embed"},
	{"https://maps.google.com", "/maps"},
	{"https://www.openstreetmap.org", "/export/embed.html"},
	{"https://www.youtube-nocookie.com", "/embed/"},
	{"https://www.youtube.com", "/embed/"},
	{"https://player.vimeo.com", "/video/"},
}

// FrameOrigins returns the origins that clean HTML may embed frames from.
func FrameOrigins() []string {
	var origins []string
	for _, f := range frames {
		if !slices.Contains(origins, f.origin) {
			origins = append(origins, f.origin)
		}
	}
	return origins
}

// IsFrameURL reports whether clean HTML may embed a frame with the URL.
func IsFrameURL(url string) bool { return allowedFrame.MatchString(url) }

// frameSandbox is what an embedded player may do. The player stays on its own
// origin, so its scripts cannot reach the page.
const frameSandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation"

// textElements are the elements of text and layout. None of them can load or
// run anything. Left out on purpose: main and body, because a page has only one
// of each; form elements, because visitors would take them for the company's own;
// svg, math, template and style, because browsers parse their contents by other
// rules.
var textElements = []string{
	"abbr", "address", "article", "aside", "b", "blockquote", "br", "caption", "cite", "code", "col", "colgroup",
	"dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer",
	"h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "ins", "kbd", "li", "mark", "nav", "ol", "p", "pre",
	"q", "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup",
	"table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr",
}

// allowedURL matches http, https, mailto and tel URLs and relative ones. A
// relative URL has, before its first slash, question mark or hash, neither a
// colon nor a character that browsers skip while they look for a scheme.
var allowedURL = regexp.MustCompile(`^(?i)(https?:|mailto:|tel:|[^:/?#\x00-\x20]*([/?#]|$))[^\x00-\x1f]*$`)

var (
	allowedFrame = framePattern()
	policy       = newPolicy()
)

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
	// URLs are matched by pattern. Parsing and printing them again would escape
	// the braces of placeholders.
	p.RequireParseableURLs(false)

	p.AllowElements(textElements...)
	p.AllowNoAttrs().OnElements(textElements...)
	p.AllowNoAttrs().OnElements("a")

	// Utility classes use nearly every character, and a class cannot do harm, so
	// any value may pass; the writer escapes it.
	p.AllowAttrs("class", "title", "aria-label").Globally()
	p.AllowAttrs("role", "lang", "dir", "aria-hidden").Matching(word).Globally()

	p.AllowAttrs("href").Matching(allowedURL).OnElements("a")
	p.AllowAttrs("target").Matching(newWindow).OnElements("a")
	p.AllowAttrs("rel").Matching(words).OnElements("a")
	p.AllowAttrs("src").Matching(allowedURL).OnElements("img")
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
	p.AllowAttrs("cite").Matching(allowedURL).OnElements("blockquote", "q", "del", "ins")

	// These attributes are part of the embed codes of map and video sites. The
	// writer drops a frame without a permitted src, with its contents.
	p.AllowNoAttrs().OnElements("iframe")
	p.AllowAttrs("src").Matching(allowedFrame).OnElements("iframe")
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

// Removed names the elements and attributes that were removed, such as
// "<script>" or "onclick".
type Removed []string

// And returns the names in either list, each once.
func (r Removed) And(more Removed) Removed {
	var all Removed
	seen := map[string]bool{} // hostile HTML has thousands of names
	for _, name := range slices.Concat(r, more) {
		if !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	}
	return all
}

// Clean removes everything from HTML that could run, load or imitate something,
// so that a page of this site can show it. Every element of the result is
// closed, so the result cannot end the element that contains it. Placeholders
// such as {name} stay; whoever fills them must escape the values and check the
// resulting URLs. It returns Invalid if elements are nested too deeply.
func Clean(raw string) (safe string, removed Removed, err error) {
	w := newHTMLWriter()
	if err := w.write(policy.Sanitize(raw)); err != nil {
		return "", nil, err
	}
	return w.String(), removedFrom(raw, w.kept), nil
}
