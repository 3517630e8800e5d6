package server

import (
	"context"

	"perimeter/internal/errs"
	"perimeter/internal/site"
)

type postsInput struct {
	Slug string `query:"slug" doc:"List only the post with this slug"`
}

func (a *api) listPosts(ctx context.Context, in *postsInput) (*output[[]site.Post], error) {
	if in.Slug == "" {
		return respond(a.site.Posts(ctx))
	}
	post, err := a.site.Post(ctx, in.Slug)
	if errs.KindOf(err) == errs.NotFound || err == nil && post.Slug != in.Slug {
		return respond([]site.Post{}, nil)
	}
	return respond([]site.Post{post}, err)
}

type postInput struct{ Body site.PostEdit }

func (a *api) savePost(ctx context.Context, in *postInput) (*output[site.Post], error) {
	saved, err := a.site.SavePost(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	message := savedMessage("Blog post", in.Body.ID)
	a.logChange(ctx, message, "id", saved.ID, "slug", saved.Slug)
	return respondSaved(saved, withClaims(message+" successfully", a.site.ClaimsIn(saved.Texts()...)))
}

func (a *api) deletePost(ctx context.Context, in *recordID) (*output[site.Post], error) {
	deleted, err := a.site.DeletePost(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Blog post deleted", "id", deleted.ID, "slug", deleted.Slug)
	return respondSaved(deleted, "Blog post deleted successfully")
}

func (a *api) getBlogTeaser(ctx context.Context, _ *noInput) (*output[*site.BlogTeaser], error) {
	return respond(a.site.BlogTeaser(ctx))
}
