package store

import (
	"context"

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

func postSummary(row db.ListPostSummariesRow) site.Post {
	return site.Post{
		ID:          row.ID,
		Title:       row.Title,
		Slug:        row.Slug,
		Excerpt:     row.Excerpt,
		ImageURL:    row.ImageURL,
		PublishedAt: instant(row.PublishedAt),
		UpdatedAt:   instant(row.UpdatedAt),
	}
}

func (r reader) Posts(ctx context.Context) ([]site.Post, error) {
	return all(ctx, r, r.q.ListPosts, post)
}

func (r reader) PostSummaries(ctx context.Context) ([]site.Post, error) {
	return all(ctx, r, r.q.ListPostSummaries, postSummary)
}

func (r reader) Post(ctx context.Context, id int64) (site.Post, error) {
	return one(ctx, r, subject{noun: "post"}, r.q.GetPost, id, post)
}

func (r reader) PostBySlug(ctx context.Context, slug string) (site.Post, error) {
	return one(ctx, r, subject{noun: "post"}, r.q.GetPostBySlug, slug, post)
}

func (r reader) PostImageURLs(ctx context.Context) ([]string, error) {
	return all(ctx, r, r.q.ListPostImageURLs, same)
}

func (t tx) PutPost(ctx context.Context, p site.Post) (site.Post, error) {
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
	return affect(ctx, t, subject{noun: "post"}, t.q.DeletePost, id)
}
