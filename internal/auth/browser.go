package auth

import "strings"

// The parts of a User-Agent header that tell browsers and systems apart. Browsers
// name those that they are derived from, so the order matters.
var (
	browserMarks = []struct{ mark, name string }{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systemMarks = []struct{ mark, name string }{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// browserName describes a browser by its User-Agent header, such as "Firefox on
// Windows", or returns "" if it is not known. Only these names are kept: the header
// itself says more about a person than anybody needs.
func browserName(userAgent string) string {
	var browser, system string
	for _, known := range browserMarks {
		if strings.Contains(userAgent, known.mark) {
			browser = known.name
			break
		}
	}
	for _, known := range systemMarks {
		if strings.Contains(userAgent, known.mark) {
			system = known.name
			break
		}
	}
	switch {
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + " on " + system
}
