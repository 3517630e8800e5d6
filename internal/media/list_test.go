package media_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

func TestListReturnsPages(t *testing.T) {
	f := newFixture(t)
	for i := range 5 {
		f.upload(t, fmt.Sprintf("photo %d.png", i), png(t, uint64(i)))
		f.now = f.now.Add(time.Second)
	}
	names := func(options media.ListOptions) (string, media.ListPage) {
		page := testkit.Must(f.List(t.Context(), options))(t)
		var all []string
		for _, image := range page.Images {
			all = append(all, image.Name[6:7])
		}
		return strings.Join(all, ""), page
	}
	for _, test := range []struct {
		options media.ListOptions
		want    string
		page    int
		total   int
	}{
		{media.ListOptions{}, "43210", 1, 5},
		{media.ListOptions{PerPage: 2}, "43", 1, 5},
		{media.ListOptions{PerPage: 2, Page: 3}, "0", 3, 5},
		{media.ListOptions{PerPage: 2, Page: 99}, "0", 3, 5},
		{media.ListOptions{PerPage: 2, Page: -1}, "43", 1, 5},
		{media.ListOptions{PerPage: -1, Sort: media.SortOldest}, "01234", 1, 5},
		{media.ListOptions{Sort: media.SortName, Search: " PHOTO 2"}, "2", 1, 1},
		{media.ListOptions{Search: "nothing"}, "", 1, 0},
	} {
		got, page := names(test.options)
		if got != test.want || page.Page != test.page || page.Total != test.total {
			t.Errorf("%+v: %q, page %d of %d images", test.options, got, page.Page, page.Total)
		}
	}
	if page := testkit.Must(f.List(t.Context(), media.ListOptions{PerPage: 1_000_000}))(t); page.PerPage != 100 {
		t.Errorf("a page may have %d images", page.PerPage)
	}
	_, err := f.List(t.Context(), media.ListOptions{Sort: "colour"})
	testkit.WantError(t, err, errs.Invalid, "newest")
}

func TestListReportsUses(t *testing.T) {
	f := newFixture(t)
	image, unused := f.upload(t, "", png(t, 1)), f.upload(t, "", png(t, 2))
	again := f.upload(t, "", png(t, 1)) // the same image, under a second URL
	if again.ID != image.ID {
		t.Fatal("it is stored twice")
	}
	f.useEverywhere(t, image.URL)
	page := testkit.Must(f.List(t.Context(), media.ListOptions{Sort: media.SortOldest}))(t)
	for _, got := range page.Images {
		want := []media.Use{}
		if got.ID == image.ID {
			want = []media.Use{
				{Kind: "content", ID: 1, Title: "hero_image"},
				{Kind: "post", ID: 1, Title: "Swarms"},
				{Kind: "service", ID: 1, Title: "Termites"},
			}
		} else if got.ID != unused.ID {
			t.Errorf("a third image: %+v", got)
		}
		if diff := cmp.Diff(want, got.Uses); diff != "" {
			t.Errorf("uses of %s (-want +got):\n%s", got.ID, diff)
		}
	}
}

func TestUsesAreFoundByEveryAlias(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "", png(t, 1))
	id, token := f.ticket(t, media.UploadRequest{})
	testkit.Must(f.send(t, id, token, png(t, 1)))(t)
	f.savePost(t, "swarms", "Swarms", media.ImageURL(id))
	_, err := f.Delete(t.Context(), image.ID, false)
	testkit.WantError(t, err, errs.Conflict, "the blog post")
}

func TestDeleteOfUsedImageNeedsConfirmation(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "", png(t, 1))
	f.useEverywhere(t, image.URL)
	_, err := f.Delete(t.Context(), image.ID, false)
	testkit.WantError(t, err, errs.Conflict,
		`used in the content item "hero_image", the blog post "Swarms" and the service "Termites"`)
	testkit.Must(f.open(t, image.URL))(t)

	deleted := testkit.Must(f.Delete(t.Context(), image.ID, true))(t)
	if deleted.ID != image.ID || len(deleted.Uses) != 3 {
		t.Errorf("deleted %+v", deleted)
	}
	if _, err := f.open(t, image.URL); errs.KindOf(err) != errs.NotFound {
		t.Errorf("after deletion: %v", err)
	}
	if got := f.filesIn(t, media.ImagesDir); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
	_, err = f.Delete(t.Context(), image.ID, true)
	testkit.WantError(t, err, errs.NotFound, "image")
}

