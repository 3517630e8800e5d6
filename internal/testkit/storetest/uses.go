package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// uploadNamed returns an upload's ID that is easy to recognise.
func uploadNamed(letter string) string { return strings.Repeat(letter, 26) }

var useTests = []test{
	{"uses are found in every kind of record and by every alias", func(t *testing.T, s Stores) {
		image, alias, other := newImage(uploadNamed("A")), uploadNamed("B"), newImage(uploadNamed("C"))
		putImage(t, s, image, image.ID, alias)
		putImage(t, s, other, other.ID)
		item, service, template, post := newContentItem("hero_image"), newService("ants"), newService("bees"), newPost("termites")
		item.Value = media.ImageURL(image.ID)
		service.ImageURL = media.ImageURL(alias)
		template.Template = `<img src="/objects/images/` + image.ID + `/320.webp">`
		post.Content = "See " + media.ImageURL(image.ID) + " and " + media.ImageURL(alias)
		item = put(t, s.Site(), putContentItem, item)
		service, template = put(t, s.Site(), putService, service), put(t, s.Site(), putService, template)
		post = put(t, s.Site(), putPost, post)

		want := map[string][]media.Use{image.ID: {
			{Kind: "content", ID: item.ID, Title: "hero_image"},
			{Kind: "post", ID: post.ID, Title: post.Title},
			{Kind: "service", ID: service.ID, Title: service.Name},
			{Kind: "service", ID: template.ID, Title: template.Name},
		}}
		same(t, testkit.Must(s.Media().ImageUses(t.Context(), []string{image.ID, other.ID}))(t), want)
		same(t, testkit.Must(s.Media().ImageUses(t.Context(), nil))(t), map[string][]media.Use{})
	}},

	{"an image raises the revision only while a text names it", func(t *testing.T, s Stores) {
		image, alias := newImage(uploadNamed("A")), media.Alias{UploadID: uploadNamed("B"), ImageID: uploadNamed("A")}
		raises := func(what string, want bool, change func(media.Tx) error) {
			t.Helper()
			before := revision(t, s)
			publish(t, s.Media(), change)
			if got := revision(t, s) > before; got != want {
				t.Errorf("%s: raised the revision: %v, want %v", what, got, want)
			}
		}
		save := func(tx media.Tx) error { return tx.PutImage(t.Context(), image) }
		raises("a new image", false, save)
		raises("the first alias", false, func(tx media.Tx) error {
			return tx.PutImageAlias(t.Context(), media.Alias{UploadID: image.ID, ImageID: image.ID})
		})
		raises("an unused image", false, save)

		post := newPost("ants")
		post.ImageURL = media.ImageURL(alias.UploadID) // which leads to no image yet
		post = put(t, s.Site(), putPost, post)
		raises("an image that is named by nothing yet", false, save)
		raises("the alias that a text names", true, func(tx media.Tx) error { return tx.PutImageAlias(t.Context(), alias) })
		raises("a used image", true, save)
		putImage(t, s, newImage(uploadNamed("C")), uploadNamed("C"))
		raises("an unused image beside it", false, func(tx media.Tx) error {
			return tx.PutImage(t.Context(), newImage(uploadNamed("C")))
		})
		// Replicas that serve its files must know.
		raises("the deletion of an unused image", true, func(tx media.Tx) error {
			return tx.DeleteImage(t.Context(), uploadNamed("C"))
		})

		post.ImageURL = ""
		put(t, s.Site(), putPost, post)
		raises("an image that is no longer used", false, save)
		post.Content = media.ImageURL(image.ID)
		put(t, s.Site(), putPost, post)
		raises("the deletion of a used image", true, func(tx media.Tx) error { return tx.DeleteImage(t.Context(), image.ID) })
	}},

	{"uses are those of a search in all texts, whatever was saved and deleted", func(t *testing.T, s Stores) {
		random := rand.New(rand.NewPCG(1, 2))
		ids := []string{uploadNamed("A"), uploadNamed("B"), uploadNamed("C"), uploadNamed("D")}
		for _, id := range ids {
			putImage(t, s, newImage(id), id)
		}
		for range 120 {
			saveRandomly(t, s, random, ids)
		}
		same(t, testkit.Must(s.Media().ImageUses(t.Context(), ids))(t), searchedUses(t, s))
	}},
}

// saveRandomly saves or deletes one of a few records, with texts that may name
// images. Transactions that fail must leave no trace.
func saveRandomly(t *testing.T, s Stores, random *rand.Rand, ids []string) {
	t.Helper()
	text := func() string {
		var all strings.Builder
		for range random.IntN(3) {
			path := []string{media.UploadsPath, "/objects/images/", "/objects/other/"}[random.IntN(3)]
			fmt.Fprintf(&all, "see %s%s/x. ", path, ids[random.IntN(len(ids))])
		}
		return all.String()
	}
	ctx, n := t.Context(), int64(random.IntN(4)+1)
	posts := allPosts(t, s)
	_ = s.Site().Publish(ctx, func(tx site.Tx) error {
		var err error
		switch random.IntN(5) {
		case 0:
			item, missing := getContentItem(tx, ctx, n)
			if missing != nil {
				item = newContentItem(fmt.Sprint("key", n))
			}
			item.Value = text()
			_, err = putContentItem(tx, ctx, item)
		case 1:
			service, missing := getService(tx, ctx, n)
			if missing != nil {
				service = newService(fmt.Sprint("service", n))
			}
			service.ImageURL, service.FullDescription, service.Template = text(), text(), text()
			_, err = putService(tx, ctx, service)
		case 2, 3:
			post := newPost(fmt.Sprint("post", random.IntN(1_000_000)))
			if len(posts) > 3 {
				post = posts[random.IntN(len(posts))]
			}
			post.ImageURL, post.Content = text(), text()
			_, err = putPost(tx, ctx, post)
		default:
			if len(posts) > 0 {
				err = deletePost(tx, ctx, posts[random.IntN(len(posts))].ID)
			}
		}
		if err == nil && random.IntN(5) == 0 {
			err = errors.New("changed my mind")
		}
		return err
	})
}

// searchedUses finds the uses of images in all texts.
func searchedUses(t *testing.T, s Stores) map[string][]media.Use {
	t.Helper()
	uses := map[string][]media.Use{}
	add := func(use media.Use, texts ...string) {
		for _, id := range media.UploadsIn(texts...) {
			uses[id] = append(uses[id], use)
		}
	}
	for _, item := range testkit.Must(s.Site().ContentItems(t.Context()))(t) {
		add(media.Use{Kind: "content", ID: item.ID, Title: item.Key}, item.Value)
	}
	for _, post := range allPosts(t, s) {
		add(media.Use{Kind: "post", ID: post.ID, Title: post.Title}, post.ImageURL, post.Content)
	}
	for _, service := range testkit.Must(s.Site().Services(t.Context()))(t) {
		add(media.Use{Kind: "service", ID: service.ID, Title: service.Name},
			service.ImageURL, service.FullDescription, service.Template)
	}
	for _, list := range uses {
		slices.SortFunc(list, func(a, b media.Use) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	}
	return uses
}
