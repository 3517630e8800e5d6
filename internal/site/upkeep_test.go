package site_test

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

	"perimeter/internal/site"
	"perimeter/internal/testkit/picture"
)

// keepUp runs Upkeep until the test ends and returns what it logs.
func (s *studio) keepUp(t *testing.T) (stop func() string) {
	t.Helper()
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Upkeep(ctx, slog.New(slog.NewTextHandler(&log, nil)))
	}()
	stop = func() string {
		cancel()
		<-done
		return log.String()
	}
	t.Cleanup(func() { stop() })
	return stop
}

// awaitVariants waits until the image has all of its smaller copies.
func (s *studio) awaitVariants(t *testing.T, id string) site.Image {
	t.Helper()
	for {
		if found := must(s.store.Image(t.Context(), id))(t); found.Optimised {
			return found
		}
		select {
		case <-s.store.Changes():
		case <-time.After(30 * time.Second):
			t.Fatal("the smaller copies never came")
		}
	}
}

func TestAnImageGetsSmallerCopiesInTheBackground(t *testing.T) {
	s := newStudio(t)
	before := s.upload(t, "", picture.JPEG(t, picture.Photo(700, 50, 1), 90)) // waits from before the start
	stop := s.keepUp(t)
	after := s.upload(t, "", picture.JPEG(t, picture.Photo(500, 50, 2), 90))
	for id, widths := range map[string][]int{before.ID: {700, 640, 320}, after.ID: {500, 320}} {
		var got []int
		for _, v := range s.awaitVariants(t, id).Variants {
			if v.MediaType == "image/webp" {
				got = append(got, v.Width)
			}
			if !strings.HasPrefix(v.URL, "/objects/images/"+id+"/") {
				t.Errorf("address %s", v.URL)
			}
			file := must(s.OpenVariant(t.Context(), strings.TrimPrefix(v.URL, "/objects/")))(t)
			data := must(io.ReadAll(file))(t)
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
			t.Errorf("copies of %v, want %v", got, widths)
		}
	}
	if log := stop(); log != "" {
		t.Errorf("it complained: %s", log)
	}
}

func TestSmallerCopiesGoWithTheirImage(t *testing.T) {
	s := newStudio(t)
	uploaded := s.upload(t, "", picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	s.keepUp(t)
	s.awaitVariants(t, uploaded.ID)
	must(s.DeleteImage(t.Context(), uploaded.ID, false))(t)
	if got := s.files(t); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
}

func TestAnImageWhoseFileIsLostIsNotTriedForEver(t *testing.T) {
	s := newStudio(t)
	lost := s.upload(t, "", png(t, 1))
	for _, key := range s.files(t) {
		if err := s.storage.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	stop := s.keepUp(t)
	if got := s.awaitVariants(t, lost.ID); len(got.Variants) > 0 {
		t.Errorf("variants %v", got.Variants)
	}
	if log := stop(); !strings.Contains(log, lost.ID) {
		t.Errorf("the log does not name it: %s", log)
	}
}

func TestUnfinishedUploadsAreClearedAway(t *testing.T) {
	s := newDirectStudio(t)
	abandoned := s.sendDirectly(t, png(t, 1))
	kept := s.sendDirectly(t, png(t, 2))
	must(s.FinishUpload(t.Context(), kept))(t)
	if err := s.storage.Put(t.Context(), "uploads/"+kept, png(t, 3)); err != nil { // sent a second time
		t.Fatal(err)
	}
	// A crash after the file was stored and before the library knew it.
	if err := s.storage.Put(t.Context(), "images/"+abandoned+"/0123456789abcdef.png", png(t, 1)); err != nil {
		t.Fatal(err)
	}
	s.now = s.now.Add(2 * time.Hour)
	fresh := s.sendDirectly(t, png(t, 4))

	s.now = s.now.Add(2 * time.Minute)
	s.keepUp(t)
	s.awaitVariants(t, kept) // the sweep came before
	for _, key := range s.files(t) {
		if !strings.HasPrefix(key, "images/"+kept+"/") && key != "uploads/"+fresh {
			t.Errorf("%s is still there", key)
		}
	}
	must(s.open(t, "/objects/uploads/"+kept))(t)
	_, err := s.FinishUpload(t.Context(), abandoned)
	wantFailure(t, err, site.NotFound, "")
}

func TestAnUploadIsNotFinishedAfterItsTime(t *testing.T) {
	s := newDirectStudio(t)
	id := s.sendDirectly(t, png(t, 1))
	s.now = s.now.Add(2 * time.Hour)
	_, err := s.FinishUpload(t.Context(), id)
	wantFailure(t, err, site.NotFound, "expired")
}
