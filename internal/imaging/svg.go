package imaging

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"perimeter/internal/errs"
)

// isSVG looks for an svg element behind the prolog.
func isSVG(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !bytes.HasPrefix(bytes.TrimSpace(data[:min(len(data), 1024)]), []byte("<")) {
		return false
	}
	decoder := xml.NewDecoder(bytes.NewReader(data))
	for range 20 { // a prolog is short
		token, err := decoder.RawToken()
		if err != nil {
			return false
		}
		if start, ok := token.(xml.StartElement); ok {
			return strings.EqualFold(start.Name.Local, "svg")
		}
	}
	return false
}

// walkSVG reads the whole drawing and refuses one that could do anything but
// show itself. Its bytes are kept: rewriting a drawing would break some, and it
// is only ever served where nothing in it can run.
func walkSVG(data []byte) (scan, error) {
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	found := scan{clean: data}
	depth, style := 0, false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return scan{}, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 && found.width != 0 {
				return scan{}, errors.New("more than one drawing")
			}
			if depth == 0 {
				found.width, found.height = drawingSize(token)
			}
			depth++
			style = token.Name.Local == "style"
			if err := checkElement(token); err != nil {
				return scan{}, err
			}
		case xml.EndElement:
			depth--
			style = false
		case xml.CharData:
			if depth == 0 && len(bytes.TrimSpace(token)) > 0 {
				return scan{}, errors.New("text around the drawing")
			}
			if style && loadsFromElsewhere(string(token)) {
				return scan{}, active("a style sheet that loads something from elsewhere")
			}
		case xml.ProcInst:
			if token.Target != "xml" {
				return scan{}, active("a processing instruction")
			}
		case xml.Directive:
			if bytes.ContainsRune(token, '[') {
				return scan{}, active("entity definitions")
			}
		}
	}
	if found.width == 0 {
		return scan{}, errors.New("no drawing")
	}
	return found, nil
}

func active(what string) error {
	return errs.Errorf(errs.Unsupported,
		"This SVG drawing contains %s, which is not allowed. Export it as a plain SVG or as PNG and upload that.", what)
}

// checkElement refuses what can run, load or embed something.
func checkElement(e xml.StartElement) error {
	switch strings.ToLower(e.Name.Local) {
	case "script", "handler", "listener":
		return active("a script")
	case "foreignobject", "iframe", "object", "embed", "audio", "video", "canvas":
		return active("an embedded page (" + e.Name.Local + ")")
	}
	for _, a := range e.Attr {
		name, value := strings.ToLower(a.Name.Local), strings.TrimSpace(a.Value)
		switch {
		case strings.HasPrefix(name, "on"):
			return active("a script (" + a.Name.Local + ")")
		case name == "href" || name == "src":
			if !strings.HasPrefix(value, "#") && !embeddedPicture.MatchString(value) && !(e.Name.Local == "a" && webAddress.MatchString(value)) {
				return active("a reference to another file")
			}
		case name == "attributename" && strings.HasSuffix(strings.ToLower(value), "href"):
			return active("a link that changes")
		case loadsFromElsewhere(value):
			return active("a style that loads something from elsewhere")
		}
	}
	return nil
}

var (
	embeddedPicture = regexp.MustCompile(`^(?i)data:image/(png|jpeg|gif|webp);base64,`)
	webAddress      = regexp.MustCompile(`^(?i)https?://`)
	cssAddress      = regexp.MustCompile(`(?i)url\(\s*["']?\s*([^"')\s]*)`)
)

// loadsFromElsewhere looks for style rules that point out of the drawing.
func loadsFromElsewhere(css string) bool {
	if strings.Contains(strings.ToLower(css), "@import") {
		return true
	}
	for _, match := range cssAddress.FindAllStringSubmatch(css, -1) {
		if !strings.HasPrefix(match[1], "#") && !embeddedPicture.MatchString(match[1]) {
			return true
		}
	}
	return false
}

// maxDrawing is the side up to which a drawing's size is believed.
const maxDrawing = 4096

// drawingSize returns the size in pixels that the drawing asks for, or what a
// browser takes when it asks for none.
func drawingSize(root xml.StartElement) (width, height int) {
	var w, h float64
	var viewBox []string
	for _, a := range root.Attr {
		switch a.Name.Local {
		case "width":
			w = pixels(a.Value)
		case "height":
			h = pixels(a.Value)
		case "viewBox":
			viewBox = strings.FieldsFunc(a.Value, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' })
		}
	}
	if len(viewBox) == 4 && (w == 0 || h == 0) {
		w, h = pixels(viewBox[2]), pixels(viewBox[3])
	}
	if w < 1 || h < 1 {
		return 300, 150
	}
	// A drawing can be of any size: it has no pixels that could be too many.
	scale := min(1, maxDrawing/max(w, h))
	return max(1, int(w*scale)), max(1, int(h*scale))
}

// pixels reads a length without a unit or in pixels; others depend on the page.
func pixels(length string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(length), "px"), 64)
	if err != nil || v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return v
}
