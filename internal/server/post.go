package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listPosts(ctx context.Context, _ *noInput) (*output[[]site.Post], error) {
	return respond(a.site.Posts(ctx))
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

type postID struct {
	ID int64 `path:"id"`
}

func (a *api) deletePost(ctx context.Context, in *postID) (*output[site.Post], error) {
	deleted, err := a.site.DeletePost(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Blog post deleted", "id", deleted.ID, "slug", deleted.Slug)
	return respondSaved(deleted, "Blog post deleted successfully")
}
