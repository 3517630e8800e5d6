package store

import (
	"context"
	"math"

	"perimeter/internal/history"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func post(row db.Post) site.Post {
	return site.Post{
		ID:          row.ID,
		Title:       row.Title,
		Slug:        row.Slug,
		Excerpt:     row.Excerpt,
		Content:     row.Content,
		ImageURL:    row.ImageURL,
		PublishedAt: instant(row.PublishedAt),
		UpdatedAt:   instant(row.UpdatedAt),
	}
}

func listedPost(row db.ListPostPageRow) site.Post { return post(db.Post(row)) }

func postHeading(row db.ListPostHeadingsRow) site.PostHeading {
	return site.PostHeading{ID: row.ID, Slug: row.Slug, Title: row.Title, UpdatedAt: instant(row.UpdatedAt)}
}

func (r reader) Posts(ctx context.Context) ([]site.Post, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r, r.q.ListPosts, post)
}

func (r reader) PostPage(ctx context.Context, q site.PostQuery) ([]site.Post, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r, func(ctx context.Context) ([]db.ListPostPageRow, error) {
		return r.q.ListPostPage(ctx, db.ListPostPageParams{
			WithContent:      !q.Summary,
			AfterPublishedAt: micros(q.After.PublishedAt),
			AfterID:          q.After.ID,
			Pattern:          containing(q.Search),
			Skipped:          int32(min(q.Skip, math.MaxInt32)),
			LimitedTo:        int32(min(q.Limit, math.MaxInt32)),
		})
	}, listedPost)
}

func (r reader) PostHeadings(ctx context.Context) ([]site.PostHeading, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r, r.q.ListPostHeadings, postHeading)
}

func (r reader) Post(ctx context.Context, id int64) (site.Post, error) {
	scope.Read(ctx, scope.Post(id))
	return one(ctx, r, subject{noun: "post"}, r.q.GetPost, id, post)
}

func (r reader) PostBySlug(ctx context.Context, slug string) (site.Post, error) {
	found, err := one(ctx, r, subject{noun: "post"}, r.q.GetPostBySlug, slug, post)
	if err == nil && found.Slug == slug {
		scope.Read(ctx, scope.Post(found.ID))
	} else { // any other post may take the slug
		scope.Read(ctx, scope.Posts)
	}
	return found, err
}

func (r reader) PostImageURLs(ctx context.Context) ([]string, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r, r.q.ListPostImageURLs, same)
}

func (r reader) PostImageOrigins(ctx context.Context) ([]string, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r, r.q.ListPostImageOrigins, same)
}

func (t tx) PutPost(ctx context.Context, p site.Post) (site.Post, error) {
	stored, err := t.storePost(ctx, p)
	if err != nil {
		return stored, err
	}
	if err := t.useFormerID(ctx, history.Post, "posts", p.ID, &stored.ID); err != nil {
		return stored, err
	}
	t.touch(scope.Posts, scope.Post(stored.ID))
	if err := t.keepPut(history.Post, p.ID, stored.ID, stored); err != nil {
		return stored, err
	}
	return stored, t.putPostUses(ctx, stored)
}

func (t tx) storePost(ctx context.Context, p site.Post) (site.Post, error) {
	s := subject{noun: "post", field: "slug", value: p.Slug}
	if p.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertPost, db.InsertPostParams{
			Title:       p.Title,
			Slug:        p.Slug,
			Excerpt:     p.Excerpt,
			Content:     p.Content,
			ImageURL:    p.ImageURL,
			PublishedAt: micros(p.PublishedAt),
			UpdatedAt:   micros(p.UpdatedAt),
		}, post)
	}
	return one(ctx, t.reader, s, t.q.UpdatePost, db.UpdatePostParams{
		ID:          p.ID,
		Title:       p.Title,
		Slug:        p.Slug,
		Excerpt:     p.Excerpt,
		Content:     p.Content,
		ImageURL:    p.ImageURL,
		PublishedAt: micros(p.PublishedAt),
		UpdatedAt:   micros(p.UpdatedAt),
	}, post)
}

func (t tx) DeletePost(ctx context.Context, id int64) error {
	deleted, err := t.Post(ctx, id)
	if err != nil {
		return err
	}
	if err := affect(ctx, t, subject{noun: "post"}, t.q.DeletePost, id); err != nil {
		return err
	}
	t.touch(scope.Posts, scope.Post(id))
	if err := t.keep(history.Post, recordID(id), history.Delete, deleted); err != nil {
		return err
	}
	return t.putImageUses(ctx, usePost, id)
}
