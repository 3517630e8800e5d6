package storetest

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
)

func newImage(id string) media.Image {
	return media.Image{
		ID:         id,
		URL:        "/objects/uploads/" + id,
		Name:       "Name of " + id,
		Alt:        "A picture of " + id,
		MediaType:  "image/jpeg",
		Size:       1234,
		Width:      640,
		Height:     480,
		Preview:    "data:image/webp;base64,AAAA",
		Variants:   []media.Variant{{URL: "/objects/images/" + id + "/320.webp", MediaType: "image/webp", Width: 320, Height: 240, Size: 99}},
		UploadedAt: noon,
		Uses:       []media.Use{},
		Hash:       "hash of " + id,
		Optimised:  true,
	}
}

func newUpload(id string) media.Upload {
	return media.Upload{ID: id, TokenHash: [32]byte{0: 7, 31: 0xff}, Name: "roof.jpg", Type: "image/jpeg", Size: 42, ExpiresAt: noon, SessionHash: [32]byte{0: 9, 31: 1}}
}

// putImage stores the image with aliases.
func putImage(t *testing.T, s Stores, i media.Image, addresses ...string) {
	t.Helper()
	publish(t, s.Media(), func(tx media.Tx) error {
		if err := tx.PutImage(t.Context(), i); err != nil {
			return err
		}
		for _, address := range addresses {
			if err := tx.PutImageAlias(t.Context(), media.Alias{UploadID: address, ImageID: i.ID}); err != nil {
				return err
			}
		}
		return nil
	})
}

// listed returns the IDs of the images that a query chooses.
func listed(t *testing.T, s Stores, q media.Query) []string {
	t.Helper()
	ids := []string{}
	for _, i := range testkit.Must(s.Media().Images(t.Context(), q))(t) {
		ids = append(ids, i.ID)
	}
	return ids
}

