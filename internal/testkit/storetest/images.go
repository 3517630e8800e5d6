package storetest

import (
	"context"
	"math"
	"testing"
	"time"

	"perimeter/internal/site"
)

func anImage(id string) site.Image {
	return site.Image{
		ID:         id,
		URL:        "/objects/uploads/" + id,
		Name:       "Name of " + id,
		Alt:        "A picture of " + id,
		MediaType:  "image/jpeg",
		Size:       1234,
		Width:      640,
		Height:     480,
		Preview:    "data:image/webp;base64,AAAA",
		Variants:   []site.Variant{{URL: "/objects/images/" + id + "/320.webp", MediaType: "image/webp", Width: 320, Height: 240, Size: 99}},
		UploadedAt: noon,
		Uses:       []site.Use{},
		Hash:       "hash of " + id,
		Optimised:  true,
	}
}

func anUpload(id string) site.Upload {
	return site.Upload{ID: id, TokenHash: [32]byte{0: 7, 31: 0xff}, Name: "roof.jpg", Type: "image/jpeg", Size: 42, ExpiresAt: noon}
}

// putImage stores the image, known at addresses.
func putImage(t *testing.T, s site.Store, i site.Image, addresses ...string) {
	t.Helper()
	publish(t, s, func(tx site.Tx) error {
		if err := tx.PutImage(t.Context(), i); err != nil {
			return err
		}
		for _, address := range addresses {
			if err := tx.PutImageAddress(t.Context(), site.ImageAddress{Address: address, ImageID: i.ID}); err != nil {
				return err
			}
		}
		return nil
	})
}

// listed returns the ids of the images that a query chooses.
func listed(t *testing.T, s site.Store, q site.ImageQuery) []string {
	t.Helper()
	ids := []string{}
	for _, i := range must(s.Images(t.Context(), q))(t) {
		ids = append(ids, i.ID)
	}
	return ids
}

