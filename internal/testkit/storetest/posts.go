package storetest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// putPosts stores posts published at these times after noon and returns them in
// the order of creation.
// everyPost asks for all posts.
var everyPost = site.PostQuery{After: site.BeforeAllPosts, Limit: math.MaxInt32}

func allPosts(t *testing.T, s Stores) []site.Post {
	t.Helper()
	return testkit.Must(s.Site().Posts().Page(t.Context(), everyPost))(t)
}

func putPosts(t *testing.T, s Stores, times ...time.Duration) []site.Post {
	t.Helper()
	posts := make([]site.Post, len(times))
	for i, after := range times {
		post := newPost(fmt.Sprintf("post-%d", i))
		post.PublishedAt = noon.Add(after)
		posts[i] = put(t, s.Site(), putPost, post)
	}
	return posts
}

func withoutContent(posts []site.Post) []site.Post {
	short := make([]site.Post, len(posts))
	for i, post := range posts {
		post.Content = ""
		short[i] = post
	}
	return short
}

func position(post site.Post) site.PostPosition {
	return site.PostPosition{PublishedAt: post.PublishedAt, ID: post.ID}
}

func slugs(posts []site.Post) []string {
	list := []string{}
	for _, post := range posts {
		list = append(list, post.Slug)
	}
	return list
}

var postTests = []test{
	{"posts are listed newest first", func(t *testing.T, s Stores) {
		p := putPosts(t, s, -time.Microsecond, time.Hour, 0, 0)
		want := []site.Post{p[1], p[3], p[2], p[0]}
		same(t, allPosts(t, s), want)
		query := site.PostQuery{After: site.BeforeAllPosts, Limit: 9}
		same(t, testkit.Must(s.Site().Posts().Page(t.Context(), query))(t), want)
		query.Summary = true
		same(t, testkit.Must(s.Site().Posts().Page(t.Context(), query))(t), withoutContent(want))

		headings := []site.PostHeading{}
		for _, post := range want {
			headings = append(headings, site.PostHeading{
				ID: post.ID, Slug: post.Slug, Title: post.Title, PublishedAt: post.PublishedAt, UpdatedAt: post.UpdatedAt,
			})
		}
		same(t, testkit.Must(s.Site().Posts().Headings(t.Context(), site.BeforeAllPosts, 9))(t), headings)
		same(t, testkit.Must(s.Site().Posts().Headings(t.Context(), position(want[0]), 2))(t), headings[1:3])
		same(t, testkit.Must(s.Site().Posts().Range(t.Context(), p[1].ID, p[3].ID))(t), []site.Post{p[1], p[2]})
	}},

	{"a page of posts begins after a position, skips and ends", func(t *testing.T, s Stores) {
		p := putPosts(t, s, 0, time.Hour, 0, 2*time.Hour, 0)
		all := []site.Post{p[3], p[1], p[4], p[2], p[0]}
		for from := range len(all) + 1 {
			after := site.BeforeAllPosts
			if from > 0 {
				after = position(all[from-1])
			}
			for skip := range 3 {
				for limit := range 4 {
					got := testkit.Must(s.Site().Posts().Page(t.Context(), site.PostQuery{After: after, Skip: skip, Limit: limit}))(t)
					start := min(from+skip, len(all))
					same(t, got, all[start:min(start+limit, len(all))])
				}
			}
		}
	}},

	{"a page goes on after a post that was deleted", func(t *testing.T, s Stores) {
		p := putPosts(t, s, 3*time.Hour, 2*time.Hour, time.Hour)
		publish(t, s.Site(), func(tx site.Tx) error { return deletePost(tx, t.Context(), p[1].ID) })
		got := testkit.Must(s.Site().Posts().Page(t.Context(), site.PostQuery{After: position(p[1]), Limit: 9}))(t)
		same(t, slugs(got), []string{"post-2"})
	}},

	{"posts are searched by title and slug, literally and in any case", func(t *testing.T, s Stores) {
		for slug, title := range map[string]string{"fire-ants": "Ants: 100% gone", "mice": "Mice_and RATS", "bees": "Bées"} {
			post := newPost(slug)
			post.Title, post.Content = title, "ants, mice and bees"
			put(t, s.Site(), putPost, post)
		}
		for search, want := range map[string][]string{
			"ANTS": {"fire-ants"}, "fire-": {"fire-ants"}, "0% g": {"fire-ants"}, "%": {"fire-ants"}, "_": {"mice"},
			"rats": {"mice"}, "MIC": {"mice"}, "bées": {"bees"}, "and bees": {}, `\`: {},
		} {
			got := testkit.Must(s.Site().Posts().Page(t.Context(), site.PostQuery{Search: search, After: site.BeforeAllPosts, Limit: 9}))(t)
			t.Run(search, func(t *testing.T) { same(t, slugs(got), want) })
		}
	}},

	{"posts are found inside a transaction", func(t *testing.T, s Stores) {
		publish(t, s.Site(), func(tx site.Tx) error {
			if _, err := putPost(tx, t.Context(), newPost("new")); err != nil {
				return err
			}
			has, err := tx.HasPosts(t.Context())
			same(t, has, true)
			return err
		})
	}},
}
