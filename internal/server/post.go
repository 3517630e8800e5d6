package server

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

const postsPath = "/api/blog-posts"

// postsInput chooses posts. Without any parameter the list is complete.
type postsInput struct {
	Slug   string `query:"slug" doc:"List only the post with this slug. Only fields can be combined with it."`
	ID     int64  `query:"id" minimum:"1" doc:"List only the post with this ID. Only fields can be combined with it."`
	Search string `query:"search" doc:"List only posts with this text in the title or slug, 20 of them unless limit says otherwise"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" doc:"List at most this many posts"`
	After  string `query:"after" doc:"List the posts after this position, which is opaque: take it from the Link header of the response before. 20 posts unless limit says otherwise."`
	Page   int    `query:"page" minimum:"1" maximum:"1000000" doc:"List the posts on this page of the blog, 20 on each. Only fields can be combined with it."`
	Fields string `query:"fields" enum:"summary" doc:"Leave the content of every post empty"`
}

func (in *postsInput) isPart() bool {
	return in.Search != "" || in.Limit > 0 || in.After != "" || in.Page > 0
}

func (in *postsInput) summary() bool { return in.Fields == "summary" }

type postsOutput struct {
	Link string `header:"Link" doc:"The URL of the next part of the list, with rel=\"next\". Missing if this is the last part or the list is complete."`
	Body envelope[[]site.Post]
}

func (a *api) listPosts(ctx context.Context, in *postsInput) (*postsOutput, error) {
	part, err := a.findPosts(ctx, in)
	if err != nil {
		return nil, err
	}
	out := &postsOutput{Body: envelope[[]site.Post]{Success: true, Data: part.Posts}}
	if part.Next != "" {
		out.Link = fmt.Sprintf(`<%s?%s>; rel="next"`, postsPath, in.next(part.Next))
	}
	return out, nil
}

func (a *api) findPosts(ctx context.Context, in *postsInput) (site.PostPage, error) {
	switch {
	case in.Slug != "" && (in.isPart() || in.ID > 0):
		return site.PostPage{}, errs.Errorf(errs.Invalid, "The parameter \"slug\" cannot be combined with id, search, limit, after or page.")
	case in.ID > 0 && in.isPart():
		return site.PostPage{}, errs.Errorf(errs.Invalid, "The parameter \"id\" cannot be combined with search, limit, after or page.")
	case in.Slug != "":
		post, err := a.site.Post(ctx, in.Slug)
		if err == nil && post.Slug != in.Slug {
			return site.PostPage{Posts: []site.Post{}}, nil
		}
		return in.only(post, err)
	case in.ID > 0:
		return in.only(a.site.PostByID(ctx, in.ID))
	default: // a part, because sendPostList sends the complete list
		return a.site.PostPage(ctx, site.PostPageQuery{
			Search: in.Search, Limit: in.Limit, After: in.After, Page: in.Page, Summary: in.summary(),
		})
	}
}

// only returns a list of one post, which is empty if the post was not found.
func (in *postsInput) only(post site.Post, err error) (site.PostPage, error) {
	if errs.KindOf(err) == errs.NotFound {
		return site.PostPage{Posts: []site.Post{}}, nil
	}
	if in.summary() {
		post.Content = ""
	}
	return site.PostPage{Posts: []site.Post{post}}, err
}

// next returns the parameters of the next part of the list.
func (in *postsInput) next(position string) string {
	query := url.Values{}
	if in.Fields != "" {
		query.Set("fields", in.Fields)
	}
	if in.Page > 0 {
		query.Set("page", strconv.Itoa(in.Page+1))
		return query.Encode()
	}
	if in.Search != "" {
		query.Set("search", in.Search)
	}
	if in.Limit > 0 {
		query.Set("limit", strconv.Itoa(in.Limit))
	}
	query.Set("after", position)
	return query.Encode()
}

type postInput struct {
	CreateHeader
	Body site.PostEdit
}

func (a *api) savePost(ctx context.Context, in *postInput) (*output[site.Post], error) {
	change, err := in.change(ctx, record.Post, in.Body.ID, in.Body, in.Body.BasedOn)
	if err != nil {
		return nil, err
	}
	saved, err := a.site.SavePost(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	post := saved.Record
	message := savedMessage("Blog post", in.Body.ID)
	a.logChange(ctx, message, "id", post.ID, "slug", post.Slug)
	return respondChecked(saved, message+" successfully", a.site.ClaimsIn(post.Texts()...))
}

func (a *api) deletePost(ctx context.Context, in *recordID) (*output[site.Post], error) {
	deleted, err := a.site.DeletePost(ctx, changeBy(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Blog post deleted", "id", deleted.Record.ID, "slug", deleted.Record.Slug)
	return respondSaved(deleted, "Blog post deleted successfully")
}

func (a *api) getBlogTeaser(ctx context.Context, _ *noInput) (*output[*site.BlogTeaser], error) {
	return respond(a.site.BlogTeaser(ctx))
}