var mediaTests = []test{
	{"an image is stored, updated and found in every way", func(t *testing.T, s Stores) {
		ctx := t.Context()
		i := newImage("A")
		putImage(t, s, i, "A", "B")
		same(t, testkit.Must(s.Media().Image(ctx, "A"))(t), i)
		same(t, testkit.Must(get(t, s.Media().Write, media.Tx.ImageByHash, i.Hash))(t), i)
		same(t, testkit.Must(s.Media().ImageByUpload(ctx, "B"))(t), i)
		same(t, testkit.Must(s.Media().ImagesByUpload(ctx, []string{"A", "B", "C"}))(t), map[string]media.Image{"A": i, "B": i})

		i = media.Image{
			ID: "A", URL: i.URL, Name: "n", Alt: "", MediaType: "image/png", Size: math.MaxInt32 + 1, Width: 1, Height: 2,
			Variants: []media.Variant{}, UploadedAt: noon.Add(time.Minute), UpdatedAt: noon.Add(time.Hour), Uses: []media.Use{}, Hash: "h",
		}
		putImage(t, s, i)
		same(t, testkit.Must(s.Media().ImageByUpload(ctx, "A"))(t), i)
	}},

	{"an unknown image is not found", func(t *testing.T, s Stores) {
		ctx := t.Context()
		for name, lookup := range map[string]func() error{
			"by id":       func() error { _, err := s.Media().Image(ctx, "X"); return err },
			"by address":  func() error { _, err := s.Media().ImageByUpload(ctx, "X"); return err },
			"by hash":     func() error { _, err := get(t, s.Media().Write, media.Tx.ImageByHash, "X"); return err },
			"by a NUL":    func() error { _, err := s.Media().ImageByUpload(ctx, "X\x00"); return err },
			"unoptimised": func() error { _, err := s.Media().NextUnoptimised(ctx); return err },
			"upload":      func() error { _, err := s.Media().Upload(ctx, "X"); return err },
			"to delete": func() error {
				return s.Media().Publish(ctx, func(tx media.Tx) error { return tx.DeleteImage(ctx, "X") })
			},
			"to be address": func() error { return putOwnAlias(ctx, s, "X") },
		} {
			t.Run(name, func(t *testing.T) { wantError(t, lookup(), errs.NotFound) })
		}
		same(t, testkit.Must(s.Media().ImagesByUpload(ctx, []string{"X"}))(t), map[string]media.Image{})
	}},

	{"hashes and aliases are unique", func(t *testing.T, s Stores) {
		putImage(t, s, newImage("A"), "A")
		again := newImage("B")
		again.Hash = newImage("A").Hash
		wantError(t, s.Media().Publish(t.Context(), func(tx media.Tx) error { return tx.PutImage(t.Context(), again) }), errs.Conflict)
		wantError(t, putOwnAlias(t.Context(), s, "A"), errs.Conflict)
	}},

	{"an image is deleted with its aliases", func(t *testing.T, s Stores) {
		putImage(t, s, newImage("A"), "A", "A2")
		other := newImage("B")
		putImage(t, s, other, "B")
		same(t, testkit.Must(get(t, s.Media().Write, media.Tx.ImageAliases, "A"))(t), []string{"A", "A2"})
		publish(t, s.Media(), func(tx media.Tx) error { return tx.DeleteImage(t.Context(), "A") })
		same(t, testkit.Must(get(t, s.Media().Write, media.Tx.ImageAliases, "A"))(t), []string{})
		same(t, testkit.Must(s.Media().ImagesByUpload(t.Context(), []string{"A", "A2", "B"}))(t), map[string]media.Image{"B": other})
		same(t, listed(t, s, media.Query{Limit: 9}), []string{"B"})
	}},

	{"hundreds of images are found at once", func(t *testing.T, s Stores) {
		var ids []string
		for n := range 501 {
			ids = append(ids, fmt.Sprint(n))
		}
		putImage(t, s, newImage("first"), ids[0])
		putImage(t, s, newImage("last"), ids[500])
		found := testkit.Must(s.Media().ImagesByUpload(t.Context(), ids))(t)
		same(t, found, map[string]media.Image{ids[0]: newImage("first"), ids[500]: newImage("last")})
	}},

	{"images are listed in every order, by page", func(t *testing.T, s Stores) {
		for n, i := range []struct {
			id, name string
			size     int64
		}{{"1", "beta", 5}, {"2", "Alpha", 50}, {"3", "alpha", 50}, {"4", "Zeta", 500}} {
			image := newImage(i.id)
			image.Name, image.Size, image.UploadedAt = i.name, i.size, noon.Add(time.Duration(n)*time.Second)
			putImage(t, s, image)
		}
		for sort, want := range map[media.Sort][]string{
			media.SortNewest:  {"4", "3", "2", "1"},
			media.SortOldest:  {"1", "2", "3", "4"},
			media.SortName:    {"3", "2", "1", "4"},
			media.SortLargest: {"4", "3", "2", "1"},
		} {
			same(t, listed(t, s, media.Query{Sort: sort, Limit: math.MaxInt32}), want)
			same(t, listed(t, s, media.Query{Sort: sort, Limit: 2, Offset: 1}), want[1:3])
		}
		same(t, listed(t, s, media.Query{Sort: media.SortNewest, Limit: 9, Offset: 4}), []string{})
	}},

	{"all images are read in batches, in the order of their IDs", func(t *testing.T, s Stores) {
		for _, id := range []string{"b", "D", "a", "c"} {
			putImage(t, s, newImage(id))
		}
		ids := func(after string, limit int) (ids []string) {
			for _, image := range testkit.Must(s.Media().ImagesAfter(t.Context(), after, limit))(t) {
				ids = append(ids, image.ID)
			}
			return ids
		}
		same(t, ids("", 3), []string{"D", "a", "b"})
		same(t, ids("b", 3), []string{"c"})
	}},

	{"images are searched literally by name and alternative text", func(t *testing.T, s Stores) {
		for id, texts := range map[string][2]string{"1": {"Roof 100%.jpg", ""}, "2": {"x", "a red ROOF_top"}, "3": {`back\slash`, "É"}} {
			image := newImage(id)
			image.Name, image.Alt = texts[0], texts[1]
			putImage(t, s, image)
		}
		for search, want := range map[string][]string{
			"": {"1", "2", "3"}, "rOOf": {"1", "2"}, "100%": {"1"}, "%": {"1"}, "_": {"2"}, `\`: {"3"}, "'": {}, "É": {"3"}, "é": {},
		} {
			same(t, listed(t, s, media.Query{Search: search, Sort: media.SortOldest, Limit: 9}), want)
			same(t, testkit.Must(s.Media().CountImages(t.Context(), search))(t), len(want))
		}
	}},

	{"the oldest unoptimised image is next", func(t *testing.T, s Stores) {
		for n, id := range []string{"done", "second", "first"} {
			image := newImage(id)
			image.Optimised, image.UploadedAt = id == "done", noon.Add(-time.Duration(n)*time.Second)
			putImage(t, s, image)
		}
		same(t, testkit.Must(s.Media().NextUnoptimised(t.Context()))(t).ID, "first")
	}},

	{"an image with fewer attempts is next, however new it is", func(t *testing.T, s Stores) {
		for attempts, id := range []string{"new", "tried", "tried twice"} {
			image := newImage(id)
			image.Attempts, image.Optimised, image.UploadedAt = attempts, false, noon.Add(-time.Duration(attempts)*time.Hour)
			putImage(t, s, image)
			same(t, testkit.Must(s.Media().Image(t.Context(), id))(t), image)
		}
		same(t, testkit.Must(s.Media().NextUnoptimised(t.Context()))(t).ID, "new")
		write(t, s.Media(), func(tx media.Tx) error { return tx.PutImageAttempts(t.Context(), "new", 3) })
		same(t, testkit.Must(s.Media().NextUnoptimised(t.Context()))(t).ID, "tried")
	}},

	{"images that were given up are found", func(t *testing.T, s Stores) {
		for id, change := range map[string]func(*media.Image){
			"given up":    func(i *media.Image) { i.Optimised, i.Variants, i.Attempts = true, []media.Variant{}, 3 },
			"successful":  func(i *media.Image) { i.Optimised, i.Attempts = true, 3 },
			"waiting":     func(i *media.Image) { i.Optimised, i.Variants, i.Attempts = false, []media.Variant{}, 3 },
			"no variants": func(i *media.Image) { i.Optimised, i.Variants, i.Attempts = true, []media.Variant{}, 1 },
		} {
			image := newImage(id)
			change(&image)
			putImage(t, s, image)
		}
		found := testkit.Must(s.Media().GivenUpImages(t.Context(), 3))(t)
		if len(found) != 1 || found[0].ID != "given up" {
			t.Errorf("found %+v", found)
		}
	}},

	{"an upload is stored, replaced, found when expired, and deleted", func(t *testing.T, s Stores) {
		ctx := t.Context()
		u, later := newUpload("A"), newUpload("B")
		later.ExpiresAt = noon.Add(time.Microsecond)
		write(t, s.Media(), func(tx media.Tx) error { return tx.PutUpload(ctx, later) })
		write(t, s.Media(), func(tx media.Tx) error { return tx.PutUpload(ctx, u) })
		same(t, testkit.Must(s.Media().Upload(ctx, "A"))(t), u)

		same(t, testkit.Must(s.Media().ExpiredUploads(ctx, noon))(t), []media.Upload{})
		same(t, testkit.Must(s.Media().ExpiredUploads(ctx, noon.Add(time.Microsecond)))(t), []media.Upload{u})
		same(t, testkit.Must(s.Media().ExpiredUploads(ctx, noon.Add(time.Hour)))(t), []media.Upload{u, later})

		u = media.Upload{ID: "A", Name: "n", ExpiresAt: noon.Add(time.Hour)}
		write(t, s.Media(), func(tx media.Tx) error { return tx.PutUpload(ctx, u) })
		same(t, testkit.Must(s.Media().Upload(ctx, "A"))(t), u)
		for range 2 { // deleting twice is no error
			write(t, s.Media(), func(tx media.Tx) error { return tx.DeleteUpload(ctx, "A") })
		}
		_, err := s.Media().Upload(ctx, "A")
		wantError(t, err, errs.NotFound)
	}},
}

// putOwnAlias tries to store the alias of an image whose upload has the same ID.
func putOwnAlias(ctx context.Context, s Stores, id string) error {
	return s.Media().Publish(ctx, func(tx media.Tx) error {
		return tx.PutImageAlias(ctx, media.Alias{UploadID: id, ImageID: id})
	})
}
