package site

import "regexp"

const maxSlug = 120

var (
	slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	digitsOnly  = regexp.MustCompile(`^[0-9]+$`)
)

// ValidSlug reports whether anything could be stored under the slug.
func ValidSlug(slug string) bool {
	return len(slug) <= maxSlug && slugPattern.MatchString(slug)
}

// checkSlug checks the slug of something that is to be saved.
func checkSlug(slug string) error {
	f := field{"slug", slug}
	if err := f.required(maxSlug); err != nil {
		return err
	}
	if !slugPattern.MatchString(slug) {
		return f.invalid(`may hold only lower-case letters a to z, digits and single hyphens between them, such as "termite-control"`)
	}
	return nil
}
