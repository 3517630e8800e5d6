package site

import "context"

// RedirectKind is the kind of thing whose address has changed.
type RedirectKind string

// The kinds of things that have addresses of their own.
const (
	RedirectService RedirectKind = "service"
	RedirectPost    RedirectKind = "post"
)

// RedirectReader finds the things that used to have an address.
type RedirectReader interface {
	// RedirectTarget returns the id of the thing that last had the slug.
	RedirectTarget(ctx context.Context, kind RedirectKind, slug string) (int64, error)
}

// RedirectWriter remembers former addresses.
type RedirectWriter interface {
	// PutRedirect records that slug used to lead to the thing with the id.
	PutRedirect(ctx context.Context, kind RedirectKind, slug string, id int64) error
	// DeleteRedirect forgets the slug; it is no error if nothing is recorded.
	DeleteRedirect(ctx context.Context, kind RedirectKind, slug string) error
}

// moveAddress remembers that the thing with the id has left the address old
// for the address slug. Whoever takes an address ends the redirect from it, so
// that a living page is never hidden behind one.
func moveAddress(ctx context.Context, tx Tx, kind RedirectKind, id int64, old, slug string) error {
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
