package media_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/testkit"
)

// history returns the history of the images.
func (f *fixture) history() *record.History {
	return record.NewHistory(record.HistoryConfig{
		Store: f.store.History(), Records: map[record.Kind]record.Records{record.Image: media.Versioned{Library: f.Library}},
		Clock: func() time.Time { return f.now },
	})
}

// remove deletes an image, used or not, and returns the version of the deletion.
func (f *fixture) remove(t *testing.T, id string) int64 {
	t.Helper()
	deleted := testkit.Must(f.Library.Delete(t.Context(), record.Change{}, id, true))(t)
	if len(deleted.Versions) != 1 {
		t.Fatalf("the deletion has stored the versions %v", deleted.Versions)
	}
	return deleted.Versions[0]
}

// filesIn returns the stored files in a folder.
func (f *fixture) filesIn(t *testing.T, folder string) (keys []string) {
	t.Helper()
	for _, key := range f.files(t) {
		if strings.HasPrefix(key, folder) {
			keys = append(keys, key)
		}
	}
	return keys
}

func TestDeletionOfAUsedImageIsUndone(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "roof.png", png(t, 1))
	id, token := f.ticket(t, media.UploadRequest{})
	testkit.Must(f.send(t, id, token, png(t, 1)))(t) // the same image, under a second URL
	f.useEverywhere(t, image.URL)
	testkit.Must(f.Save(t.Context(), media.ImageEdit{ID: image.ID, Alt: new("A red roof")}))(t)
	before := testkit.Must(f.open(t, image.URL))(t)

	version := f.remove(t, image.ID)
	for _, key := range f.filesIn(t, media.DeletedDir) {
		_, err := f.OpenVariant(t.Context(), key)
		testkit.WantError(t, err, errs.NotFound, "image")
	}
	undone := testkit.Must(f.history().Undo(t.Context(), record.CommandLine, version))(t)
	if len(undone.Stored) != 1 {
		t.Errorf("the undo has stored the versions %v", undone.Stored)
	}
	for _, url := range []string{image.URL, media.ImageURL(id)} {
		if got := testkit.Must(f.open(t, url))(t); got != before {
			t.Errorf("%s is another file", url)
		}
	}
	list := testkit.Must(f.List(t.Context(), media.ListOptions{}))(t)
	if len(list.Images) != 1 || list.Images[0].Name != "roof.png" || list.Images[0].Alt != "A red roof" || len(list.Images[0].Uses) != 3 {
		t.Errorf("the library has %+v", list.Images)
	}
	if left := f.filesIn(t, media.DeletedDir); len(left) > 0 {
		t.Errorf("still kept: %v", left)
	}
	f.runWorker(t)
	f.awaitVariants(t, image.ID)
	_, err := f.history().Undo(t.Context(), record.CommandLine, version)
	testkit.WantError(t, err, errs.Conflict, "changed this since")
}

func TestDeletedImageComesBackAsAnEarlierVersionHasIt(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "roof.png", png(t, 1))
	first := testkit.Must(f.history().Versions(t.Context(), record.Query{Kind: record.Image, RecordID: image.ID}))(t)[0]
	testkit.Must(f.Save(t.Context(), media.ImageEdit{ID: image.ID, Name: new("House")}))(t)
	newest := f.remove(t, image.ID)
	testkit.Must(f.history().Restore(t.Context(), record.CommandLine, first.ID, newest))(t)
	if got := testkit.Must(f.store.Media().Image(t.Context(), image.ID))(t); got.Name != "roof.png" || !got.UploadedAt.Equal(image.UploadedAt) {
		t.Errorf("restored %+v", got)
	}
}

// The URLs of the deleted image lead to the one that was uploaded since.
func TestUndoAfterTheSameFileWasUploadedAgain(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "", png(t, 1))
	version := f.remove(t, image.ID)
	again := f.upload(t, "", png(t, 1))
	testkit.Must(f.history().Undo(t.Context(), record.CommandLine, version))(t)
	testkit.Must(f.open(t, image.URL))(t)
	if files := f.files(t); len(files) != 1 || !strings.Contains(files[0], again.ID) {
		t.Errorf("stored: %v", files)
	}
}

func TestDeletedImageIsKeptForAMonth(t *testing.T) {
	f := newFixture(t)
	f.now = time.Now() // the storage stamps files with the real time
	image := f.upload(t, "", png(t, 1))
	version := f.remove(t, image.ID)

	f.now = f.now.Add(media.KeptAfterDeletion - time.Hour)
	f.sweepOnce(t, 2)
	if kept := f.filesIn(t, media.DeletedDir); len(kept) != 2 {
		t.Fatalf("kept before the end: %v", kept)
	}
	f.now = f.now.Add(2 * time.Hour)
	f.sweepOnce(t, 3)
	if kept := f.filesIn(t, media.DeletedDir); len(kept) > 0 {
		t.Errorf("kept for ever: %v", kept)
	}
	_, err := f.history().Undo(t.Context(), record.CommandLine, version)
	testkit.WantError(t, err, errs.Conflict, "kept for 30 days")
}

// sweepOnce runs the worker until its first sweep is over: that comes before the
// variants of an image that the seed makes.
func (f *fixture) sweepOnce(t *testing.T, seed uint64) {
	t.Helper()
	stop := f.runWorker(t)
	f.awaitVariants(t, f.upload(t, "", png(t, seed)).ID)
	stop()
}

// crowdedStorage has no space left while it is full.
type crowdedStorage struct {
	media.Storage
	full bool
}

func (s *crowdedStorage) Put(ctx context.Context, key string, data []byte) error {
	if s.full {
		return errs.Errorf(errs.Full, "No space is left.")
	}
	return s.Storage.Put(ctx, key, data)
}

func TestImageIsDeletedWithoutACopyWhenTheDiskIsFull(t *testing.T) {
	storage := &crowdedStorage{}
	f := newFixture(t, func(s media.Storage) media.Storage {
		storage.Storage = s
		return storage
	})
	image := f.upload(t, "", png(t, 1))
	storage.full = true
	version := f.remove(t, image.ID)
	if left := f.files(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	_, err := f.history().Undo(t.Context(), record.CommandLine, version)
	testkit.WantError(t, err, errs.Conflict, "Upload the image again")
}
