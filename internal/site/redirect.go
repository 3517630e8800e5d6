package site

import (
	"context"

	"perimeter/internal/errs"
)

// RedirectKind is the kind of record whose slug has changed.
type RedirectKind string

// The kinds of records with pages of their own.
const (
	RedirectService RedirectKind = "service"
	RedirectPost    RedirectKind = "post"
)

// noSuchRecord is the error for a slug or ID that no record of the kind has.
func (k RedirectKind) noSuchRecord(ref string) error {
	noun := map[RedirectKind]string{RedirectService: "service", RedirectPost: "blog post"}[k]
	return errs.Errorf(errs.NotFound, "There is no %s %q.", noun, ref)
}

// moveSlug records that the record with the ID has changed its slug. Whoever
// takes a slug ends the redirect from it, so that a redirect never hides a page.
func moveSlug(ctx context.Context, tx Tx, kind RedirectKind, id int64, old, slug string) error {
	if old == slug {
		return nil
	}
	if err := tx.DeleteRedirect(ctx, kind, slug); err != nil {
		return err
	}
	if old == "" {
		return nil
	}
	return tx.PutRedirect(ctx, kind, old, id)
}

// findBySlug returns the record that has the slug, or else the one that last had
// it.
func findBySlug[T any](
	ctx context.Context, kind RedirectKind, slug string, bySlug func(context.Context, string) (T, error),
) (T, error) {
	var none T
	if !ValidSlug(slug) {
		return none, kind.noSuchRecord(slug)
	}
	record, err := bySlug(ctx, slug)
	if errs.KindOf(err) == errs.NotFound {
		return none, kind.noSuchRecord(slug)
	}
	return record, err
}