// stuckStorage is a storage that deletes nothing while it is stuck.
type stuckStorage struct {
	media.Storage
	stuck bool
}

func (s *stuckStorage) Delete(ctx context.Context, key string) error {
	if s.stuck {
		return errs.Errorf(errs.Unavailable, "The storage is unavailable.")
	}
	return s.Storage.Delete(ctx, key)
}

func TestFilesOfDeletedImageAreNotServedIfTheyCannotBeRemoved(t *testing.T) {
	storage := &stuckStorage{}
	f := newFixture(t, func(s media.Storage) media.Storage {
		storage.Storage = s
		return storage
	})
	image := f.upload(t, "", picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	stop := f.runWorker(t)
	f.awaitVariants(t, image.ID)
	stop()
	keys := f.files(t)
	for _, key := range keys {
		testkit.Must(f.OpenVariant(t.Context(), key))(t).Close()
	}

	storage.stuck = true
	testkit.Must(f.Delete(t.Context(), image.ID, false))(t)
	if left := f.filesIn(t, media.ImagesDir); len(left) != len(keys) || len(keys) < 3 {
		t.Fatalf("of %v the storage has %v", keys, left)
	}
	for _, key := range keys {
		_, err := f.OpenVariant(t.Context(), key)
		testkit.WantError(t, err, errs.NotFound, "image")
	}
	_, err := f.open(t, image.URL)
	testkit.WantError(t, err, errs.NotFound, "image")

	storage.stuck = false
	f.now = f.now.Add(61 * time.Minute)
	f.runWorker(t)
	f.awaitVariants(t, f.upload(t, "", png(t, 2)).ID) // the sweep comes before the variants
	for _, key := range f.filesIn(t, media.ImagesDir) {
		if strings.Contains(key, image.ID) {
			t.Errorf("%s is still there", key)
		}
	}
}

func TestDeletedImageCanBeUploadedAgainUnderNewURL(t *testing.T) {
	f := newFixture(t)
	id, token := f.ticket(t, media.UploadRequest{})
	testkit.Must(f.send(t, id, token, png(t, 1)))(t)
	testkit.Must(f.Delete(t.Context(), id, false))(t)
	_, err := f.send(t, id, token, png(t, 1))
	testkit.WantError(t, err, errs.Forbidden, "not valid")
	if again := f.upload(t, "", png(t, 1)); again.ID == id {
		t.Error("it has its old URL")
	}
}

func TestSaveChangesNameAndAlt(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "roof.png", png(t, 1))
	saved := testkit.Must(f.Save(t.Context(), media.ImageEdit{ID: image.ID, Alt: new(" A red roof ")}))(t)
	if saved.Name != "roof.png" || saved.Alt != "A red roof" {
		t.Errorf("saved %+v", saved)
	}
	saved = testkit.Must(f.Save(t.Context(), media.ImageEdit{ID: image.ID, Name: new("Roof")}))(t)
	if saved.Name != "Roof" || saved.Alt != "A red roof" {
		t.Errorf("saved %+v", saved)
	}
	for name, test := range map[string]struct {
		edit media.ImageEdit
		kind errs.Kind
		word string
	}{
		"no name":      {media.ImageEdit{ID: image.ID, Name: new(" ")}, errs.Invalid, `"name"`},
		"a giant name": {media.ImageEdit{ID: image.ID, Name: new(strings.Repeat("n", 500))}, errs.Invalid, "500 characters"},
		"a giant text": {media.ImageEdit{ID: image.ID, Alt: new(strings.Repeat("n", 500))}, errs.Invalid, `"alt"`},
		"no image":     {media.ImageEdit{ID: "X"}, errs.NotFound, "image"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.Save(t.Context(), test.edit)
			testkit.WantError(t, err, test.kind, test.word)
		})
	}
}
