package store

import (
	"context"
	"math"

	"perimeter/internal/record"
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
	return site.PostHeading{
		ID: row.ID, Slug: row.Slug, Title: row.Title, PublishedAt: instant(row.PublishedAt), UpdatedAt: instant(row.UpdatedAt),
	}
}

// posts is the posts, inside or outside a transaction.
type posts struct{ reader }

// Posts returns the posts.
func (s *Store) Posts() site.PostStore { return posts{s.reader} }

func (r posts) Page(ctx context.Context, q site.PostQuery) ([]site.Post, error) {
	scope.Read(ctx, scope.Posts)
	return r.page(ctx, q)
}

func (r posts) page(ctx context.Context, q site.PostQuery) ([]site.Post, error) {
	return all(ctx, r.reader, func(ctx context.Context) ([]db.ListPostPageRow, error) {
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

// Next records the post that it finds, and not the list: new posts come first, so that
// none can come between.
func (r posts) Next(ctx context.Context, after site.PostPosition) (site.Post, error) {
	found, err := r.page(ctx, site.PostQuery{After: after, Limit: 1, Summary: true})
	if err != nil {
		return site.Post{}, err
	}
	if len(found) == 0 {
		scope.Read(ctx, scope.Posts)
		return site.Post{}, subject{noun: "post"}.missing(nil)
	}
	scope.Read(ctx, scope.Post(found[0].ID))
	return found[0], nil
}

func (r posts) Headings(ctx context.Context, after site.PostPosition, limit int) ([]site.PostHeading, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r.reader, func(ctx context.Context) ([]db.ListPostHeadingsRow, error) {
		return r.q.ListPostHeadings(ctx, db.ListPostHeadingsParams{
			AfterPublishedAt: micros(after.PublishedAt), AfterID: after.ID, LimitedTo: int32(min(limit, math.MaxInt32)),
		})
	}, postHeading)
}

func (r posts) Range(ctx context.Context, first, end int64) ([]site.Post, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r.reader, func(ctx context.Context) ([]db.Post, error) {
		return r.q.ListPostRange(ctx, db.ListPostRangeParams{FirstID: first, EndID: end})
	}, post)
}

func (r posts) Get(ctx context.Context, id int64) (site.Post, error) {
	scope.Read(ctx, scope.Post(id))
	return one(ctx, r.reader, subject{noun: "post"}, r.q.GetPost, id, post)
}

func (r posts) BySlug(ctx context.Context, slug string) (site.Post, error) {
	found, err := one(ctx, r.reader, subject{noun: "post"}, r.q.GetPostBySlug, slug, post)
	if err == nil && found.Slug == slug {
		scope.Read(ctx, scope.Post(found.ID))
	} else { // any other post may take the slug
		scope.Read(ctx, scope.Posts)
	}
	return found, err
}

func (r posts) ImageURLs(ctx context.Context) ([]string, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r.reader, r.q.ListPostImageURLs, same)
}

func (r posts) ImageOrigins(ctx context.Context) ([]string, error) {
	scope.Read(ctx, scope.Posts)
	return all(ctx, r.reader, r.q.ListPostImageOrigins, same)
}

// list returns all posts, newest first.
func (r posts) list(ctx context.Context) ([]site.Post, error) {
	return r.Page(ctx, site.PostQuery{After: site.BeforeAllPosts, Limit: math.MaxInt32})
}

func (t tx) HasPosts(ctx context.Context) (bool, error) {
	newest, err := posts{t.reader}.Page(ctx, site.PostQuery{After: site.BeforeAllPosts, Limit: 1, Summary: true})
	return len(newest) > 0, err
}

func (t tx) Posts() record.Table[site.Post] {
	noun := subject{noun: "post"}
	return table[site.Post]{
		tx: t, subject: noun, name: "posts",
		id:     func(p *site.Post) *int64 { return &p.ID },
		list:   posts{t.reader}.list,
		get:    posts{t.reader}.Get,
		insert: t.storePost, update: t.storePost,
		remove: removal(t, noun, t.q.DeletePost, same),
		scopes: func(p site.Post) []scope.Scope { return []scope.Scope{scope.Posts, scope.Post(p.ID)} },
		uses:   t.usesOf(usePost),
		texts:  func(p site.Post) []string { return []string{p.ImageURL, p.Content} },
	}
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
