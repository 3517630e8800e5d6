package imaging

import (
	"encoding/base64"
	"encoding/xml"
	"net/url"
	"strconv"
	"strings"
)

// attributes writes the attributes of the element that was just opened.
func (w *svgWriter) attributes(e xml.StartElement) error {
	seen := map[string]bool{}
	for _, a := range e.Attr {
		name, value := a.Name.Local, a.Value
		switch {
		case a.Name.Space == "" && strings.HasPrefix(strings.ToLower(name), "on"):
			return unsafeSVG("a script (" + name + ")")
		case a.Name.Space == xmlNamespace && (name == "space" || name == "lang"):
			name = "xml:" + name
		case name == "href" && (a.Name.Space == "" || isXLink(a.Name.Space)):
		case a.Name.Space != "" || name != "style" && !svgAttributes[name]:
			continue
		}
		if seen[name] { // href and xlink:href
			continue
		}
		seen[name] = true
		cleaned, err := w.attributeValue(e.Name.Local, name, value)
		if err != nil {
			return err
		}
		if cleaned != "" || value == "" {
			w.writeAttribute(name, cleaned)
		}
	}
	return nil
}

func (w *svgWriter) writeAttribute(name, value string) {
	w.out.WriteString(" " + name + `="`)
	_ = xml.EscapeText(&w.out, []byte(value)) // a bytes.Buffer does not fail
	w.out.WriteByte('"')
}

// maxOctaves limits the work that a turbulence filter asks of browsers.
const maxOctaves = 10

// attributeValue returns the value as it may be published, or "" if the attribute
// has to be dropped. It tells the drawing what the attribute refers to.
func (w *svgWriter) attributeValue(element, name, value string) (string, error) {
	current := w.drawing.current()
	switch name {
	case "href":
		return w.link(element, strings.TrimSpace(value))
	case "style":
		css, refs, err := cleanDeclarations(value, w.drawing)
		current.refs = append(current.refs, refs...)
		return css, err
	case "id":
		w.drawing.identify(value)
	case "class":
		for class := range strings.FieldsSeq(value) {
			current.keys = append(current.keys, "."+class)
		}
	case "d", "points":
		current.vertices = countVertices(value)
	case "numOctaves":
		if n, _ := strconv.ParseFloat(value, 64); !(n <= maxOctaves) { // or not a number
			return "", nil
		}
	}
	if svgAnimations[element] {
		w.drawing.assignPath(value) // which attribute it is for may come later
	}
	if svgPlain[name] {
		return value, nil
	}
	ids, ok, err := checkValue(value)
	if err != nil || !ok {
		return "", err
	}
	current.refs = append(current.refs, references(name, ids)...)
	return value, nil
}

// link checks the target of an href attribute.
func (w *svgWriter) link(element, target string) (string, error) {
	fragment, isFragment := strings.CutPrefix(target, "#")
	lower := strings.ToLower(target)
	switch element {
	case "a":
		if isFragment || strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://") {
			return target, nil
		}
	case "image", "feImage":
		if strings.HasPrefix(lower, "data:") {
			return w.embeddedImage(target)
		}
		fallthrough
	default:
		if !isFragment {
			break
		}
		if !svgAnimations[element] && element != "mpath" {
			current := w.drawing.current()
			current.refs = append(current.refs, reference{id: unescapeID(fragment)})
		}
		return target, nil
	}
	return "", unsafeSVG("a reference to another file")
}

// unescapeID returns the id that a fragment names; browsers decode it.
func unescapeID(fragment string) string {
	if id, err := url.PathUnescape(fragment); err == nil {
		return id
	}
	return fragment
}

// embeddedImage checks an image in a data: URL like an uploaded one and strips
// its metadata.
func (w *svgWriter) embeddedImage(target string) (string, error) {
	header, encoded, _ := strings.Cut(target, ",")
	if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(header)), ";base64") {
		return "", unsafeSVG("an embedded file that is not a picture")
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
	if err != nil {
		return "", unsafeSVG("a damaged picture")
	}
	format, info, err := inspectRaster(data)
	if err != nil {
		return "", err
	}
	w.imagePixels += int64(info.width) * int64(info.height)
	if w.imagePixels > maxPixels {
		return "", unsafeSVG("too large pictures")
	}
	return "data:" + format.mediaType + ";base64," + base64.StdEncoding.EncodeToString(info.stripped), nil
}

// inspectRaster is inspect for an image inside a drawing.
func inspectRaster(data []byte) (format, fileInfo, error) {
	if isSVG(data) || isAVIF(data) {
		return format{}, fileInfo{}, unsafeSVG("another drawing or an AVIF picture")
	}
	found, info, err := inspect(data)
	if err != nil {
		return format{}, fileInfo{}, unsafeSVG("a picture that is damaged, too large or in another format")
	}
	if info.orientation > 1 { // turning it would need decoding
		return format{}, fileInfo{}, unsafeSVG("a photo that is stored sideways")
	}
	return found, info, nil
}
