package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/site"
)

var recordTests = []test{
	{"an empty store has empty lists, not nil", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, must(s.Site().ContentItems(ctx))(t), []site.ContentItem{})
		same(t, must(s.Site().Services(ctx))(t), []site.Service{})
		same(t, must(s.Site().Posts(ctx))(t), []site.Post{})
		same(t, must(s.Site().PostSummaries(ctx))(t), []site.Post{})
		same(t, must(s.Site().SocialLinks(ctx))(t), []site.SocialLink{})
		same(t, must(s.Site().BusinessHours(ctx))(t), []site.DayHours{})
		same(t, must(s.Auth().Users(ctx))(t), []auth.User{})
	}},

	{"what does not exist is not found", func(t *testing.T, s Stores) {
		ctx := t.Context()
		lookups := map[string]func() error{
			"content item":    func() error { _, err := get(t, s.Site().Publish, site.Tx.ContentItem, 7); return err },
			"service":         func() error { _, err := s.Site().Service(ctx, 7); return err },
			"service by slug": func() error { _, err := s.Site().ServiceBySlug(ctx, "x"); return err },
			"slug with NUL":   func() error { _, err := s.Site().ServiceBySlug(ctx, "x\x00"); return err },
			"slug not UTF-8":  func() error { _, err := s.Site().PostBySlug(ctx, "\xff"); return err },
			"post":            func() error { _, err := s.Site().Post(ctx, 7); return err },
			"post by slug":    func() error { _, err := s.Site().PostBySlug(ctx, "x"); return err },
			"social link":     func() error { _, err := get(t, s.Site().Publish, site.Tx.SocialLink, 7); return err },
			"user":            func() error { _, err := s.Auth().User(ctx, 7); return err },
			"user by name":    func() error { _, err := s.Auth().UserByName(ctx, "x"); return err },
			"session":         func() error { _, err := s.Auth().Session(ctx, [32]byte{7}); return err },
		}
		for name, lookup := range lookups {
			t.Run(name, func(t *testing.T) { failsWith(t, lookup(), errs.NotFound) })
		}
	}},

	{"changing what does not exist is not found and writes nothing", func(t *testing.T, s Stores) {
		before := revision(t, s)
		item, service, post, link, user := aContentItem("k"), aService("s"), aPost("p"), aSocialLink("l"), aUser("u")
		item.ID, service.ID, post.ID, link.ID, user.ID = 7, 7, 7, 7, 7
		failsWith(t, tryPut(t, s.Site(), site.Tx.PutContentItem, item), errs.NotFound)
		failsWith(t, tryPut(t, s.Site(), site.Tx.PutService, service), errs.NotFound)
		failsWith(t, tryPut(t, s.Site(), site.Tx.PutPost, post), errs.NotFound)
		failsWith(t, tryPut(t, s.Site(), site.Tx.PutSocialLink, link), errs.NotFound)
		failsWith(t, tryPutUser(t, s, user), errs.NotFound)
		failsWith(t, s.Site().Publish(t.Context(), func(tx site.Tx) error { return tx.DeletePost(t.Context(), 7) }), errs.NotFound)
		failsWith(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.DeleteUser(t.Context(), 7) }), errs.NotFound)
		same(t, must(s.Site().Services(t.Context()))(t), []site.Service{})
		same(t, revision(t, s), before)
	}},

	{"a content item is kept and changed", func(t *testing.T, s Stores) {
		item := aContentItem("hero_title")
		stored := put(t, s.Site(), site.Tx.PutContentItem, item)
		if stored.ID == 0 {
			t.Error("the stored item has no id")
		}
		item.ID = stored.ID
		same(t, stored, item)
		same(t, must(get(t, s.Site().Publish, site.Tx.ContentItem, item.ID))(t), item)

		item = site.ContentItem{
			ID: item.ID, Key: "about_content", Section: site.SectionAbout, Type: site.ContentHTML,
			Value: "<p>We</p>", UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s.Site(), site.Tx.PutContentItem, item), item)
		same(t, must(get(t, s.Site().Publish, site.Tx.ContentItem, item.ID))(t), item)
		same(t, must(s.Site().ContentItems(t.Context()))(t), []site.ContentItem{item})
	}},

	{"content items come by section, then by key, in code point order", func(t *testing.T, s Stores) {
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
			put(t, s.Site(), site.Tx.PutContentItem, item)
		}
		items := must(s.Site().ContentItems(t.Context()))(t)
		if len(items) != len(order) {
			t.Fatalf("there are %d items, want %d", len(items), len(order))
		}
		for i, item := range items {
			if item.Section != order[i].section || item.Key != order[i].key {
				t.Errorf("item %d is %s/%s, want %s/%s", i, item.Section, item.Key, order[i].section, order[i].key)
			}
		}
	}},

	{"a content key is taken in every section", func(t *testing.T, s Stores) {
		put(t, s.Site(), site.Tx.PutContentItem, aContentItem("hero_title"))
		other := put(t, s.Site(), site.Tx.PutContentItem, aContentItem("other"))

		again := aContentItem("hero_title")
		again.Section = site.SectionAbout
		taken(t, tryPut(t, s.Site(), site.Tx.PutContentItem, again), "hero_title")
		other.Key = "hero_title"
		taken(t, tryPut(t, s.Site(), site.Tx.PutContentItem, other), "hero_title")
		same(t, len(must(s.Site().ContentItems(t.Context()))(t)), 2)
	}},

	{"a service is kept and changed", func(t *testing.T, s Stores) {
		service := aService("termites")
		stored := put(t, s.Site(), site.Tx.PutService, service)
		service.ID = stored.ID
		same(t, stored, service)
		same(t, must(s.Site().Service(t.Context(), service.ID))(t), service)
		same(t, must(s.Site().ServiceBySlug(t.Context(), "termites"))(t), service)

		service = site.Service{
			ID: service.ID, Name: "Mosquitoes", Slug: "mosquitoes", ShortDescription: "s", FullDescription: "f",
			ImageURL: "i", Features: []string{"x"}, Template: "t", UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s.Site(), site.Tx.PutService, service), service)
		same(t, must(s.Site().ServiceBySlug(t.Context(), "mosquitoes"))(t), service)
		_, err := s.Site().ServiceBySlug(t.Context(), "termites")
		failsWith(t, err, errs.NotFound)
	}},

	{"a service without features has an empty list of them", func(t *testing.T, s Stores) {
		for slug, features := range map[string][]string{"nil": nil, "empty": {}} {
			service := aService(slug)
			service.Features = features
			stored := put(t, s.Site(), site.Tx.PutService, service)
			same(t, stored.Features, []string{})
			same(t, must(s.Site().Service(t.Context(), stored.ID))(t).Features, []string{})
		}
	}},

	{"services come in the order in which they were created", func(t *testing.T, s Stores) {
		for _, slug := range []string{"c", "a", "b"} {
			put(t, s.Site(), site.Tx.PutService, aService(slug))
		}
		first := must(s.Site().ServiceBySlug(t.Context(), "c"))(t)
		first.Name = "changed"
		put(t, s.Site(), site.Tx.PutService, first)

		var slugs []string
		for _, service := range must(s.Site().Services(t.Context()))(t) {
			slugs = append(slugs, service.Slug)
		}
		same(t, slugs, []string{"c", "a", "b"})
	}},

	{"a slug is taken once per kind", func(t *testing.T, s Stores) {
		put(t, s.Site(), site.Tx.PutService, aService("ants"))
		put(t, s.Site(), site.Tx.PutPost, aPost("ants"))
		service := put(t, s.Site(), site.Tx.PutService, aService("bees"))
		post := put(t, s.Site(), site.Tx.PutPost, aPost("bees"))

		taken(t, tryPut(t, s.Site(), site.Tx.PutService, aService("ants")), "ants")
		taken(t, tryPut(t, s.Site(), site.Tx.PutPost, aPost("ants")), "ants")
		service.Slug, post.Slug = "ants", "ants"
		taken(t, tryPut(t, s.Site(), site.Tx.PutService, service), "ants")
		taken(t, tryPut(t, s.Site(), site.Tx.PutPost, post), "ants")
	}},

	{"a post is kept, changed and deleted", func(t *testing.T, s Stores) {
		post := aPost("termites")
		stored := put(t, s.Site(), site.Tx.PutPost, post)
		post.ID = stored.ID
		same(t, stored, post)
		same(t, must(s.Site().Post(t.Context(), post.ID))(t), post)
		same(t, must(s.Site().PostBySlug(t.Context(), "termites"))(t), post)

		post = site.Post{
			ID: post.ID, Title: "T", Slug: "t", Excerpt: "e", Content: "c", ImageURL: "",
			PublishedAt: noon.Add(-time.Hour), UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s.Site(), site.Tx.PutPost, post), post)
		same(t, must(s.Site().PostBySlug(t.Context(), "t"))(t), post)

		publish(t, s.Site(), func(tx site.Tx) error { return tx.DeletePost(t.Context(), post.ID) })
		_, err := s.Site().Post(t.Context(), post.ID)
		failsWith(t, err, errs.NotFound)
		same(t, must(s.Site().Posts(t.Context()))(t), []site.Post{})
	}},

	{"the id of a deleted post is not given again", func(t *testing.T, s Stores) {
		first := put(t, s.Site(), site.Tx.PutPost, aPost("first"))
		publish(t, s.Site(), func(tx site.Tx) error { return tx.DeletePost(t.Context(), first.ID) })
		if second := put(t, s.Site(), site.Tx.PutPost, aPost("second")); second.ID == first.ID {
			t.Errorf("both posts have the id %d", first.ID)
		}
	}},

	{"posts come newest first, and in summaries without content", func(t *testing.T, s Stores) {
		var want []site.Post
		for i, slug := range []string{"older", "newest", "same-instant-1", "same-instant-2"} {
			post := aPost(slug)
			post.PublishedAt = noon.Add([]time.Duration{-time.Microsecond, time.Hour, 0, 0}[i])
			want = append(want, put(t, s.Site(), site.Tx.PutPost, post))
		}
		want = []site.Post{want[1], want[3], want[2], want[0]}
		same(t, must(s.Site().Posts(t.Context()))(t), want)
		for i := range want {
			want[i].Content = ""
		}
		same(t, must(s.Site().PostSummaries(t.Context()))(t), want)
	}},

	{"social links are kept, changed and come in the order of their creation", func(t *testing.T, s Stores) {
		first := put(t, s.Site(), site.Tx.PutSocialLink, aSocialLink("youtube"))
		second := put(t, s.Site(), site.Tx.PutSocialLink, aSocialLink("facebook"))
		same(t, must(get(t, s.Site().Publish, site.Tx.SocialLink, second.ID))(t), second)

		first = site.SocialLink{ID: first.ID, Platform: "x", URL: "https://x.example/", Icon: "", Active: false}
		same(t, put(t, s.Site(), site.Tx.PutSocialLink, first), first)
		same(t, must(s.Site().SocialLinks(t.Context()))(t), []site.SocialLink{first, second})
	}},

	{"a day's hours are replaced, and days come Monday first", func(t *testing.T, s Stores) {
		sunday := site.DayHours{Day: "sunday", IsClosed: true}
		monday := site.DayHours{Day: "monday", OpenTime: "8:00 AM", CloseTime: "5:00 PM"}
		friday := site.DayHours{Day: "friday", OpenTime: "whenever", CloseTime: "late"}
		for _, h := range []site.DayHours{sunday, {Day: "monday", OpenTime: "x", CloseTime: "y", IsClosed: true}, friday, monday} {
			publish(t, s.Site(), func(tx site.Tx) error { return tx.PutDayHours(t.Context(), h) })
		}
		same(t, must(s.Site().BusinessHours(t.Context()))(t), []site.DayHours{monday, friday, sunday})
	}},

	{"a redirect leads to what last had the slug, separately for each kind", func(t *testing.T, s Stores) {
		ctx := t.Context()
		var first, second site.Post
		var service site.Service
		publish(t, s.Site(), func(tx site.Tx) (err error) {
			if first, err = tx.PutPost(ctx, site.Post{Slug: "first"}); err != nil {
				return err
			}
			if second, err = tx.PutPost(ctx, site.Post{Slug: "second"}); err != nil {
				return err
			}
			if service, err = tx.PutService(ctx, site.Service{Slug: "service"}); err != nil {
				return err
			}
			return errors.Join(
				tx.PutRedirect(ctx, site.RedirectPost, "old", first.ID),
				tx.PutRedirect(ctx, site.RedirectPost, "old", second.ID),
				tx.PutRedirect(ctx, site.RedirectService, "old", service.ID),
				// What has a slug comes before what had it.
				tx.PutRedirect(ctx, site.RedirectPost, "first", second.ID),
				tx.PutRedirect(ctx, site.RedirectPost, "deleted", 99),
			)
		})
		same(t, must(s.Site().PostBySlug(ctx, "old"))(t).ID, second.ID)
		same(t, must(s.Site().PostBySlug(ctx, "first"))(t).ID, first.ID)
		same(t, must(s.Site().ServiceBySlug(ctx, "old"))(t).ID, service.ID)
		_, err := s.Site().PostBySlug(ctx, "deleted")
		failsWith(t, err, errs.NotFound)

		for range 2 { // forgetting twice is no error
			publish(t, s.Site(), func(tx site.Tx) error { return tx.DeleteRedirect(ctx, site.RedirectPost, "old") })
		}
		_, err = s.Site().PostBySlug(ctx, "old")
		failsWith(t, err, errs.NotFound)
		same(t, must(s.Site().ServiceBySlug(ctx, "old"))(t).ID, service.ID)
	}},
}

// taken checks that err is a conflict whose message names the value.
func taken(t *testing.T, err error, value string) {
	t.Helper()
	failsWith(t, err, errs.Conflict)
	if err == nil || !strings.Contains(err.Error(), `"`+value+`" is already in use`) {
		t.Errorf("the conflict %v does not name %q", err, value)
	}
}
