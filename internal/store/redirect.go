package store

import (
	"context"

	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

var redirectScopes = map[site.RedirectKind]scope.Scope{
	site.RedirectService: scope.Services,
	site.RedirectPost:    scope.Posts,
}

func (t tx) PutRedirect(ctx context.Context, kind site.RedirectKind, slug string, id int64) error {
	t.touch(redirectScopes[kind])
	return exec(ctx, t, subject{noun: "redirect"}, t.q.PutRedirect,
		db.PutRedirectParams{Kind: string(kind), Slug: slug, TargetID: id})
}

func (t tx) DeleteRedirect(ctx context.Context, kind site.RedirectKind, slug string) error {
	t.touch(redirectScopes[kind])
	return exec(ctx, t, subject{noun: "redirect"}, t.q.DeleteRedirect,
		db.DeleteRedirectParams{Kind: string(kind), Slug: slug})
}
