// Package validate owns the checks of single fields that people fill in, and
// the wording of their errors. It must not know which record a field is part of.
package validate

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"perimeter/internal/errs"
)

// The maximum lengths of fields, in characters. They are far above what a
// person writes and keep one save from filling the database.
const (
	MaxLine      = 300
	MaxParagraph = 5_000
	MaxBody      = 100_000
	MaxURL       = 2_000
)

// lineBreaks are the characters at which Unicode ends a line.
const lineBreaks = "\n\v\f\r\u0085\u2028\u2029"

// Field is one value of a save, with the name that people know it by.
type Field struct {
	Name  string
	Value string
}

// Invalid returns the error that says which rule the field breaks.
func (f Field) Invalid(rule string) error {
	err := errs.Errorf(errs.Invalid, "The field %q %s.", f.Name, rule)
	err.Field, err.Rule = f.Name, rule
	return err
}

// Within checks that the value can be stored and has at most limit characters.
func (f Field) Within(limit int) error {
	if rule := f.BrokenLimit(limit); rule != "" {
		return f.Invalid(rule)
	}
	return nil
}

// BrokenLimit returns what is wrong with a value that cannot be stored or has
// more than limit characters, or "".
func (f Field) BrokenLimit(limit int) string {
	if !utf8.ValidString(f.Value) || strings.ContainsRune(f.Value, 0) {
		return "holds characters that cannot be stored"
	}
	if n := utf8.RuneCountInString(f.Value); n > limit {
		return fmt.Sprintf("has %d characters; at most %d are possible", n, limit)
	}
	return ""
}

// BrokenLine returns what is wrong with a value that is more than one line or too
// long for one, or "".
func (f Field) BrokenLine() string {
	if strings.ContainsAny(f.Value, lineBreaks) {
		return "must be one line"
	}
	return f.BrokenLimit(MaxLine)
}

// Line checks that the value is one line that can be stored.
func (f Field) Line() error {
	if rule := f.BrokenLine(); rule != "" {
		return f.Invalid(rule)
	}
	return nil
}

// Required checks that the value is not blank and has at most limit characters.
func (f Field) Required(limit int) error {
	if strings.TrimSpace(f.Value) == "" {
		return f.Invalid("is required")
	}
	return f.Within(limit)
}

// WebURL checks that the value is an absolute http or https URL.
func (f Field) WebURL() error {
	if err := f.Required(MaxURL); err != nil {
		return err
	}
	u, err := url.Parse(f.Value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return f.Invalid("must be an address that begins with http:// or https://")
	}
	return nil
}

// ImageURL checks that the value is empty, a path on this site or an http or
// https URL. A value that passes is safe in a src attribute.
func (f Field) ImageURL() error {
	if f.Value == "" {
		return nil
	}
	if strings.HasPrefix(f.Value, "/") && !strings.HasPrefix(f.Value, "//") && !strings.ContainsAny(f.Value, "\\\t\r\n") {
		return f.Within(MaxURL)
	}
	if err := f.WebURL(); err != nil {
		return f.Invalid("must be an address that begins with https://, http:// or /")
	}
	return nil
}

// OneOf checks that the value of the named field is one of the choices.
func OneOf[T ~string](name string, value T, choices []T) error {
	if slices.Contains(choices, value) {
		return nil
	}
	words := make([]string, len(choices))
	for i, choice := range choices {
		words[i] = string(choice)
	}
	return Field{Name: name}.Invalid("must be one of " + strings.Join(words, ", "))
}

// First returns the first error that is not nil, so that a person corrects one
// thing at a time.
func First(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// SetTrimmed sets *value to the edit without surrounding white space. A nil edit
// leaves the value as it is.
func SetTrimmed(value, edit *string) {
	if edit != nil {
		*value = strings.TrimSpace(*edit)
	}
}
