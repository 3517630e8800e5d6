package site

import (
	"context"

	"perimeter/internal/errs"
)

// BlogTeaser is what the home page needs to know of the blog.
type BlogTeaser struct {
	// Article is the slug of the article that the home page presents, or "" if the
	// owner has deleted it.
	Article string `json:"article"`
	// Posts are the newest others, without their content. If the article was
	// deleted, the first one takes its place.
	Posts []Post `json:"posts"`
}

// starterArticle is the slug under which the starter content holds the article
// that the home page presents.
const starterArticle = "termites-silent-destroyers"

// maxTeaserPosts is how many other posts the home page presents.
const maxTeaserPosts = 3

// BlogTeaser returns what the home page shows of the blog. It reads a few posts,
// however many there are.
func (s *Site) BlogTeaser(ctx context.Context) (*BlogTeaser, error) {
	teaser := &BlogTeaser{Posts: []Post{}}
	article, err := s.store.Posts().BySlug(ctx, starterArticle) // also under a later slug
	if err != nil && errs.KindOf(err) != errs.NotFound {
		return nil, err
	}
	teaser.Article = article.Slug
	limit := maxTeaserPosts
	if article.Slug == "" {
		// A site that never had the starter content presents the article all the same.
		had, err := s.store.StarterDone(ctx)
		if err != nil {
			return nil, err
		}
		if had {
			limit++
		} else {
			teaser.Article = starterArticle
		}
	}
	posts, err := s.NewestPosts(ctx, maxTeaserPosts+1)
	if err != nil {
		return nil, err
	}
	for _, post := range posts {
		if post.ID != article.ID && len(teaser.Posts) < limit {
			teaser.Posts = append(teaser.Posts, post)
		}
	}
	teaser.Posts, err = addImages(ctx, s, s.inLocalTime(ctx, teaser.Posts), imageOfPost)
	return teaser, err
}
