package imaging

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"perimeter/internal/errs"
)

// SVG files are rewritten: elements, attributes and CSS that are on our lists are
// written anew, everything else is dropped. What people would miss, such as
// scripts, embedded pages and references to other files, is refused instead.

const (
	maxSVGElements = 100_000
	maxSVGDepth    = 256
	// maxSVGAttributes is the most attributes of one element. The XML decoder
	// would take a hundred bytes of memory for each.
	maxSVGAttributes = 1000
)

// isSVG looks for an svg element after the prolog.
func isSVG(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte(utf8BOM))
	if !bytes.HasPrefix(bytes.TrimSpace(data[:min(len(data), 1024)]), []byte("<")) {
		return false
	}
	decoder := newXMLDecoder(data[:min(len(data), 64<<10)])
	for range 20 { // a prolog is short
		token, err := decoder.RawToken()
		if err != nil {
			// In another encoding than UTF-8 it is refused by parseSVG.
			return errs.KindOf(err) != 0 && bytes.Contains(data, []byte("<svg"))
		}
		if start, ok := token.(xml.StartElement); ok {
			return strings.EqualFold(start.Name.Local, "svg")
		}
	}
	return false
}

const utf8BOM = "\xef\xbb\xbf"

func newXMLDecoder(data []byte) *xml.Decoder {
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte(utf8BOM))))
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, unsafeSVG(fmt.Sprintf("text in the encoding %.20q instead of UTF-8", charset))
	}
	return decoder
}

// parseSVG reads the whole drawing and rewrites it.
func parseSVG(data []byte) (fileInfo, error) {
	if hasManyAttributes(data) {
		return fileInfo{}, unsafeSVG("an element with too many attributes")
	}
	w := svgWriter{drawing: newDrawing()}
	decoder := newXMLDecoder(data)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fileInfo{}, err
		}
		if err := w.write(token); err != nil {
			return fileInfo{}, err
		}
	}
	if w.width == 0 {
		return fileInfo{}, errors.New("no drawing")
	}
	if err := w.drawing.checkExpansion(); err != nil {
		return fileInfo{}, err
	}
	return fileInfo{width: w.width, height: w.height, stripped: w.out.Bytes()}, nil
}

// hasManyAttributes counts equals signs between angle brackets, so that the XML
// decoder never sees an element with a huge number of attributes.
func hasManyAttributes(data []byte) bool {
	n := 0
	for _, b := range data {
		switch b {
		case '<':
			n = 0
		case '=':
			n++
		}
		if n > maxSVGAttributes {
			return true
		}
	}
	return false
}

func unsafeSVG(what string) error {
	return errs.Errorf(errs.Unsupported,
		"This SVG drawing contains %s, which is not allowed. Export it as a plain SVG or as PNG and upload that.", what)
}

// svgWriter writes the parts of a drawing that may be published.
type svgWriter struct {
	width, height int
	out           bytes.Buffer
	path          []string         // names of the open elements
	startOpen     bool             // the last start tag still lacks its ">"
	skipped       int              // depth inside an element that is dropped
	sheet         *strings.Builder // the text of an open style element
	drawing       *drawing
	imagePixels   int64 // of all embedded images
}

func (w *svgWriter) write(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return w.startElement(token)
	case xml.EndElement:
		return w.endElement()
	case xml.CharData:
		return w.text(token)
	case xml.ProcInst:
		if token.Target == "xml-stylesheet" {
			return unsafeSVG("a style sheet in another file")
		}
	case xml.Directive:
		if bytes.ContainsRune(token, '[') {
			return unsafeSVG("entity definitions")
		}
	}
	return nil
}

func (w *svgWriter) startElement(e xml.StartElement) error {
	if w.skipped > 0 {
		w.skipped++
		return nil
	}
	name := e.Name.Local
	if len(w.path) == 0 {
		if w.width != 0 {
			return errors.New("more than one drawing")
		}
		if name != "svg" || !isSVGNamespace(e.Name.Space) {
			return errors.New("no drawing")
		}
		w.width, w.height = drawingSize(e)
	}
	keep, err := w.keepElement(e)
	if err != nil {
		return err
	}
	if !keep {
		w.skipped = 1
		return nil
	}
	if len(w.drawing.elements) == maxSVGElements || len(w.path) == maxSVGDepth {
		return unsafeSVG("too many parts")
	}
	w.closeStartTag()
	w.out.WriteString("<" + name)
	if len(w.path) == 0 {
		w.out.WriteString(` xmlns="` + svgNamespace + `"`)
	}
	w.path = append(w.path, name)
	w.drawing.open(name)
	w.startOpen = true
	if name == "style" {
		w.sheet = &strings.Builder{}
	}
	return w.attributes(e)
}

