package site

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
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
	// Related is another article to read next. Only single posts have it.
	Related *RelatedPost `json:"related,omitempty"`
}

// RelatedPost is what an article says about another one.
type RelatedPost struct {
	Title   string `json:"title"`
	Slug    string `json:"slug"`
	Excerpt string `json:"excerpt"`
}

// PostEdit is a save of a post. Without an ID it creates one. A nil field keeps
// its stored value.
type PostEdit struct {
	record.Precondition
	ID       *int64  `json:"id,omitempty"`
	Title    *string `json:"title,omitempty"`
	Slug     *string `json:"slug,omitempty"`
	Excerpt  *string `json:"excerpt,omitempty"`
	Content  *string `json:"content,omitempty"`
	ImageURL *string `json:"imageUrl,omitempty"`
}

// PostHeading is what lists of all posts need: the sitemap and the search for
// claims.
type PostHeading struct {
	ID          int64
	Slug        string
	Title       string
	PublishedAt time.Time
	UpdatedAt   time.Time
}

// headingBatch is how many headings are in memory while all are read.
const headingBatch = 1000

// headings yields the headings of all posts, newest first. After an error it yields
// nothing more.
func (s *Site) headings(ctx context.Context) iter.Seq2[PostHeading, error] {
	return func(yield func(PostHeading, error) bool) {
		for after := BeforeAllPosts; ; {
			batch, err := s.store.Posts().Headings(ctx, after, headingBatch)
			if err != nil {
				yield(PostHeading{}, err)
				return
			}
			for _, heading := range batch {
				if !yield(heading, nil) {
					return
				}
				after = PostPosition{heading.PublishedAt, heading.ID}
			}
			if len(batch) < headingBatch {
				return
			}
		}
	}
}

// Post returns the post with the slug. A slug that a post had before finds it
// too; the result's Slug then differs.
func (s *Site) Post(ctx context.Context, slug string) (Post, error) {
	post, err := findBySlug(ctx, record.Post, slug, s.store.Posts().BySlug)
	if err != nil {
		return Post{}, err
	}
	return s.shown(ctx, post)
}

// PostByID returns the post with the ID.
func (s *Site) PostByID(ctx context.Context, id int64) (Post, error) {
	post, err := s.store.Posts().Get(ctx, id)
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
	if posts[0].Images, err = s.imagesIn(ctx, post.Content); err != nil {
		return Post{}, err
	}
	posts[0].Related, err = s.related(ctx, post)
	return posts[0], err
}

// related returns the article before this one, or the newest for the oldest, or nil if
// there is no other.
func (s *Site) related(ctx context.Context, post Post) (*RelatedPost, error) {
	other, err := s.store.Posts().Next(ctx, PostPosition{post.PublishedAt, post.ID})
	if errs.KindOf(err) == errs.NotFound {
		var newest []Post
		newest, err = s.NewestPosts(ctx, 1)
		if len(newest) == 0 || newest[0].ID == post.ID {
			return nil, err
		}
		other = newest[0]
	}
	if err != nil {
		return nil, err
	}
	return &RelatedPost{Title: other.Title, Slug: other.Slug, Excerpt: other.Excerpt}, nil
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
	location := s.company.Cached().Location()
	for i := range posts {
		posts[i].PublishedAt = posts[i].PublishedAt.In(location)
		posts[i].UpdatedAt = posts[i].UpdatedAt.In(location)
	}
	return posts
}

// posts describes the posts. PublishedAt is set when a post is created and never
// changes, not even if the post is deleted and comes back.
var posts = &record.Description[Post, PostEdit]{
	Kind: record.Post, Noun: "post",
	New:       func(_ PostEdit, now time.Time) Post { return Post{PublishedAt: now} },
	Prepare:   func(post *Post) (safehtml.Removed, error) { return nil, post.check() },
	ID:        func(post *Post) *int64 { return &post.ID },
	UpdatedAt: func(post *Post) *time.Time { return &post.UpdatedAt },
	Slug:      func(post Post) string { return post.Slug },
}

// SavePost creates or updates a post.
func (s *Site) SavePost(ctx context.Context, change record.Change, edit PostEdit) (record.Saved[Post], error) {
	saved, err := s.records.posts.Save(ctx, change, edit)
	saved.Record = s.inLocalTime(ctx, []Post{saved.Record})[0]
	return saved, err
}

// DeletePost deletes a post and returns it as it was.
func (s *Site) DeletePost(ctx context.Context, change record.Change, id int64) (record.Saved[Post], error) {
	return s.records.posts.Delete(ctx, change, id)
}

// RecordID implements record.Edit.
func (e PostEdit) RecordID() *int64 { return e.ID }

// ApplyTo implements record.Edit.
func (e PostEdit) ApplyTo(post *Post) {
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
