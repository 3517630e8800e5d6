package site

import (
	"regexp"

	"perimeter/internal/validate"
)

const maxSlug = 120

var (
	slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	digitsOnly  = regexp.MustCompile(`^[0-9]+$`)
)

// ValidSlug reports whether a record could have the slug.
func ValidSlug(slug string) bool {
	return len(slug) <= maxSlug && slugPattern.MatchString(slug)
}

func checkSlug(slug string) error {
	f := validate.Field{Name: "slug", Value: slug}
	if err := f.Required(maxSlug); err != nil {
		return err
	}
	if !slugPattern.MatchString(slug) {
		return f.Invalid(`may hold only lower-case letters a to z, digits and single hyphens between them, such as "termite-control"`)
	}
	return nil
}
