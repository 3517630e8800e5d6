package site_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func savePosts(t *testing.T, s *site.Site, count int) {
	t.Helper()
	for i := range count {
		savePost(t, s, postNamed(fmt.Sprintf("post-%d", i)))
	}
}

func TestPostPagesFollowOneAnother(t *testing.T) {
	s := newSite(t)
	savePosts(t, s, 45)
	want := testkit.Posts(t, s)
	var seen []site.Post
	for query := (site.PostPageQuery{}); len(seen) < len(want); {
		page := testkit.Must(s.PostPage(t.Context(), query))(t)
		seen = append(seen, page.Posts...)
		if last := len(seen) == len(want); (page.Next == "") != last {
			t.Fatalf("after %d posts the next position is %q", len(seen), page.Next)
		}
		if len(page.Posts) > site.PostsPerPage {
			t.Errorf("a page has %d posts", len(page.Posts))
		}
		query.After = page.Next
	}
	for i, post := range want {
		if seen[i].ID != post.ID || seen[i].Content != post.Content {
			t.Errorf("post %d is %d, want %d", i, seen[i].ID, post.ID)
		}
	}
	numbered := testkit.Must(s.PostPage(t.Context(), site.PostPageQuery{Page: 3, Summary: true}))(t)
	if len(numbered.Posts) != 5 || numbered.Posts[0].ID != want[40].ID || numbered.Posts[0].Content != "" || numbered.Next != "" {
		t.Errorf("page 3 is %+v", numbered)
	}
}

func TestPostPageRefusesBadQueries(t *testing.T) {
	s := newSite(t)
	for name, tt := range map[string]struct {
		query site.PostPageQuery
		word  string
	}{
		"a position without an ID":  {site.PostPageQuery{After: "5"}, `"after"`},
		"a position of words":       {site.PostPageQuery{After: "a.b"}, `"after"`},
		"a negative limit":          {site.PostPageQuery{Limit: -1}, `"limit"`},
		"a giant limit":             {site.PostPageQuery{Limit: 101}, `"limit"`},
		"a negative page":           {site.PostPageQuery{Page: -1}, `"page"`},
		"a giant page":              {site.PostPageQuery{Page: 1_000_001}, `"page"`},
		"a page and a limit":        {site.PostPageQuery{Page: 1, Limit: 5}, `"page"`},
		"a page and a position":     {site.PostPageQuery{Page: 1, After: "1.1"}, `"page"`},
		"a page and a search":       {site.PostPageQuery{Page: 1, Search: "x"}, `"page"`},
		"a giant search":            {site.PostPageQuery{Search: strings.Repeat("x", 301)}, `"search"`},
		"a search that is not text": {site.PostPageQuery{Search: "\xff"}, `"search"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.PostPage(t.Context(), tt.query)
			testkit.WantError(t, err, errs.Invalid, tt.word)
		})
	}
}

func TestBlogHasPagesOfTwentyPosts(t *testing.T) {
	s := newSite(t)
	savePosts(t, s, 40)
	for number, want := range map[int]struct {
		posts int
		more  bool
	}{0: {20, true}, 2: {20, false}} {
		got := testkit.Must(s.Page(t.Context(), site.PageID{Kind: site.PageBlog, Number: number}))(t)
		if len(got.Posts) != want.posts || got.MorePosts != want.more {
			t.Errorf("page %d has %d posts, more: %v", number, len(got.Posts), got.MorePosts)
		}
	}
	for _, number := range []int{3, 1_000_001} {
		if got := testkit.Must(s.Page(t.Context(), site.PageID{Kind: site.PageBlog, Number: number}))(t); got.ID.Kind != site.PageNotFound {
			t.Errorf("page %d is %v, want the not-found page", number, got.ID)
		}
	}
	var listed []int
	for e := range s.Sitemap(t.Context()) {
		if e.Page.Kind == site.PageBlog {
			listed = append(listed, e.Page.Number)
		}
	}
	if fmt.Sprint(listed) != "[0 2]" {
		t.Errorf("the sitemap lists the pages %v of the blog", listed)
	}
}

// listCounter counts the posts that are read.
type listCounter struct {
	site.Store
	read int
}

func (c *listCounter) Posts() site.PostStore { return countedPosts{c.Store.Posts(), c} }

type countedPosts struct {
	site.PostStore
	counter *listCounter
}

func (c countedPosts) Page(ctx context.Context, q site.PostQuery) ([]site.Post, error) {
	posts, err := c.PostStore.Page(ctx, q)
	c.counter.read += len(posts)
	return posts, err
}

func TestNoPageReadsMorePostsThanItShows(t *testing.T) {
	counter := &listCounter{Store: testkit.NewStore(t).Site()}
	s := site.New(site.Config{Store: counter, Company: company.Fixed(company.Sample())})
	savePosts(t, s, 60)
	for _, kind := range pageKinds {
		counter.read = 0
		page(t, s, kind, "post-7")
		most := 0
		switch kind {
		case site.PageBlog:
			most = site.PostsPerPage + 1
		case site.PageHome:
			most = 4 // three, and the article that has a place of its own
		}
		if counter.read > most {
			t.Errorf("%s reads %d posts, want at most %d", kind, counter.read, most)
		}
	}
}

func TestEveryPostLeadsToAnother(t *testing.T) {
	s := newSite(t)
	savePosts(t, s, 1)
	if got := testkit.Must(s.Post(t.Context(), "post-0"))(t).Related; got != nil {
		t.Errorf("the only post leads to %+v", got)
	}
	for _, slug := range []string{"post-1", "post-2"} {
		savePost(t, s, postNamed(slug))
	}
	for slug, want := range map[string]string{"post-2": "post-1", "post-1": "post-0", "post-0": "post-2"} {
		if got := testkit.Must(s.Post(t.Context(), slug))(t).Related; got == nil || got.Slug != want || got.Title == "" {
			t.Errorf("%s leads to %+v, want %s", slug, got, want)
		}
	}
}
