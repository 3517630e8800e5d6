package site

import (
	"context"
	"regexp"
	"slices"
	"time"

	"perimeter/internal/media"
	"perimeter/internal/scope"
	"perimeter/internal/validate"
)

// Post is an article of the blog.
type Post struct {
	ID          int64               `json:"id"`
	Title       string              `json:"title"`
	Slug        string              `json:"slug"`
	Excerpt     string              `json:"excerpt"`
	Content     string              `json:"content"`
	ImageURL    string              `json:"imageUrl"`
	PublishedAt time.Time           `json:"publishedAt"`
	UpdatedAt   time.Time           `json:"updatedAt"`
	Image       *media.ImageDetails `json:"image,omitempty"` // if ImageURL is an uploaded image's
	// Images are the uploaded images that the content shows. Only single posts have
	// them.
	Images []media.ImageDetails `json:"images,omitempty"`
}

// PostEdit is a save of a post. Without an ID it creates one. A nil field keeps
// its stored value.
type PostEdit struct {
	Precondition
	ID       *int64  `json:"id,omitempty"`
	Title    *string `json:"title,omitempty"`
	Slug     *string `json:"slug,omitempty"`
	Excerpt  *string `json:"excerpt,omitempty"`
	Content  *string `json:"content,omitempty"`
	ImageURL *string `json:"imageUrl,omitempty"`
	// published is when a deleted post that comes back was published first.
	published time.Time
}

// PostHeading is what lists of all posts need: the sitemap and the search for
// claims.
type PostHeading struct {
	ID        int64
	Slug      string
	Title     string
	UpdatedAt time.Time
}

// Posts returns all posts, newest first.
func (s *Site) Posts(ctx context.Context) ([]Post, error) {
	posts, err := s.store.Posts(ctx)
	if err != nil {
		return nil, err
	}
	return addImages(ctx, s, s.inLocalTime(ctx, posts), imageOfPost)
}

// Post returns the post with the slug. A slug that a post had before finds it
// too; the result's Slug then differs.
func (s *Site) Post(ctx context.Context, slug string) (Post, error) {
	post, err := findBySlug(ctx, RedirectPost, slug, s.store.PostBySlug)
	if err != nil {
		return Post{}, err
	}
	return s.shown(ctx, post)
}

// PostByID returns the post with the ID.
func (s *Site) PostByID(ctx context.Context, id int64) (Post, error) {
	post, err := s.store.Post(ctx, id)
	if err != nil {
		return Post{}, err
	}
	return s.shown(ctx, post)
}

// shown returns a stored post as it is shown, with its image and in local time.
func (s *Site) shown(ctx context.Context, post Post) (Post, error) {
	posts, err := addImages(ctx, s, s.inLocalTime(ctx, []Post{post}), imageOfPost)
	if err != nil {
		return Post{}, err
	}
	posts[0].Images, err = s.imagesIn(ctx, post.Content)
	return posts[0], err
}

// imageInPost matches an uploaded image in an article's text.
var imageInPost = regexp.MustCompile(`!\[[^\[\]]+\]\((` + media.UploadsPath + `[A-Z2-7]{26})\)`)

// imagesIn returns the uploaded images that an article's text shows, each once.
func (s *Site) imagesIn(ctx context.Context, text string) ([]media.ImageDetails, error) {
	var urls []string
	for _, match := range imageInPost.FindAllStringSubmatch(text, -1) {
		urls = append(urls, match[1])
	}
	if s.images == nil || len(urls) == 0 {
		return nil, nil
	}
	slices.Sort(urls)
	found, err := s.images.Details(ctx, slices.Compact(urls))
	var images []media.ImageDetails
	for _, image := range found {
		if image != nil {
			images = append(images, *image)
		}
	}
	return images, err
}

func imageOfPost(post *Post) shownImage {
	return shownImage{&post.ImageURL, &post.Image, bundledImage(post.Slug)}
}

// inLocalTime changes the times of posts to the company's time zone, so that a
// page can take a post's date from them.
func (s *Site) inLocalTime(ctx context.Context, posts []Post) []Post {
	scope.Read(ctx, scope.Company)
	location := s.company.Known().Location()
	for i := range posts {
		posts[i].PublishedAt = posts[i].PublishedAt.In(location)
		posts[i].UpdatedAt = posts[i].UpdatedAt.In(location)
	}
	return posts
}

// SavePost creates or updates a post. PublishedAt is set when the post is created
// and never changes, not even if the post is deleted and comes back.
func (s *Site) SavePost(ctx context.Context, edit PostEdit) (Post, error) {
	var post Post
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		post = Post{PublishedAt: s.clock.Stamp()}
		if !edit.published.IsZero() {
			post.PublishedAt = edit.published
		}
		if edit.ID != nil {
			if post, err = tx.Post(ctx, *edit.ID); err != nil {
				return err
			}
		}
		stored := post
		edit.applyTo(&post)
		if err = validate.First(post.check(), edit.check(stored.UpdatedAt, stored, post)); err != nil {
			return err
		}
		if edit.ID == nil {
			if done, err := createdBefore(ctx, s, tx, edit.Precondition, tx.Post, &post); done || err != nil {
				return err
			}
		}
		post.UpdatedAt = s.clock.Stamp()
		if post, err = tx.PutPost(ctx, post); err != nil {
			return err
		}
		if edit.ID == nil {
			if err = s.recordCreate(ctx, tx, edit.Precondition, post.ID); err != nil {
				return err
			}
		}
		return moveSlug(ctx, tx, RedirectPost, post.ID, stored.Slug, post.Slug)
	})
	return s.inLocalTime(ctx, []Post{post})[0], err
}

// DeletePost deletes a post and returns it as it was.
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
	validate.SetTrimmed(&post.Title, e.Title)
	validate.SetTrimmed(&post.Slug, e.Slug)
	validate.SetTrimmed(&post.Excerpt, e.Excerpt)
	validate.SetTrimmed(&post.ImageURL, e.ImageURL)
	if e.Content != nil {
		post.Content = *e.Content
	}
}

func (post *Post) check() error {
	return validate.First(
		validate.Field{Name: "title", Value: post.Title}.Required(validate.MaxLine),
		checkSlug(post.Slug),
		validate.Field{Name: "excerpt", Value: post.Excerpt}.Required(validate.MaxParagraph),
		validate.Field{Name: "content", Value: post.Content}.Required(validate.MaxBody),
		validate.Field{Name: "imageUrl", Value: post.ImageURL}.ImageURL(),
	)
}
