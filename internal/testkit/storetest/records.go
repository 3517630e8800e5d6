package storetest

import (
	"context"
	"strings"
	"testing"
	"time"

	"perimeter/internal/site"
)

var recordTests = []test{
	{"an empty store has empty lists, not nil", func(t *testing.T, s site.Store) {
		ctx := t.Context()
		same(t, must(s.ContentItems(ctx))(t), []site.ContentItem{})
		same(t, must(s.Services(ctx))(t), []site.Service{})
		same(t, must(s.Posts(ctx))(t), []site.Post{})
		same(t, must(s.PostSummaries(ctx))(t), []site.Post{})
		same(t, must(s.SocialLinks(ctx))(t), []site.SocialLink{})
		same(t, must(s.BusinessHours(ctx))(t), []site.DayHours{})
		same(t, must(s.Users(ctx))(t), []site.User{})
	}},

	{"what does not exist is not found", func(t *testing.T, s site.Store) {
		lookups := map[string]func(context.Context, site.Reader) error{
			"content item":    func(ctx context.Context, r site.Reader) error { _, err := r.ContentItem(ctx, 7); return err },
			"service":         func(ctx context.Context, r site.Reader) error { _, err := r.Service(ctx, 7); return err },
			"service by slug": func(ctx context.Context, r site.Reader) error { _, err := r.ServiceBySlug(ctx, "x"); return err },
			"slug with NUL":   func(ctx context.Context, r site.Reader) error { _, err := r.ServiceBySlug(ctx, "x\x00"); return err },
			"slug not UTF-8":  func(ctx context.Context, r site.Reader) error { _, err := r.PostBySlug(ctx, "\xff"); return err },
			"post":            func(ctx context.Context, r site.Reader) error { _, err := r.Post(ctx, 7); return err },
			"post by slug":    func(ctx context.Context, r site.Reader) error { _, err := r.PostBySlug(ctx, "x"); return err },
			"social link":     func(ctx context.Context, r site.Reader) error { _, err := r.SocialLink(ctx, 7); return err },
			"redirect": func(ctx context.Context, r site.Reader) error {
				_, err := r.RedirectTarget(ctx, site.RedirectPost, "x")
				return err
			},
			"user":         func(ctx context.Context, r site.Reader) error { _, err := r.User(ctx, 7); return err },
			"user by name": func(ctx context.Context, r site.Reader) error { _, err := r.UserByName(ctx, "x"); return err },
			"session":      func(ctx context.Context, r site.Reader) error { _, err := r.Session(ctx, [32]byte{7}); return err },
		}
		for name, lookup := range lookups {
			t.Run(name, func(t *testing.T) { failsWith(t, lookup(t.Context(), s), site.NotFound) })
		}
	}},

	{"changing what does not exist is not found and writes nothing", func(t *testing.T, s site.Store) {
		before := revision(t, s)
		item, service, post, link, user := aContentItem("k"), aService("s"), aPost("p"), aSocialLink("l"), aUser("u")
		item.ID, service.ID, post.ID, link.ID, user.ID = 7, 7, 7, 7, 7
		failsWith(t, tryPut(t, s, site.Tx.PutContentItem, item), site.NotFound)
		failsWith(t, tryPut(t, s, site.Tx.PutService, service), site.NotFound)
		failsWith(t, tryPut(t, s, site.Tx.PutPost, post), site.NotFound)
		failsWith(t, tryPut(t, s, site.Tx.PutSocialLink, link), site.NotFound)
		failsWith(t, tryPut(t, s, site.Tx.PutUser, user), site.NotFound)
		for name, remove := range map[string]func(site.Tx, context.Context, int64) error{
			"DeletePost": site.Tx.DeletePost,
			"DeleteUser": site.Tx.DeleteUser,
		} {
			err := s.Publish(t.Context(), func(tx site.Tx) error { return remove(tx, t.Context(), 7) })
			t.Run(name, func(t *testing.T) { failsWith(t, err, site.NotFound) })
		}
		same(t, must(s.Services(t.Context()))(t), []site.Service{})
		same(t, revision(t, s), before)
	}},

	{"a content item is kept and changed", func(t *testing.T, s site.Store) {
		item := aContentItem("hero_title")
		stored := put(t, s, site.Tx.PutContentItem, item)
		if stored.ID == 0 {
			t.Error("the stored item has no id")
		}
		item.ID = stored.ID
		same(t, stored, item)
		same(t, must(s.ContentItem(t.Context(), item.ID))(t), item)

		item = site.ContentItem{
			ID: item.ID, Key: "about_content", Section: site.SectionAbout, Type: site.ContentHTML,
			Value: "<p>We</p>", UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s, site.Tx.PutContentItem, item), item)
		same(t, must(s.ContentItem(t.Context(), item.ID))(t), item)
		same(t, must(s.ContentItems(t.Context()))(t), []site.ContentItem{item})
	}},

	{"content items come by section, then by key, in code point order", func(t *testing.T, s site.Store) {
		order := []struct {
			section site.Section
			key     string
		}{
			{site.SectionAbout, "z"},
			{site.SectionHome, "B"}, {site.SectionHome, "_"}, {site.SectionHome, "a"}, {site.SectionHome, "a_b"},
			{site.SectionHome, "ab"}, {site.SectionHome, "ä"}, {site.SectionHome, "\U0001f41c"},
			{site.SectionServices, "c"},
		}
		for _, i := range []int{8, 3, 0, 7, 5, 1, 4, 6, 2} {
			item := aContentItem(order[i].key)
			item.Section = order[i].section
			put(t, s, site.Tx.PutContentItem, item)
		}
		items := must(s.ContentItems(t.Context()))(t)
		if len(items) != len(order) {
			t.Fatalf("there are %d items, want %d", len(items), len(order))
		}
		for i, item := range items {
			if item.Section != order[i].section || item.Key != order[i].key {
				t.Errorf("item %d is %s/%s, want %s/%s", i, item.Section, item.Key, order[i].section, order[i].key)
			}
		}
	}},

	{"a content key is taken in every section", func(t *testing.T, s site.Store) {
		put(t, s, site.Tx.PutContentItem, aContentItem("hero_title"))
		other := put(t, s, site.Tx.PutContentItem, aContentItem("other"))

		again := aContentItem("hero_title")
		again.Section = site.SectionAbout
		taken(t, tryPut(t, s, site.Tx.PutContentItem, again), "hero_title")
		other.Key = "hero_title"
		taken(t, tryPut(t, s, site.Tx.PutContentItem, other), "hero_title")
		same(t, len(must(s.ContentItems(t.Context()))(t)), 2)
	}},

	{"a service is kept and changed", func(t *testing.T, s site.Store) {
		service := aService("termites")
		stored := put(t, s, site.Tx.PutService, service)
		service.ID = stored.ID
		same(t, stored, service)
		same(t, must(s.Service(t.Context(), service.ID))(t), service)
		same(t, must(s.ServiceBySlug(t.Context(), "termites"))(t), service)

		service = site.Service{
			ID: service.ID, Name: "Mosquitoes", Slug: "mosquitoes", ShortDescription: "s", FullDescription: "f",
			ImageURL: "i", Features: []string{"x"}, Template: "t", UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s, site.Tx.PutService, service), service)
		same(t, must(s.ServiceBySlug(t.Context(), "mosquitoes"))(t), service)
		_, err := s.ServiceBySlug(t.Context(), "termites")
		failsWith(t, err, site.NotFound)
	}},

	{"a service without features has an empty list of them", func(t *testing.T, s site.Store) {
		for slug, features := range map[string][]string{"nil": nil, "empty": {}} {
			service := aService(slug)
			service.Features = features
			stored := put(t, s, site.Tx.PutService, service)
			same(t, stored.Features, []string{})
			same(t, must(s.Service(t.Context(), stored.ID))(t).Features, []string{})
		}
	}},

	{"services come in the order in which they were created", func(t *testing.T, s site.Store) {
		for _, slug := range []string{"c", "a", "b"} {
			put(t, s, site.Tx.PutService, aService(slug))
		}
		first := must(s.ServiceBySlug(t.Context(), "c"))(t)
		first.Name = "changed"
		put(t, s, site.Tx.PutService, first)

		var slugs []string
		for _, service := range must(s.Services(t.Context()))(t) {
			slugs = append(slugs, service.Slug)
		}
		same(t, slugs, []string{"c", "a", "b"})
	}},

	{"a slug is taken once per kind", func(t *testing.T, s site.Store) {
		put(t, s, site.Tx.PutService, aService("ants"))
		put(t, s, site.Tx.PutPost, aPost("ants"))
		service := put(t, s, site.Tx.PutService, aService("bees"))
		post := put(t, s, site.Tx.PutPost, aPost("bees"))

		taken(t, tryPut(t, s, site.Tx.PutService, aService("ants")), "ants")
		taken(t, tryPut(t, s, site.Tx.PutPost, aPost("ants")), "ants")
		service.Slug, post.Slug = "ants", "ants"
		taken(t, tryPut(t, s, site.Tx.PutService, service), "ants")
		taken(t, tryPut(t, s, site.Tx.PutPost, post), "ants")
	}},

	{"a post is kept, changed and deleted", func(t *testing.T, s site.Store) {
		post := aPost("termites")
		stored := put(t, s, site.Tx.PutPost, post)
		post.ID = stored.ID
		same(t, stored, post)
		same(t, must(s.Post(t.Context(), post.ID))(t), post)
		same(t, must(s.PostBySlug(t.Context(), "termites"))(t), post)

		post = site.Post{
			ID: post.ID, Title: "T", Slug: "t", Excerpt: "e", Content: "c", ImageURL: "",
			PublishedAt: noon.Add(-time.Hour), UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s, site.Tx.PutPost, post), post)
		same(t, must(s.PostBySlug(t.Context(), "t"))(t), post)

		publish(t, s, func(tx site.Tx) error { return tx.DeletePost(t.Context(), post.ID) })
		_, err := s.Post(t.Context(), post.ID)
		failsWith(t, err, site.NotFound)
		same(t, must(s.Posts(t.Context()))(t), []site.Post{})
	}},

	{"the id of a deleted post is not given again", func(t *testing.T, s site.Store) {
		first := put(t, s, site.Tx.PutPost, aPost("first"))
		publish(t, s, func(tx site.Tx) error { return tx.DeletePost(t.Context(), first.ID) })
		if second := put(t, s, site.Tx.PutPost, aPost("second")); second.ID == first.ID {
			t.Errorf("both posts have the id %d", first.ID)
		}
	}},

	{"posts come newest first, and in summaries without content", func(t *testing.T, s site.Store) {
		var want []site.Post
		for i, slug := range []string{"older", "newest", "same-instant-1", "same-instant-2"} {
			post := aPost(slug)
			post.PublishedAt = noon.Add([]time.Duration{-time.Microsecond, time.Hour, 0, 0}[i])
			want = append(want, put(t, s, site.Tx.PutPost, post))
		}
		want = []site.Post{want[1], want[3], want[2], want[0]}
		same(t, must(s.Posts(t.Context()))(t), want)
		for i := range want {
			want[i].Content = ""
		}
		same(t, must(s.PostSummaries(t.Context()))(t), want)
	}},

	{"social links are kept, changed and come in the order of their creation", func(t *testing.T, s site.Store) {
		first := put(t, s, site.Tx.PutSocialLink, aSocialLink("youtube"))
		second := put(t, s, site.Tx.PutSocialLink, aSocialLink("facebook"))
		same(t, must(s.SocialLink(t.Context(), second.ID))(t), second)

		first = site.SocialLink{ID: first.ID, Platform: "x", URL: "https://x.example/", Icon: "", Active: false}
		same(t, put(t, s, site.Tx.PutSocialLink, first), first)
		same(t, must(s.SocialLinks(t.Context()))(t), []site.SocialLink{first, second})
	}},

	{"a day's hours are replaced, and days come Monday first", func(t *testing.T, s site.Store) {
		sunday := site.DayHours{Day: "sunday", IsClosed: true}
		monday := site.DayHours{Day: "monday", OpenTime: "8:00 AM", CloseTime: "5:00 PM"}
		friday := site.DayHours{Day: "friday", OpenTime: "whenever", CloseTime: "late"}
		for _, h := range []site.DayHours{sunday, {Day: "monday", OpenTime: "x", CloseTime: "y", IsClosed: true}, friday, monday} {
			publish(t, s, func(tx site.Tx) error { return tx.PutDayHours(t.Context(), h) })
		}
		same(t, must(s.BusinessHours(t.Context()))(t), []site.DayHours{monday, friday, sunday})
	}},

	{"a redirect leads to what last had the slug, separately for each kind", func(t *testing.T, s site.Store) {
		ctx := t.Context()
		publish(t, s, func(tx site.Tx) error {
			for _, id := range []int64{1, 2} {
				if err := tx.PutRedirect(ctx, site.RedirectPost, "old", id); err != nil {
					return err
				}
			}
			return tx.PutRedirect(ctx, site.RedirectService, "old", 3)
		})
		same(t, must(s.RedirectTarget(ctx, site.RedirectPost, "old"))(t), int64(2))
		same(t, must(s.RedirectTarget(ctx, site.RedirectService, "old"))(t), int64(3))

		for range 2 { // forgetting twice is no error
			publish(t, s, func(tx site.Tx) error { return tx.DeleteRedirect(ctx, site.RedirectPost, "old") })
		}
		_, err := s.RedirectTarget(ctx, site.RedirectPost, "old")
		failsWith(t, err, site.NotFound)
		same(t, must(s.RedirectTarget(ctx, site.RedirectService, "old"))(t), int64(3))
	}},
}

// taken checks that err is a conflict whose message names the value.
func taken(t *testing.T, err error, value string) {
	t.Helper()
	failsWith(t, err, site.Conflict)
	if err == nil || !strings.Contains(err.Error(), `"`+value+`" is already in use`) {
		t.Errorf("the conflict %v does not name %q", err, value)
	}
}
