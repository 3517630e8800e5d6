package site

import (
	"context"

	"perimeter/internal/errs"
)

// BlogTeaser is what the home page needs to know of the blog.
type BlogTeaser struct {
	// Article is the slug of the article that the home page always presents, or ""
	// if it was deleted.
	Article string `json:"article"`
	// Posts are the newest others, without their content.
	Posts []Post `json:"posts"`
}

// starterArticle is the slug under which the starter content holds the article
// that the home page always presents.
const starterArticle = "termites-silent-destroyers"

// maxTeaserPosts is how many other posts the home page presents.
const maxTeaserPosts = 3

// BlogTeaser returns what the home page shows of the blog. It reads a few posts,
// however many there are.
func (s *Site) BlogTeaser(ctx context.Context) (*BlogTeaser, error) {
	teaser := &BlogTeaser{Posts: []Post{}}
	article, err := s.store.PostBySlug(ctx, starterArticle) // also under a later slug
	if err != nil && errs.KindOf(err) != errs.NotFound {
		return nil, err
	}
	teaser.Article = article.Slug
	posts, err := s.NewestPosts(ctx, maxTeaserPosts+1)
	if err != nil {
		return nil, err
	}
	for _, post := range posts {
		if post.ID != article.ID && len(teaser.Posts) < maxTeaserPosts {
			teaser.Posts = append(teaser.Posts, post)
		}
	}
	teaser.Posts, err = addImages(ctx, s, s.inLocalTime(ctx, teaser.Posts), imageOfPost)
	return teaser, err
}
