package safehtml

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"perimeter/internal/errs"
)

// maxNesting is far above what a layout needs and far below what browsers parse.
const maxNesting = 200

// htmlWriter writes sanitised HTML in one regular form: every element closed,
// every attribute quoted, and text escaped only where necessary, so that an
// editor shows it as it was typed.
type htmlWriter struct {
	strings.Builder
	open []string // the elements that are not closed yet
	kept inventory
}

func newHTMLWriter() *htmlWriter { return &htmlWriter{kept: newInventory()} }

func (w *htmlWriter) write(clean string) error {
	z := html.NewTokenizer(strings.NewReader(clean))
	frame := false // inside a frame, whose contents browsers do not show
	for {
		switch z.Next() {
		case html.ErrorToken: // the end of the input
			w.closeDownTo(0)
			return nil
		case html.TextToken:
			if !frame {
				w.WriteString(textEscaper.Replace(z.Token().Data))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			frame = t.Data == "iframe"
			w.start(t)
			if len(w.open) > maxNesting {
				return errs.Errorf(errs.Invalid, "The HTML nests its elements too deeply.")
			}
		case html.EndTagToken:
			frame = false
			w.end(z.Token().Data)
		}
	}
}

func (w *htmlWriter) start(t html.Token) {
	attrs := fixAttributes(t.Data, t.Attr)
	if t.Data == "iframe" && !has(attrs, "src") {
		return
	}
	w.WriteString("<" + t.Data)
	for _, a := range attrs {
		w.WriteString(" " + a.Key + `="` + attributeEscaper.Replace(a.Val) + `"`)
	}
	w.WriteString(">")
	w.kept.add(t.Data, attrs)
	if !void(t.Data) {
		w.open = append(w.open, t.Data)
	}
	if t.Data == "iframe" {
		w.closeDownTo(len(w.open) - 1)
	}
}

// fixAttributes enforces the rules that involve more than one attribute.
func fixAttributes(element string, attrs []html.Attribute) []html.Attribute {
	if element == "iframe" {
		attrs = slices.DeleteFunc(attrs, func(a html.Attribute) bool { return a.Key == "sandbox" })
		attrs = append(attrs, html.Attribute{Key: "sandbox", Val: frameSandbox})
	}
	if element == "a" && value(attrs, "target") == "_blank" {
		// The opened page must not reach this one through window.opener.
		rel := strings.Fields(value(attrs, "rel"))
		if !slices.Contains(rel, "noopener") {
			rel = append(rel, "noopener")
		}
		attrs = slices.DeleteFunc(attrs, func(a html.Attribute) bool { return a.Key == "rel" })
		attrs = append(attrs, html.Attribute{Key: "rel", Val: strings.Join(rel, " ")})
	}
	return attrs
}

// end closes the innermost open element of that name and everything open inside
// it. An end tag without an open element is ignored.
func (w *htmlWriter) end(element string) {
	for i := len(w.open) - 1; i >= 0; i-- {
		if w.open[i] == element {
			w.closeDownTo(i)
			return
		}
	}
}

func (w *htmlWriter) closeDownTo(depth int) {
	for len(w.open) > depth {
		last := len(w.open) - 1
		w.WriteString("</" + w.open[last] + ">")
		w.open = w.open[:last]
	}
}

var (
	// A carriage return can only come from a reference. Parsers read it as a line break.
	textEscaper      = strings.NewReplacer("\r\n", "\n", "\r", "\n", "&", "&amp;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")
	attributeEscaper = strings.NewReplacer("\r\n", "\n", "\r", "\n", "&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\u00a0", "&nbsp;")
)

func void(element string) bool {
	return slices.Contains([]string{"br", "col", "hr", "img", "wbr"}, element)
}

func isURL(attribute string) bool {
	return attribute == "href" || attribute == "src" || attribute == "cite"
}

func has(attrs []html.Attribute, key string) bool {
	return slices.ContainsFunc(attrs, func(a html.Attribute) bool { return a.Key == key })
}

func value(attrs []html.Attribute, key string) string {
	for _, a := range attrs {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
