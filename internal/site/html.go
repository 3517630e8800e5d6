package site

import (
	"strings"

	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// cleanHTML makes the HTML of the named field safe to show.
func cleanHTML(name string, html *string) (safehtml.Removed, error) {
	safe, removed, err := safehtml.Clean(*html)
	if err != nil {
		return nil, validate.Field{Name: name}.Invalid("cannot be shown: " + strings.TrimSuffix(err.Error(), "."))
	}
	*html = safe
	return removed, nil
}

// cleanRequiredHTML is cleanHTML for HTML of which something must be left.
func cleanRequiredHTML(name string, html *string) (safehtml.Removed, error) {
	removed, err := cleanHTML(name, html)
	if err == nil && strings.TrimSpace(*html) == "" {
		return nil, validate.Field{Name: name}.Invalid("holds nothing that may be shown: scripts, forms and the like are removed")
	}
	return removed, err
}
