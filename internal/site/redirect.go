package site

import (
	"context"

	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// noSuchRecord is the error for a slug or ID that no record of the kind has.
func noSuchRecord(kind record.Kind, ref string) error {
	noun := map[record.Kind]string{record.Service: "service", record.Post: "blog post"}[kind]
	return errs.Errorf(errs.NotFound, "There is no %s %q.", noun, ref)
}

// findBySlug returns the record that has the slug, or else the one that last had
// it.
func findBySlug[T any](
	ctx context.Context, kind record.Kind, slug string, bySlug func(context.Context, string) (T, error),
) (T, error) {
	var none T
	if !ValidSlug(slug) {
		return none, noSuchRecord(kind, slug)
	}
	found, err := bySlug(ctx, slug)
	if errs.KindOf(err) == errs.NotFound {
		return none, noSuchRecord(kind, slug)
	}
	return found, err
}
