package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

var recordTests = []test{
	{"empty lists are not nil", func(t *testing.T, s Stores) {
		ctx := t.Context()
		same(t, testkit.Must(s.Site().ContentItems(ctx))(t), []site.ContentItem{})
		same(t, testkit.Must(s.Site().Services(ctx))(t), []site.Service{})
		same(t, allPosts(t, s), []site.Post{})
		same(t, testkit.Must(s.Site().Posts().Page(ctx, site.PostQuery{After: site.BeforeAllPosts, Limit: 5}))(t), []site.Post{})
		same(t, testkit.Must(s.Site().Posts().Headings(ctx, site.BeforeAllPosts, 9))(t), []site.PostHeading{})
		same(t, testkit.Must(s.Site().SocialLinks(ctx))(t), []site.SocialLink{})
		same(t, testkit.Must(s.Site().BusinessHours(ctx))(t), []site.DayHours{})
		same(t, testkit.Must(s.Site().SpecialDays(ctx))(t), []site.SpecialDay{})
		same(t, testkit.Must(s.Auth().Users(ctx))(t), []auth.User{})
	}},

	{"unknown records are not found", func(t *testing.T, s Stores) {
		ctx := t.Context()
		lookups := map[string]func() error{
			"content item":    func() error { _, err := get(t, s.Site().Publish, getContentItem, 7); return err },
			"service":         func() error { _, err := s.Site().Service(ctx, 7); return err },
			"service by slug": func() error { _, err := s.Site().ServiceBySlug(ctx, "x"); return err },
			"slug with NUL":   func() error { _, err := s.Site().ServiceBySlug(ctx, "x\x00"); return err },
			"slug not UTF-8":  func() error { _, err := s.Site().Posts().BySlug(ctx, "\xff"); return err },
			"post":            func() error { _, err := s.Site().Posts().Get(ctx, 7); return err },
			"post by slug":    func() error { _, err := s.Site().Posts().BySlug(ctx, "x"); return err },
			"social link":     func() error { _, err := get(t, s.Site().Publish, getSocialLink, 7); return err },
			"special day":     func() error { _, err := get(t, s.Site().Publish, getSpecialDay, 7); return err },
			"user":            func() error { _, err := s.Auth().User(ctx, 7); return err },
			"user by name":    func() error { _, err := s.Auth().UserByName(ctx, "x"); return err },
			"session":         func() error { _, err := s.Auth().Session(ctx, [32]byte{7}); return err },
		}
		for name, lookup := range lookups {
			t.Run(name, func(t *testing.T) { wantError(t, lookup(), errs.NotFound) })
		}
	}},

	{"updating an unknown record fails and writes nothing", func(t *testing.T, s Stores) {
		before := revision(t, s)
		item, service, post, link, user := newContentItem("k"), newService("s"), newPost("p"), newSocialLink("l"), newUser("u")
		item.ID, service.ID, post.ID, link.ID, user.ID = 7, 7, 7, 7, 7
		wantError(t, tryPut(t, s.Site(), putContentItem, item), errs.NotFound)
		wantError(t, tryPut(t, s.Site(), putService, service), errs.NotFound)
		wantError(t, tryPut(t, s.Site(), putPost, post), errs.NotFound)
		wantError(t, tryPut(t, s.Site(), putSocialLink, link), errs.NotFound)
		wantError(t, tryPutUser(t, s, user), errs.NotFound)
		wantError(t, s.Site().Publish(t.Context(), func(tx site.Tx) error { return deletePost(tx, t.Context(), 7) }), errs.NotFound)
		wantError(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), 7) }), errs.NotFound)
		same(t, testkit.Must(s.Site().Services(t.Context()))(t), []site.Service{})
		same(t, revision(t, s), before)
	}},

	{"a content item is stored and updated", func(t *testing.T, s Stores) {
		item := newContentItem("hero_title")
		stored := put(t, s.Site(), putContentItem, item)
		if stored.ID == 0 {
			t.Error("the stored item has no id")
		}
		item.ID = stored.ID
		same(t, stored, item)
		same(t, testkit.Must(get(t, s.Site().Publish, getContentItem, item.ID))(t), item)

		item = site.ContentItem{
			ID: item.ID, Key: "about_content", Section: site.SectionAbout, Type: site.ContentHTML,
			Value: "<p>We</p>", UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s.Site(), putContentItem, item), item)
		same(t, testkit.Must(get(t, s.Site().Publish, getContentItem, item.ID))(t), item)
		same(t, testkit.Must(s.Site().ContentItems(t.Context()))(t), []site.ContentItem{item})
		same(t, testkit.Must(s.Site().ContentItemsByKey(t.Context(), []string{"none", item.Key}))(t), []site.ContentItem{item})
		same(t, testkit.Must(s.Site().ContentItemsByKey(t.Context(), []string{"none"}))(t), []site.ContentItem{})
	}},

	{"content items are sorted by section and key, in code point order", func(t *testing.T, s Stores) {
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
			item := newContentItem(order[i].key)
			item.Section = order[i].section
			put(t, s.Site(), putContentItem, item)
		}
		items := testkit.Must(s.Site().ContentItems(t.Context()))(t)
		if len(items) != len(order) {
			t.Fatalf("there are %d items, want %d", len(items), len(order))
		}
		for i, item := range items {
			if item.Section != order[i].section || item.Key != order[i].key {
				t.Errorf("item %d is %s/%s, want %s/%s", i, item.Section, item.Key, order[i].section, order[i].key)
			}
		}
	}},

	{"content keys are unique across sections", func(t *testing.T, s Stores) {
		put(t, s.Site(), putContentItem, newContentItem("hero_title"))
		other := put(t, s.Site(), putContentItem, newContentItem("other"))

		again := newContentItem("hero_title")
		again.Section = site.SectionAbout
		wantTaken(t, tryPut(t, s.Site(), putContentItem, again), "hero_title")
		other.Key = "hero_title"
		wantTaken(t, tryPut(t, s.Site(), putContentItem, other), "hero_title")
		same(t, len(testkit.Must(s.Site().ContentItems(t.Context()))(t)), 2)
	}},

	{"a service is stored and updated", func(t *testing.T, s Stores) {
		service := newService("termites")
		stored := put(t, s.Site(), putService, service)
		service.ID = stored.ID
		same(t, stored, service)
		same(t, testkit.Must(s.Site().Service(t.Context(), service.ID))(t), service)
		same(t, testkit.Must(s.Site().ServiceBySlug(t.Context(), "termites"))(t), service)

		service = site.Service{
			ID: service.ID, Name: "Mosquitoes", Slug: "mosquitoes", ShortDescription: "s", FullDescription: "f",
			ImageURL: "i", Features: []string{"x"}, Template: "t", Hidden: true, UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s.Site(), putService, service), service)
		same(t, testkit.Must(s.Site().ServiceBySlug(t.Context(), "mosquitoes"))(t), service)
		_, err := s.Site().ServiceBySlug(t.Context(), "termites")
		wantError(t, err, errs.NotFound)
	}},

	{"a service without features has an empty list", func(t *testing.T, s Stores) {
		for slug, features := range map[string][]string{"nil": nil, "empty": {}} {
			service := newService(slug)
			service.Features = features
			stored := put(t, s.Site(), putService, service)
			same(t, stored.Features, []string{})
			same(t, testkit.Must(s.Site().Service(t.Context(), stored.ID))(t).Features, []string{})
		}
	}},

	{"services are listed in the order of creation until they are ordered", func(t *testing.T, s Stores) {
		for _, slug := range []string{"c", "a", "b"} {
			put(t, s.Site(), putService, newService(slug))
		}
		first := testkit.Must(s.Site().ServiceBySlug(t.Context(), "c"))(t)
		first.Name = "changed"
		put(t, s.Site(), putService, first)

		var slugs []string
		for _, service := range testkit.Must(s.Site().Services(t.Context()))(t) {
			slugs = append(slugs, service.Slug)
		}
		same(t, slugs, []string{"c", "a", "b"})
	}},

	{"slugs are unique per kind", func(t *testing.T, s Stores) {
		put(t, s.Site(), putService, newService("ants"))
		put(t, s.Site(), putPost, newPost("ants"))
		service := put(t, s.Site(), putService, newService("bees"))
		post := put(t, s.Site(), putPost, newPost("bees"))

		wantTaken(t, tryPut(t, s.Site(), putService, newService("ants")), "ants")
		wantTaken(t, tryPut(t, s.Site(), putPost, newPost("ants")), "ants")
		service.Slug, post.Slug = "ants", "ants"
		wantTaken(t, tryPut(t, s.Site(), putService, service), "ants")
		wantTaken(t, tryPut(t, s.Site(), putPost, post), "ants")
	}},

	{"a post is stored, updated and deleted", func(t *testing.T, s Stores) {
		post := newPost("termites")
		stored := put(t, s.Site(), putPost, post)
		post.ID = stored.ID
		same(t, stored, post)
		same(t, testkit.Must(s.Site().Posts().Get(t.Context(), post.ID))(t), post)
		same(t, testkit.Must(s.Site().Posts().BySlug(t.Context(), "termites"))(t), post)

		post = site.Post{
			ID: post.ID, Title: "T", Slug: "t", Excerpt: "e", Content: "c", ImageURL: "",
			PublishedAt: noon.Add(-time.Hour), UpdatedAt: noon.Add(time.Minute),
		}
		same(t, put(t, s.Site(), putPost, post), post)
		same(t, testkit.Must(s.Site().Posts().BySlug(t.Context(), "t"))(t), post)

		publish(t, s.Site(), func(tx site.Tx) error { return deletePost(tx, t.Context(), post.ID) })
		_, err := s.Site().Posts().Get(t.Context(), post.ID)
		wantError(t, err, errs.NotFound)
		same(t, allPosts(t, s), []site.Post{})
	}},

	{"the ID of a deleted post is not used again", func(t *testing.T, s Stores) {
		first := put(t, s.Site(), putPost, newPost("first"))
		publish(t, s.Site(), func(tx site.Tx) error { return deletePost(tx, t.Context(), first.ID) })
		if second := put(t, s.Site(), putPost, newPost("second")); second.ID == first.ID {
			t.Errorf("both posts have the id %d", first.ID)
		}
	}},

	{"social links are stored, updated and listed in the order of creation", func(t *testing.T, s Stores) {
		first := put(t, s.Site(), putSocialLink, newSocialLink("youtube"))
		second := put(t, s.Site(), putSocialLink, newSocialLink("facebook"))
		same(t, testkit.Must(get(t, s.Site().Publish, getSocialLink, second.ID))(t), second)

		first = site.SocialLink{ID: first.ID, Platform: "x", URL: "https://x.example/", Icon: "", Active: false, UpdatedAt: noon.Add(time.Hour)}
		same(t, put(t, s.Site(), putSocialLink, first), first)
		same(t, testkit.Must(s.Site().SocialLinks(t.Context()))(t), []site.SocialLink{first, second})
	}},

	{"hours are replaced per day and listed Monday first", func(t *testing.T, s Stores) {
		sunday := site.DayHours{Day: "sunday", IsClosed: true}
		monday := site.DayHours{Day: "monday", OpenTime: "8:00 AM", CloseTime: "12:00 PM", SecondOpenTime: "1:00 PM", SecondCloseTime: "5:00 PM", UpdatedAt: noon}
		friday := site.DayHours{Day: "friday", OpenTime: "whenever", CloseTime: "late"}
		for _, h := range []site.DayHours{sunday, {Day: "monday", OpenTime: "x", CloseTime: "y", IsClosed: true}, friday, monday} {
			publish(t, s.Site(), func(tx site.Tx) error { return putDayHours(tx, t.Context(), h) })
		}
		same(t, testkit.Must(s.Site().BusinessHours(t.Context()))(t), []site.DayHours{monday, friday, sunday})
	}},

	{"the image URLs of posts that may be on other sites are listed once", func(t *testing.T, s Stores) {
		ctx := t.Context()
		for i, url := range []string{"https://b.example/1.jpg", "", "/objects/uploads/A", "//a.example/2.jpg", "https://b.example/1.jpg"} {
			publish(t, s.Site(), func(tx site.Tx) error {
				_, err := putPost(tx, ctx, site.Post{Slug: fmt.Sprint("post-", i), ImageURL: url})
				return err
			})
		}
		same(t, testkit.Must(s.Site().Posts().ImageURLs(ctx))(t), []string{"//a.example/2.jpg", "https://b.example/1.jpg"})
	}},

	{"the origins of images in the texts of posts are listed while a text names them", func(t *testing.T, s Stores) {
		first, second := newPost("ants"), newPost("bees")
		first.Content = "![a](https://b.example/1.jpg) ![a](https://b.example/2.jpg) ![a](/objects/uploads/A)"
		second.Content = "![a](http://a.example/1.jpg) ![b](https://b.example/3.jpg)"
		first, second = put(t, s.Site(), putPost, first), put(t, s.Site(), putPost, second)
		origins := func() []string { return testkit.Must(s.Site().Posts().ImageOrigins(t.Context()))(t) }
		same(t, origins(), []string{"http://a.example", "https://b.example"})
		second.Content = "No picture"
		put(t, s.Site(), putPost, second)
		same(t, origins(), []string{"https://b.example"})
		publish(t, s.Site(), func(tx site.Tx) error { return deletePost(tx, t.Context(), first.ID) })
		same(t, origins(), []string{})
	}},

	{"a redirect leads to the last record with the slug, per kind", func(t *testing.T, s Stores) {
		ctx := t.Context()
		var first, second site.Post
		var service site.Service
		publish(t, s.Site(), func(tx site.Tx) (err error) {
			if first, err = putPost(tx, ctx, site.Post{Slug: "first"}); err != nil {
				return err
			}
			if second, err = putPost(tx, ctx, site.Post{Slug: "second"}); err != nil {
				return err
			}
			if service, err = putService(tx, ctx, site.Service{Slug: "service"}); err != nil {
				return err
			}
			return errors.Join(
				tx.PutRedirect(ctx, record.Post, "old", first.ID),
				tx.PutRedirect(ctx, record.Post, "old", second.ID),
				tx.PutRedirect(ctx, record.Service, "old", service.ID),
				// What has a slug comes before what had it.
				tx.PutRedirect(ctx, record.Post, "first", second.ID),
				tx.PutRedirect(ctx, record.Post, "deleted", 99),
			)
		})
		same(t, testkit.Must(s.Site().Posts().BySlug(ctx, "old"))(t).ID, second.ID)
		same(t, testkit.Must(s.Site().Posts().BySlug(ctx, "first"))(t).ID, first.ID)
		same(t, testkit.Must(s.Site().ServiceBySlug(ctx, "old"))(t).ID, service.ID)
		_, err := s.Site().Posts().BySlug(ctx, "deleted")
		wantError(t, err, errs.NotFound)

		for range 2 { // deleting twice is no error
			publish(t, s.Site(), func(tx site.Tx) error { return tx.DeleteRedirect(ctx, record.Post, "old") })
		}
		_, err = s.Site().Posts().BySlug(ctx, "old")
		wantError(t, err, errs.NotFound)
		same(t, testkit.Must(s.Site().ServiceBySlug(ctx, "old"))(t).ID, service.ID)
	}},
}

// wantTaken checks that err is a Conflict whose message names the value.
func wantTaken(t *testing.T, err error, value string) {
	t.Helper()
	wantError(t, err, errs.Conflict)
	if err == nil || !strings.Contains(err.Error(), `"`+value+`" is already in use`) {
		t.Errorf("the conflict %v does not name %q", err, value)
	}
}