// keepElement decides about one element: keep it, drop it with everything inside,
// or refuse the file.
func (w *svgWriter) keepElement(e xml.StartElement) (bool, error) {
	if e.Name.Space == xhtmlNamespace {
		return false, unsafeSVG("an embedded page")
	}
	if !isSVGNamespace(e.Name.Space) || w.sheet != nil {
		return false, nil
	}
	name := e.Name.Local
	switch strings.ToLower(name) {
	case "script", "handler", "listener":
		return false, unsafeSVG("a script")
	case "foreignobject":
		// Illustrator stores its own data this way, for itself alone.
		if w.path[len(w.path)-1] == "switch" && attribute(e, "requiredExtensions") != "" {
			return false, nil
		}
		return false, unsafeSVG("an embedded page (foreignObject)")
	case "iframe", "object", "embed", "audio", "video", "canvas":
		return false, unsafeSVG("an embedded page (" + name + ")")
	}
	if svgAnimations[name] {
		animated := attribute(e, "attributeName")
		if strings.HasSuffix(strings.ToLower(animated), "href") {
			return false, unsafeSVG("a link that changes")
		}
		if name != "animateMotion" && !svgAnimated(animated) {
			return false, nil
		}
	}
	return svgElements[name], nil
}

func (w *svgWriter) endElement() error {
	if w.skipped > 0 {
		w.skipped--
		return nil
	}
	if w.sheet != nil {
		css, err := cleanSheet(w.sheet.String(), w.drawing)
		if err != nil {
			return err
		}
		w.sheet = nil
		w.writeText(css)
	}
	name := w.path[len(w.path)-1]
	w.path = w.path[:len(w.path)-1]
	w.drawing.close()
	if w.startOpen {
		w.out.WriteString("/>")
		w.startOpen = false
	} else {
		w.out.WriteString("</" + name + ">")
	}
	return nil
}

func (w *svgWriter) text(text []byte) error {
	switch {
	case w.skipped > 0:
	case len(w.path) == 0:
		if len(bytes.TrimSpace(text)) > 0 {
			return errors.New("text around the drawing")
		}
	case w.sheet != nil:
		w.sheet.Write(text)
	default:
		w.writeText(string(text))
	}
	return nil
}

func (w *svgWriter) writeText(text string) {
	if text != "" {
		w.closeStartTag()
		_, _ = textEscapes.WriteString(&w.out, text)
	}
}

var textEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")

func (w *svgWriter) closeStartTag() {
	if w.startOpen {
		w.out.WriteByte('>')
		w.startOpen = false
	}
}

// attribute returns the value of an attribute without a namespace, or "".
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Space == "" && a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// maxDrawingSide limits the size that is reported for a drawing.
const maxDrawingSide = 4096

// drawingSize returns the size in pixels that the drawing declares, or the
// browsers' default.
func drawingSize(root xml.StartElement) (width, height int) {
	w, h := pixels(attribute(root, "width")), pixels(attribute(root, "height"))
	viewBox := strings.FieldsFunc(attribute(root, "viewBox"), func(r rune) bool { return strings.ContainsRune(", \n\r\t", r) })
	if len(viewBox) == 4 && (w == 0 || h == 0) {
		w, h = pixels(viewBox[2]), pixels(viewBox[3])
	}
	if w < 1 || h < 1 {
		return 300, 150
	}
	// A drawing has no pixels, so a huge size is scaled rather than refused.
	scale := min(1, maxDrawingSide/max(w, h))
	return max(1, int(w*scale)), max(1, int(h*scale))
}

// pixels reads a length without a unit or in pixels. Other units depend on the
// page and count as 0.
func pixels(length string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(length), "px"), 64)
	if err != nil || v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return v
}
