package site

import (
	"context"
	"time"
)

// Post is an article of the blog.
type Post struct {
	ID          int64     `json:"id"`
	Title       string    `json:"title"`
	Slug        string    `json:"slug"`
	Excerpt     string    `json:"excerpt"`
	Content     string    `json:"content"`
	ImageURL    string    `json:"imageUrl"`
	PublishedAt time.Time `json:"publishedAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
	Image       *Picture  `json:"image,omitempty"` // of an uploaded image's address
}

// PostEdit is a save of a post: without ID it creates one, and what is nil
// keeps its stored value.
type PostEdit struct {
	Basis
	ID       *int64  `json:"id,omitempty"`
	Title    *string `json:"title,omitempty"`
	Slug     *string `json:"slug,omitempty"`
	Excerpt  *string `json:"excerpt,omitempty"`
	Content  *string `json:"content,omitempty"`
	ImageURL *string `json:"imageUrl,omitempty"`
}

// PostReader reads posts.
type PostReader interface {
	// Posts returns all posts, newest first.
	Posts(ctx context.Context) ([]Post, error)
	// PostSummaries is Posts with every Content left empty, so that a list
	// costs nothing for the articles' length.
	PostSummaries(ctx context.Context) ([]Post, error)
	Post(ctx context.Context, id int64) (Post, error)
	PostBySlug(ctx context.Context, slug string) (Post, error)
}

// PostWriter writes posts.
type PostWriter interface {
	// PutPost inserts the post when its ID is 0 and updates it otherwise, and
	// returns it as stored.
	PutPost(ctx context.Context, p Post) (Post, error)
	// DeletePost removes the post, or returns NotFound.
	DeletePost(ctx context.Context, id int64) error
}

// Posts returns all posts, newest first.
func (s *Site) Posts(ctx context.Context) ([]Post, error) {
	posts, err := s.store.Posts(ctx)
	return illustrateAll(ctx, s, s.locally(posts), err, imageOfPost)
}

// PostSummaries returns all posts without their content, newest first.
func (s *Site) PostSummaries(ctx context.Context) ([]Post, error) {
	posts, err := s.store.PostSummaries(ctx)
	return illustrateAll(ctx, s, s.locally(posts), err, imageOfPost)
}

// Post finds a post by its slug. A slug that the post had before finds it too:
// the caller sees from the result's Slug that the address has changed.
func (s *Site) Post(ctx context.Context, slug string) (Post, error) {
	post, err := s.findPost(ctx, slug)
	return illustrate(ctx, s, s.locally([]Post{post})[0], err, imageOfPost)
}

// locally tells the times of posts in the company's time zone, so that a page
// can read a post's day off them.
func (s *Site) locally(posts []Post) []Post {
	location := s.identity.Location()
	for i := range posts {
		posts[i].PublishedAt = posts[i].PublishedAt.In(location)
		posts[i].UpdatedAt = posts[i].UpdatedAt.In(location)
	}
	return posts
}

func (s *Site) findPost(ctx context.Context, slug string) (Post, error) {
	if !ValidSlug(slug) {
		return Post{}, noSuchPost(slug)
	}
	post, err := s.store.PostBySlug(ctx, slug)
	if KindOf(err) != NotFound {
		return post, err
	}
	id, err := s.store.RedirectTarget(ctx, RedirectPost, slug)
	if KindOf(err) == NotFound {
		return Post{}, noSuchPost(slug)
	}
	if err != nil {
		return Post{}, err
	}
	return s.store.Post(ctx, id)
}

func noSuchPost(slug string) error {
	return Errorf(NotFound, "There is no blog post %q.", slug)
}

// SavePost creates or updates a post. The date of publication is set when the
// post is created and stays.
func (s *Site) SavePost(ctx context.Context, edit PostEdit) (Post, error) {
	var post Post
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		post = Post{PublishedAt: s.stamp()}
		if edit.ID != nil {
			if post, err = tx.Post(ctx, *edit.ID); err != nil {
				return err
			}
		}
		stored := post
		edit.applyTo(&post)
		if err = firstError(post.check(), edit.check(stored.UpdatedAt, stored, post)); err != nil {
			return err
		}
		post.UpdatedAt = s.stamp()
		if post, err = tx.PutPost(ctx, post); err != nil {
			return err
		}
		return moveAddress(ctx, tx, RedirectPost, post.ID, stored.Slug, post.Slug)
	})
	return s.locally([]Post{post})[0], err
}

// DeletePost removes a post and returns it as it was.
func (s *Site) DeletePost(ctx context.Context, id int64) (Post, error) {
	var post Post
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		if post, err = tx.Post(ctx, id); err != nil {
			return err
		}
		return tx.DeletePost(ctx, id)
	})
	return post, err
}

func (e PostEdit) applyTo(post *Post) {
	set(&post.Title, e.Title)
	set(&post.Slug, e.Slug)
	set(&post.Excerpt, e.Excerpt)
	set(&post.ImageURL, e.ImageURL)
	if e.Content != nil {
		post.Content = *e.Content
	}
}

func (post *Post) check() error {
	return firstError(
		field{"title", post.Title}.required(maxLine),
		checkSlug(post.Slug),
		field{"excerpt", post.Excerpt}.required(maxParagraph),
		field{"content", post.Content}.required(maxBody),
		field{"imageUrl", post.ImageURL}.imageAddress(),
	)
}
