package media_test

import (
	"bytes"
	"context"
	"image"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// runWorker runs the worker until the test ends or stop is called, which returns
// what the worker has logged.
func (f *fixture) runWorker(t *testing.T) (stop func() string) {
	t.Helper()
	var log bytes.Buffer
	stopLogging := f.runWorkerWithLog(t, &log)
	return func() string {
		stopLogging()
		return log.String()
	}
}

// runWorkerWithLog runs the worker until the test ends or stop is called.
func (f *fixture) runWorkerWithLog(t *testing.T, log io.Writer) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.Run(ctx, slog.New(slog.NewTextHandler(log, nil)))
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return stop
}

// awaitVariants waits until the image has all of its variants.
func (f *fixture) awaitVariants(t *testing.T, id string) media.Image {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for { // an unused image is not announced
		if found := testkit.Must(f.store.Image(t.Context(), id))(t); found.Optimised {
			return found
		}
		select {
		case <-ctx.Done():
			t.Fatal("the variants were never made")
		case <-time.After(time.Millisecond):
		}
	}
}

func TestWorkerMakesVariants(t *testing.T) {
	f := newFixture(t)
	before := f.upload(t, "", picture.JPEG(t, picture.Photo(700, 50, 1), 90)) // uploaded before the worker starts
	stop := f.runWorker(t)
	after := f.upload(t, "", picture.JPEG(t, picture.Photo(500, 50, 2), 90))
	for id, widths := range map[string][]int{before.ID: {700, 640, 320}, after.ID: {500, 320}} {
		var got []int
		for _, v := range f.awaitVariants(t, id).Variants {
			if v.MediaType == "image/webp" {
				got = append(got, v.Width)
			}
			if !strings.HasPrefix(v.URL, "/objects/images/"+id+"/") {
				t.Errorf("URL %s", v.URL)
			}
			file := testkit.Must(f.OpenVariant(t.Context(), strings.TrimPrefix(v.URL, "/objects/")))(t)
			data := testkit.Must(io.ReadAll(file))(t)
			file.Close()
			if shown, format, err := image.DecodeConfig(bytes.NewReader(data)); err != nil ||
				shown.Width != v.Width || shown.Height != v.Height || "image/"+format != v.MediaType || int64(len(data)) != v.Size {
				t.Errorf("%+v is a %s of %d × %d: %v", v, format, shown.Width, shown.Height, err)
			}
			if file.Type != v.MediaType {
				t.Errorf("%s is served as %s", v.URL, file.Type)
			}
		}
		if !slices.Equal(got, widths) {
			t.Errorf("variants of %v, want %v", got, widths)
		}
	}
	if log := stop(); log != "" {
		t.Errorf("it logged: %s", log)
	}
}

func TestDeleteRemovesVariants(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	f.runWorker(t)
	f.awaitVariants(t, uploaded.ID)
	testkit.Must(f.Delete(t.Context(), uploaded.ID, false))(t)
	if got := f.filesIn(t, media.ImagesDir); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
}

func TestImageWithoutFileIsNotRetried(t *testing.T) {
	f := newFixture(t)
	lost := f.upload(t, "", png(t, 1))
	for _, key := range f.files(t) {
		if err := f.storage.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	stop := f.runWorker(t)
	if got := f.awaitVariants(t, lost.ID); len(got.Variants) > 0 {
		t.Errorf("variants %v", got.Variants)
	}
	if log := stop(); !strings.Contains(log, lost.ID) {
		t.Errorf("the log does not name it: %s", log)
	}
}

func TestWorkerDeletesUnfinishedUploads(t *testing.T) {
	f := newDirectFixture(t)
	abandoned := f.sendDirectly(t, png(t, 1))
	kept := f.sendDirectly(t, png(t, 2))
	testkit.Must(f.FinishUpload(t.Context(), kept))(t)
	if err := f.storage.Put(t.Context(), "uploads/"+kept, png(t, 3)); err != nil { // sent a second time
		t.Fatal(err)
	}
	// As after a crash between storing the file and adding it to the library.
	if err := f.storage.Put(t.Context(), "images/"+abandoned+"/0123456789abcdef.png", png(t, 1)); err != nil {
		t.Fatal(err)
	}
	f.now = f.now.Add(2 * time.Hour)
	fresh := f.sendDirectly(t, png(t, 4))

	f.now = f.now.Add(2 * time.Minute)
	f.runWorker(t)
	f.awaitVariants(t, kept) // the sweep comes before the variants
	for _, key := range f.files(t) {
		if !strings.HasPrefix(key, "images/"+kept+"/") && key != "uploads/"+fresh {
			t.Errorf("%s is still there", key)
		}
	}
	testkit.Must(f.open(t, media.UploadsPath+kept))(t)
	_, err := f.FinishUpload(t.Context(), abandoned)
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestFinishUploadFailsAfterExpiry(t *testing.T) {
	f := newDirectFixture(t)
	id := f.sendDirectly(t, png(t, 1))
	f.now = f.now.Add(2 * time.Hour)
	_, err := f.FinishUpload(t.Context(), id)
	testkit.WantError(t, err, errs.NotFound, "expired")
}
