package store

import (
	"context"

	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func (r reader) RedirectTarget(ctx context.Context, kind site.RedirectKind, slug string) (int64, error) {
	return one(ctx, r, subject{noun: "redirect"}, r.q.GetRedirectTarget,
		db.GetRedirectTargetParams{Kind: string(kind), Slug: slug}, same)
}

func (t tx) PutRedirect(ctx context.Context, kind site.RedirectKind, slug string, id int64) error {
	return exec(ctx, t, subject{noun: "redirect"}, t.q.PutRedirect,
		db.PutRedirectParams{Kind: string(kind), Slug: slug, TargetID: id})
}

func (t tx) DeleteRedirect(ctx context.Context, kind site.RedirectKind, slug string) error {
	return exec(ctx, t, subject{noun: "redirect"}, t.q.DeleteRedirect,
		db.DeleteRedirectParams{Kind: string(kind), Slug: slug})
}
