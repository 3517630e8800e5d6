package media_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// awayStore is a store whose database can go away.
type awayStore struct {
	media.Store
	away bool
}

func (s *awayStore) Revision(ctx context.Context) (int64, error) {
	if s.away {
		return 0, errs.Errorf(errs.Unavailable, "away")
	}
	return s.Store.Revision(ctx)
}

// openedStore counts how often an image is read.
type openedStore struct {
	media.Store
	reads int
}

func (s *openedStore) ImageByUpload(ctx context.Context, uploadID string) (media.Image, error) {
	s.reads++
	return s.Store.ImageByUpload(ctx, uploadID)
}

func TestAnImageIsReadOnceForManyFilesAndNotServedOnceDeleted(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "", picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	store := &openedStore{Store: f.store.Media()}
	replica := &fixture{Library: media.New(media.Config{Store: store, Storage: f.storage, Codec: imaging.New()})}
	testkit.Must(replica.open(t, image.URL))(t)
	f.runWorker(t)
	variant := strings.TrimPrefix(f.awaitVariants(t, image.ID).Variants[0].URL, media.FilesPath)
	for i := range 3 {
		testkit.Must(replica.open(t, image.URL))(t)
		file := testkit.Must(replica.OpenVariant(t.Context(), variant))(t)
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		f.savePost(t, fmt.Sprintf("post-%d", i), "Of no concern", "")
	}
	if store.reads != 2 { // once more for the variants, which were not made at first
		t.Errorf("the image was read %d times, want 2", store.reads)
	}

	data := testkit.Must(replica.open(t, image.URL))(t)
	testkit.Must(f.Delete(t.Context(), image.ID, false))(t)
	if err := f.storage.Put(t.Context(), variant, []byte(data)); err != nil { // as if it could not be deleted
		t.Fatal(err)
	}
	if _, err := replica.OpenVariant(t.Context(), variant); errs.KindOf(err) != errs.NotFound {
		t.Errorf("a variant of a deleted image: %v, want NotFound", err)
	}
}

func TestImagesAreOpenedWithoutTheDatabase(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "", png(t, 1))
	again := f.upload(t, "", png(t, 1)) // an alias
	aliasID, token := f.ticket(t, media.UploadRequest{})
	if _, err := f.send(t, aliasID, token, png(t, 1)); err != nil || again.ID != image.ID {
		t.Fatalf("%v, %v", again, err)
	}
	// A variant beside the original must not be taken for it.
	if err := f.storage.Put(t.Context(), "images/"+image.ID+"/320.webp", []byte("variant")); err != nil {
		t.Fatal(err)
	}
	want := testkit.Must(f.open(t, image.URL))(t)

	for name, known := range map[string]bool{"after a restart": false, "known before": true} {
		t.Run(name, func(t *testing.T) {
			store := &awayStore{Store: f.store.Media()}
			l := &fixture{Library: media.New(media.Config{Store: store, Storage: f.storage, Codec: imaging.New()})}
			if known {
				testkit.Must(l.open(t, media.ImageURL(aliasID)))(t)
			}
			store.away = true
			if got, err := l.open(t, image.URL); err != nil || got != want {
				t.Errorf("%d bytes, %v, want %d", len(got), err, len(want))
			}
			if _, err := l.open(t, media.ImageURL(aliasID)); (err == nil) != known {
				t.Errorf("by its alias: %v", err)
			}
			if _, err := l.OpenImage(t.Context(), "AAAAAAAAAAAAAAAAAAAAAAAAAA"); errs.KindOf(err) != errs.Unavailable {
				t.Errorf("an unknown image: %v, want Unavailable", err)
			}
		})
	}
}
