package site

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/validate"
)

// PostsPerPage is the number of posts on a page of the blog, and in a part of the
// list if nothing else is asked for.
const PostsPerPage = 20

// The bounds of a PostPageQuery.
const (
	MaxPostLimit = 100
	maxPostPage  = 1_000_000
)

// PostQuery chooses posts of the store, newest first: those after a position, that
// match the search, without the first ones.
type PostQuery struct {
	Search  string // part of the title or slug; "" means all
	After   PostPosition
	Skip    int
	Limit   int
	Summary bool // leave Content empty and unread
}

// PostPosition is where a post stands in the order of the blog: by the time of
// publication, the newest first, then by ID.
type PostPosition struct {
	PublishedAt time.Time
	ID          int64
}

// BeforeAllPosts is the position before the newest post.
var BeforeAllPosts = PostPosition{PublishedAt: time.UnixMicro(math.MaxInt64), ID: math.MaxInt64}

func (p PostPosition) String() string {
	return fmt.Sprintf("%d.%d", p.PublishedAt.UnixMicro(), p.ID)
}

// parsePostPosition reads what String wrote; "" means the start.
func parsePostPosition(text string) (PostPosition, error) {
	if text == "" {
		return BeforeAllPosts, nil
	}
	at, id, _ := strings.Cut(text, ".")
	micros, err := strconv.ParseInt(at, 10, 64)
	number, idErr := strconv.ParseInt(id, 10, 64)
	if err != nil || idErr != nil {
		return PostPosition{}, validate.Field{Name: "after"}.Invalid("is not a position in the list of posts")
	}
	return PostPosition{PublishedAt: time.UnixMicro(micros), ID: number}, nil
}

// PostPageQuery chooses a part of the list of posts. Zero values mean the first
// page of the blog, with contents.
type PostPageQuery struct {
	Search  string // part of the title or slug
	After   string // PostPage.Next of the part before
	Page    int    // a page of the blog, from 1; not with the other fields but Summary
	Limit   int    // PostsPerPage when 0
	Summary bool   // without contents
}

// PostPage is a part of the list of posts.
type PostPage struct {
	Posts []Post
	// Next is what to ask for the next part with; empty if this is the last one.
	Next string
}

// PostPage returns a part of the list of posts, newest first.
func (s *Site) PostPage(ctx context.Context, q PostPageQuery) (PostPage, error) {
	after, err := parsePostPosition(q.After)
	if err != nil {
		return PostPage{}, err
	}
	search := strings.TrimSpace(q.Search)
	if err := q.check(search); err != nil {
		return PostPage{}, err
	}
	limit := cmp.Or(q.Limit, PostsPerPage)
	// One more than asked for shows whether there is another part.
	posts, err := s.store.Posts().Page(ctx, PostQuery{
		Search: search, After: after, Skip: (max(q.Page, 1) - 1) * PostsPerPage, Limit: limit + 1, Summary: q.Summary,
	})
	if err != nil {
		return PostPage{}, err
	}
	var page PostPage
	if len(posts) > limit {
		posts = posts[:limit]
		last := posts[limit-1]
		page.Next = PostPosition{last.PublishedAt, last.ID}.String()
	}
	page.Posts, err = addImages(ctx, s, s.inLocalTime(ctx, posts), imageOfPost)
	return page, err
}

func (q PostPageQuery) check(search string) error {
	if q.Limit < 0 || q.Limit > MaxPostLimit {
		return validate.Field{Name: "limit"}.Invalid(fmt.Sprintf("must be a number from 1 to %d", MaxPostLimit))
	}
	if q.Page < 0 || q.Page > maxPostPage {
		return validate.Field{Name: "page"}.Invalid(fmt.Sprintf("must be a number from 1 to %d", maxPostPage))
	}
	if q.Page > 0 && (q.Limit > 0 || q.After != "" || search != "") {
		return validate.Field{Name: "page"}.Invalid("cannot be combined with limit, after or search")
	}
	return validate.Field{Name: "search", Value: search}.Within(validate.MaxLine)
}

// NewestPosts returns the newest posts without contents and image details.
func (s *Site) NewestPosts(ctx context.Context, limit int) ([]Post, error) {
	return s.store.Posts().Page(ctx, PostQuery{After: BeforeAllPosts, Limit: limit, Summary: true})
}
