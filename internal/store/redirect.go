package store

import (
	"context"

	"perimeter/internal/record"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

var redirectScopes = map[record.Kind]scope.Scope{
	record.Service: scope.Services,
	record.Post:    scope.Posts,
}

func (t tx) PutRedirect(ctx context.Context, kind record.Kind, slug string, id int64) error {
	t.touch(redirectScopes[kind])
	return exec(ctx, t, subject{noun: "redirect"}, t.q.PutRedirect,
		db.PutRedirectParams{Kind: string(kind), Slug: slug, TargetID: id})
}

func (t tx) DeleteRedirect(ctx context.Context, kind record.Kind, slug string) error {
	t.touch(redirectScopes[kind])
	return exec(ctx, t, subject{noun: "redirect"}, t.q.DeleteRedirect,
		db.DeleteRedirectParams{Kind: string(kind), Slug: slug})
}
