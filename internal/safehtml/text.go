package safehtml

import (
	"regexp"
	"strings"
)

var (
	tag         = regexp.MustCompile(`<(?:[/?]?[A-Za-z]|!)`)
	bullet      = regexp.MustCompile(`^\s*[-*•–]\s+`)
	number      = regexp.MustCompile(`^\s*\d{1,3}[.)]\s+`)
	placeholder = regexp.MustCompile(`^\{\w+\}$`)
)

// FromText turns a text of several lines without any tag into HTML that shows it
// as it was typed: blank lines separate paragraphs, and lines that begin with a
// dash, an asterisk, a bullet or a number are lists. Everything else is returned
// as it is. The result is not clean yet.
func FromText(text string) string {
	trimmed := strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if tag.MatchString(trimmed) || !strings.Contains(trimmed, "\n") {
		return text
	}
	var blocks []string
	var lines []string
	var kind string // of the lines: "p", "ul" or "ol"
	flush := func() {
		if len(lines) > 0 {
			blocks = append(blocks, block(kind, lines))
		}
		lines = nil
	}
	for line := range strings.SplitSeq(trimmed, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			if kind == "p" { // a list may have blank lines between its items
				flush()
			}
			continue
		}
		lineKind, content := kindOf(line)
		if lineKind != kind {
			flush()
		}
		kind = lineKind
		lines = append(lines, content)
	}
	flush()
	return strings.Join(blocks, "\n")
}

// kindOf returns the element that a line belongs to, and the line without the mark
// that says so.
func kindOf(line string) (kind, content string) {
	if mark := bullet.FindString(line); mark != "" {
		return "ul", line[len(mark):]
	}
	if mark := number.FindString(line); mark != "" {
		return "ol", line[len(mark):]
	}
	return "p", line
}

func block(kind string, lines []string) string {
	if kind == "p" {
		// A placeholder may stand for a list, which no paragraph may hold.
		if len(lines) == 1 && placeholder.MatchString(lines[0]) {
			return lines[0]
		}
		return "<p>" + strings.Join(lines, "<br>\n") + "</p>"
	}
	return "<" + kind + ">\n<li>" + strings.Join(lines, "</li>\n<li>") + "</li>\n</" + kind + ">"
}
