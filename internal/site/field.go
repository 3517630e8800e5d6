package site

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// The lengths that fields may have, in characters. They are far above what a
// person writes and keep one save from filling the database.
const (
	maxLine      = 300
	maxParagraph = 5_000
	maxBody      = 100_000
	maxAddress   = 2_000
)

// field is one value of a save under the name by which people know it.
type field struct {
	name string
	text string
}

func (f field) invalid(rule string) error {
	return Errorf(Invalid, "The field %q %s.", f.name, rule)
}

// within checks that the text is storable and not longer than max characters.
func (f field) within(limit int) error {
	if !utf8.ValidString(f.text) || strings.ContainsRune(f.text, 0) {
		return f.invalid("holds characters that cannot be stored")
	}
	if n := utf8.RuneCountInString(f.text); n > limit {
		return f.invalid(fmt.Sprintf("has %d characters; at most %d are possible", n, limit))
	}
	return nil
}

// required checks that the text is there and within limit.
func (f field) required(limit int) error {
	if strings.TrimSpace(f.text) == "" {
		return f.invalid("is required")
	}
	return f.within(limit)
}

// webAddress checks that the text is an absolute http or https address.
func (f field) webAddress() error {
	if err := f.required(maxAddress); err != nil {
		return err
	}
	u, err := url.Parse(f.text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return f.invalid("must be an address that begins with http:// or https://")
	}
	return nil
}

// imageAddress checks that the text is empty, a path on this site or a web
// address. What passes here may stand in a src attribute.
func (f field) imageAddress() error {
	if f.text == "" {
		return nil
	}
	if strings.HasPrefix(f.text, "/") && !strings.HasPrefix(f.text, "//") && !strings.ContainsAny(f.text, "\\\t\r\n") {
		return f.within(maxAddress)
	}
	if err := f.webAddress(); err != nil {
		return f.invalid("must be an address that begins with https://, http:// or /")
	}
	return nil
}

// firstError returns the first error there is, so that a save names one thing
// to mend at a time.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// set replaces *value by the edit's text, without surrounding white space, if
// the edit has one.
func set(value, edit *string) {
	if edit != nil {
		*value = strings.TrimSpace(*edit)
	}
}

// list writes the choices that a field offers.
func list[T ~string](choices []T) string {
	words := make([]string, len(choices))
	for i, c := range choices {
		words[i] = string(c)
	}
	return strings.Join(words, ", ")
}