var imageTests = []test{
	{"an image is kept, changed and found in every way", func(t *testing.T, s site.Store) {
		ctx := t.Context()
		i := anImage("A")
		putImage(t, s, i, "A", "B")
		same(t, must(s.Image(ctx, "A"))(t), i)
		same(t, must(s.ImageByHash(ctx, i.Hash))(t), i)
		same(t, must(s.ImageByAddress(ctx, "B"))(t), i)
		same(t, must(s.ImageAddresses(ctx))(t), []site.ImageAddress{{Address: "A", ImageID: "A"}, {Address: "B", ImageID: "A"}})

		i = site.Image{
			ID: "A", URL: i.URL, Name: "n", Alt: "", MediaType: "image/png", Size: math.MaxInt32 + 1, Width: 1, Height: 2,
			Variants: []site.Variant{}, UploadedAt: noon.Add(time.Minute), Uses: []site.Use{}, Hash: "h",
		}
		putImage(t, s, i)
		same(t, must(s.ImageByAddress(ctx, "A"))(t), i)
	}},

	{"an image that does not exist is not found", func(t *testing.T, s site.Store) {
		ctx := t.Context()
		for name, lookup := range map[string]func() error{
			"by id":         func() error { _, err := s.Image(ctx, "X"); return err },
			"by address":    func() error { _, err := s.ImageByAddress(ctx, "X"); return err },
			"by hash":       func() error { _, err := s.ImageByHash(ctx, "X"); return err },
			"by a NUL":      func() error { _, err := s.ImageByAddress(ctx, "X\x00"); return err },
			"unoptimised":   func() error { _, err := s.NextUnoptimised(ctx); return err },
			"upload":        func() error { _, err := s.Upload(ctx, "X"); return err },
			"to delete":     func() error { return s.Publish(ctx, func(tx site.Tx) error { return tx.DeleteImage(ctx, "X") }) },
			"to be address": func() error { return addressOf(ctx, s, "X") },
		} {
			t.Run(name, func(t *testing.T) { failsWith(t, lookup(), site.NotFound) })
		}
		same(t, must(s.ImageAddresses(ctx))(t), []site.ImageAddress{})
	}},

	{"the same bytes and the same address are kept once", func(t *testing.T, s site.Store) {
		putImage(t, s, anImage("A"), "A")
		again := anImage("B")
		again.Hash = anImage("A").Hash
		failsWith(t, s.Publish(t.Context(), func(tx site.Tx) error { return tx.PutImage(t.Context(), again) }), site.Conflict)
		failsWith(t, addressOf(t.Context(), s, "A"), site.Conflict)
	}},

	{"an image is deleted with its addresses", func(t *testing.T, s site.Store) {
		putImage(t, s, anImage("A"), "A", "A2")
		putImage(t, s, anImage("B"), "B")
		publish(t, s, func(tx site.Tx) error { return tx.DeleteImage(t.Context(), "A") })
		same(t, must(s.ImageAddresses(t.Context()))(t), []site.ImageAddress{{Address: "B", ImageID: "B"}})
		same(t, listed(t, s, site.ImageQuery{Limit: 9}), []string{"B"})
	}},

	{"images are listed in every order, page by page", func(t *testing.T, s site.Store) {
		for n, i := range []struct {
			id, name string
			size     int64
		}{{"1", "beta", 5}, {"2", "Alpha", 50}, {"3", "alpha", 50}, {"4", "Zeta", 500}} {
			image := anImage(i.id)
			image.Name, image.Size, image.UploadedAt = i.name, i.size, noon.Add(time.Duration(n)*time.Second)
			putImage(t, s, image)
		}
		for sort, want := range map[site.ImageSort][]string{
			site.SortNewest:  {"4", "3", "2", "1"},
			site.SortOldest:  {"1", "2", "3", "4"},
			site.SortName:    {"3", "2", "1", "4"},
			site.SortLargest: {"4", "3", "2", "1"},
		} {
			same(t, listed(t, s, site.ImageQuery{Sort: sort, Limit: math.MaxInt32}), want)
			same(t, listed(t, s, site.ImageQuery{Sort: sort, Limit: 2, Offset: 1}), want[1:3])
		}
		same(t, listed(t, s, site.ImageQuery{Sort: site.SortNewest, Limit: 9, Offset: 4}), []string{})
	}},

	{"images are found by a part of their name or alternative text, to the letter", func(t *testing.T, s site.Store) {
		for id, texts := range map[string][2]string{"1": {"Roof 100%.jpg", ""}, "2": {"x", "a red ROOF_top"}, "3": {`back\slash`, "É"}} {
			image := anImage(id)
			image.Name, image.Alt = texts[0], texts[1]
			putImage(t, s, image)
		}
		for search, want := range map[string][]string{
			"": {"1", "2", "3"}, "rOOf": {"1", "2"}, "100%": {"1"}, "%": {"1"}, "_": {"2"}, `\`: {"3"}, "'": {}, "É": {"3"}, "é": {},
		} {
			same(t, listed(t, s, site.ImageQuery{Search: search, Sort: site.SortOldest, Limit: 9}), want)
			same(t, must(s.CountImages(t.Context(), search))(t), len(want))
		}
	}},

	{"the image that has waited longest is optimised next", func(t *testing.T, s site.Store) {
		for n, id := range []string{"done", "second", "first"} {
			image := anImage(id)
			image.Optimised, image.UploadedAt = id == "done", noon.Add(-time.Duration(n)*time.Second)
			putImage(t, s, image)
		}
		same(t, must(s.NextUnoptimised(t.Context()))(t).ID, "first")
	}},

	{"every place that may show an image is found", func(t *testing.T, s site.Store) {
		item, other := aContentItem("hero_image"), aContentItem("other")
		item.Value = "/objects/uploads/A"
		service, template := aService("ants"), aService("bees")
		service.ImageURL = "/objects/uploads/B"
		template.Template = `<img src="/objects/images/C/320.webp">`
		post, plain := aPost("termites"), aPost("plain")
		post.Content = "See /objects/uploads/D"
		item, _ = put(t, s, site.Tx.PutContentItem, item), put(t, s, site.Tx.PutContentItem, other)
		service, template = put(t, s, site.Tx.PutService, service), put(t, s, site.Tx.PutService, template)
		post, _ = put(t, s, site.Tx.PutPost, post), put(t, s, site.Tx.PutPost, plain)

		same(t, must(s.Mentions(t.Context()))(t), []site.Mention{
			{Use: site.Use{Kind: "content", ID: item.ID, Title: "hero_image"}, Text: item.Value},
			{Use: site.Use{Kind: "post", ID: post.ID, Title: post.Title}, Text: post.ImageURL + " " + post.Content},
			{Use: site.Use{Kind: "service", ID: service.ID, Title: service.Name},
				Text: service.ImageURL + " " + service.FullDescription + " " + service.Template},
			{Use: site.Use{Kind: "service", ID: template.ID, Title: template.Name},
				Text: template.ImageURL + " " + template.FullDescription + " " + template.Template},
		})
	}},

	{"an upload is kept, replaced, found when it has expired, and forgotten", func(t *testing.T, s site.Store) {
		ctx := t.Context()
		u, later := anUpload("A"), anUpload("B")
		later.ExpiresAt = noon.Add(time.Microsecond)
		write(t, s, func(tx site.Tx) error { return tx.PutUpload(ctx, later) })
		write(t, s, func(tx site.Tx) error { return tx.PutUpload(ctx, u) })
		same(t, must(s.Upload(ctx, "A"))(t), u)

		same(t, must(s.ExpiredUploads(ctx, noon))(t), []site.Upload{})
		same(t, must(s.ExpiredUploads(ctx, noon.Add(time.Microsecond)))(t), []site.Upload{u})
		same(t, must(s.ExpiredUploads(ctx, noon.Add(time.Hour)))(t), []site.Upload{u, later})

		u = site.Upload{ID: "A", Name: "n", ExpiresAt: noon.Add(time.Hour)}
		write(t, s, func(tx site.Tx) error { return tx.PutUpload(ctx, u) })
		same(t, must(s.Upload(ctx, "A"))(t), u)
		for range 2 { // forgetting twice is no error
			write(t, s, func(tx site.Tx) error { return tx.DeleteUpload(ctx, "A") })
		}
		_, err := s.Upload(ctx, "A")
		failsWith(t, err, site.NotFound)
	}},
}

// addressOf tries to make an image known at the address that is its id.
func addressOf(ctx context.Context, s site.Store, id string) error {
	return s.Publish(ctx, func(tx site.Tx) error {
		return tx.PutImageAddress(ctx, site.ImageAddress{Address: id, ImageID: id})
	})
}
