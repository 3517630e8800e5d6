package media_test

import (
	"context"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
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
