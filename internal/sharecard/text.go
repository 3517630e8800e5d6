package sharecard

import (
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
)

const ellipsis = "…"

// drawable returns the text without characters that the font does not have, which
// would be drawn as boxes.
func (p *Painter) drawable(text string) string {
	var buffer sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if index, err := p.font.GlyphIndex(&buffer, r); err != nil || index == 0 {
			return ' '
		}
		return r
	}, text)
}

// wrap breaks a text between words into lines that are narrow enough. Words that are
// too long for a line are cut.
func wrap(face font.Face, text string) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && fits(face, lines[n-1]+" "+word) {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, cut(face, word))
	}
	return lines
}

// cut shortens a line until it is narrow enough.
func cut(face font.Face, line string) string {
	if fits(face, line) {
		return line
	}
	runes := []rune(strings.TrimSuffix(line, ellipsis))
	for len(runes) > 0 && !fits(face, string(runes)+ellipsis) {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + ellipsis
}

func fits(face font.Face, line string) bool {
	return font.MeasureString(face, line).Ceil() <= textWidth
}
