package media_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

func TestUploadedImageIsServedAtItsURL(t *testing.T) {
	f := newFixture(t)
	data := png(t, 1)
	id, token := f.ticket(t, media.UploadRequest{Name: " roof.png ", Type: "image/png", Size: int64(len(data))})
	if _, err := f.open(t, media.UploadsPath+id); errs.KindOf(err) != errs.NotFound {
		t.Errorf("before it arrived: %v", err)
	}
	image := testkit.Must(f.send(t, id, token, data))(t)
	if image.URL != media.UploadsPath+id || image.Name != "roof.png" || image.MediaType != "image/png" ||
		image.Width != 40 || image.Height != 30 || image.Size != int64(len(data)) || image.Preview == "" {
		t.Errorf("got %+v", image)
	}
	if got := testkit.Must(f.open(t, image.URL))(t); got != string(data) {
		t.Errorf("%d bytes came back, %d were sent", len(got), len(data))
	}
}

func TestUploadWithoutNameIsNamedByTime(t *testing.T) {
	f := newFixture(t)
	image := f.upload(t, "", png(t, 1))
	if want := fmt.Sprintf("Image-%d", f.now.UnixMilli()); image.Name != want {
		t.Errorf("it is called %q, want %q", image.Name, want)
	}
}

func TestUploadURLWorksOnceAndExpires(t *testing.T) {
	f := newFixture(t)
	id, token := f.ticket(t, media.UploadRequest{})

	_, err := f.send(t, id, token+"A", png(t, 1))
	testkit.WantError(t, err, errs.Forbidden, "not valid")
	_, err = f.send(t, id, "", png(t, 1))
	testkit.WantError(t, err, errs.Forbidden, "not valid")
	_, err = f.send(t, "SOMETHINGELSE", token, png(t, 1))
	testkit.WantError(t, err, errs.Forbidden, "not valid")

	testkit.Must(f.send(t, id, token, png(t, 1)))(t)
	_, err = f.send(t, id, token, png(t, 2))
	testkit.WantError(t, err, errs.Conflict, "used already")
	if got := testkit.Must(f.open(t, media.UploadsPath+id))(t); got != string(png(t, 1)) {
		t.Error("the second file replaced the first")
	}

	id, token = f.ticket(t, media.UploadRequest{})
	f.now = f.now.Add(time.Minute)
	_, err = f.send(t, id, token, png(t, 3))
	testkit.WantError(t, err, errs.Forbidden, "expired")
}

func TestConcurrentUploadsAcceptOneFile(t *testing.T) {
	f := newFixture(t)
	id, token := f.ticket(t, media.UploadRequest{})
	var senders sync.WaitGroup
	var taken sync.Map
	for seed := range uint64(4) {
		data := png(t, seed)
		senders.Go(func() {
			image, err := f.send(t, id, token, data)
			if err == nil {
				taken.Store(seed, image)
			} else if errs.KindOf(err) != errs.Conflict {
				t.Errorf("got %v", err)
			}
		})
	}
	senders.Wait()
	winners := maps.Collect(taken.Range)
	if len(winners) != 1 {
		t.Fatalf("%d files were accepted", len(winners))
	}
	for seed := range winners {
		if got := testkit.Must(f.open(t, media.UploadsPath+id))(t); got != string(png(t, seed.(uint64))) {
			t.Error("another file is served than the one that was accepted")
		}
	}
	if got := f.files(t); len(got) != 1 {
		t.Errorf("stored are %v", got)
	}
}

func TestFailedUploadCanBeRetried(t *testing.T) {
	f := newFixture(t)
	id, token := f.ticket(t, media.UploadRequest{})
	whole := png(t, 1)
	_, err := f.ReceiveUpload(t.Context(), media.UploadedFile{
		ID: id, Token: token, Type: "image/png", Size: -1,
		Body: io.MultiReader(bytes.NewReader(whole[:100]), iotest.ErrReader(errors.New("the line went dead"))),
	})
	testkit.WantError(t, err, errs.Invalid, "did not arrive completely")
	_, err = f.send(t, id, token, whole[:100])
	testkit.WantError(t, err, errs.Invalid, "damaged or incomplete")
	if got := f.files(t); len(got) > 0 {
		t.Errorf("they left behind %v", got)
	}
	testkit.Must(f.send(t, id, token, whole))(t)
}

func TestReceiveUploadChecksTypeAndSize(t *testing.T) {
	f := newFixture(t)
	data := png(t, 1)
	for name, test := range map[string]struct {
		request media.UploadRequest
		file    media.UploadedFile
		kind    errs.Kind
		word    string
	}{
		"no type":               {file: media.UploadedFile{Size: -1}, kind: errs.Unsupported, word: "without a type"},
		"another type":          {file: media.UploadedFile{Type: "text/html", Size: -1}, kind: errs.Unsupported, word: `"text/html"`},
		"a broken type":         {file: media.UploadedFile{Type: "image", Size: -1}, kind: errs.Unsupported, word: `"image"`},
		"not as announced":      {request: media.UploadRequest{Type: "image/jpeg"}, file: media.UploadedFile{Type: "image/png", Size: -1}, kind: errs.Unsupported, word: "announced"},
		"longer than announced": {request: media.UploadRequest{Size: 10}, file: media.UploadedFile{Type: "image/png", Size: -1}, kind: errs.Invalid, word: "10 were announced"},
		"too large":             {file: media.UploadedFile{Type: "image/png", Size: media.MaxUploadBytes + 1}, kind: errs.TooLarge, word: "5242881 bytes; at most 5242880"},
		"too large, unsaid": {
			file: media.UploadedFile{Type: "image/png", Size: -1, Body: strings.NewReader(strings.Repeat("x", media.MaxUploadBytes+1))},
			kind: errs.TooLarge, word: "at most 5242880",
		},
		"no picture": {file: media.UploadedFile{Type: "image/png", Size: -1, Body: strings.NewReader("<html>")}, kind: errs.Unsupported, word: "an HTML page"},
		"empty":      {file: media.UploadedFile{Type: "image/png", Size: 0, Body: strings.NewReader("")}, kind: errs.Invalid, word: "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			file := test.file
			file.ID, file.Token = f.ticket(t, test.request)
			if file.Body == nil {
				file.Body = bytes.NewReader(data)
			}
			_, err := f.ReceiveUpload(t.Context(), file)
			testkit.WantError(t, err, test.kind, test.word)
		})
	}
	if got := f.files(t); len(got) > 0 {
		t.Errorf("they left behind %v", got)
	}
}

func TestFileOfMaximumSizeIsAccepted(t *testing.T) {
	f := newFixture(t)
	data := png(t, 1)
	filler := bytes.Repeat([]byte{'x'}, media.MaxUploadBytes-len(data)-12)
	data = picture.PNGChunk(data, "tEXt", filler)
	if len(data) != media.MaxUploadBytes {
		t.Fatalf("the test's file has %d bytes", len(data))
	}
	image := f.upload(t, "", data)
	if image.Size != int64(len(png(t, 1))) {
		t.Errorf("%d bytes are left", image.Size)
	}
}

func TestRequestUploadValidates(t *testing.T) {
	f := newFixture(t)
	for name, test := range map[string]struct {
		request media.UploadRequest
		kind    errs.Kind
		word    string
	}{
		"too large":    {media.UploadRequest{Size: media.MaxUploadBytes + 1}, errs.TooLarge, "at most 5242880"},
		"no image":     {media.UploadRequest{Type: "application/pdf"}, errs.Unsupported, "Only images"},
		"a giant name": {media.UploadRequest{Name: strings.Repeat("n", 500)}, errs.Invalid, "500 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.RequestUpload(t.Context(), test.request)
			testkit.WantError(t, err, test.kind, test.word)
		})
	}
}

func TestIdenticalFilesAreStoredOnce(t *testing.T) {
	f := newFixture(t)
	first := f.upload(t, "first.png", png(t, 1))
	stored := f.files(t)
	id, token := f.ticket(t, media.UploadRequest{Name: "second.png"})
	// Without its metadata it is the same file.
	again := testkit.Must(f.send(t, id, token, picture.PNGChunk(png(t, 1), "tEXt", []byte("Comment\x00x"))))(t)
	if again.ID != first.ID || again.Name != "first.png" {
		t.Errorf("the same file became %+v", again)
	}
	if got := f.files(t); !slices.Equal(got, stored) {
		t.Errorf("stored are %v, before %v", got, stored)
	}
	if got := testkit.Must(f.open(t, media.UploadsPath+id))(t); got != string(png(t, 1)) {
		t.Error("the second URL serves something else")
	}
	if page := testkit.Must(f.List(t.Context(), media.ListOptions{}))(t); page.Total != 1 {
		t.Errorf("the library has %d images", page.Total)
	}
}

// broken is a storage that fails on demand.
type broken struct {
	media.Storage
	err error
}

func (b *broken) Put(ctx context.Context, key string, data []byte) error {
	if b.err != nil {
		return b.err
	}
	return b.Storage.Put(ctx, key, data)
}

func TestStorageFailureAddsNothing(t *testing.T) {
	storage := &broken{}
	f := newFixture(t, func(inner media.Storage) media.Storage { storage.Storage = inner; return storage })
	for _, kind := range []errs.Kind{errs.Unavailable, errs.Full} {
		storage.err = errs.Errorf(kind, "not now")
		id, token := f.ticket(t, media.UploadRequest{})
		_, err := f.send(t, id, token, png(t, 1))
		testkit.WantError(t, err, kind, "not now")
		if page := testkit.Must(f.List(t.Context(), media.ListOptions{}))(t); page.Total != 0 {
			t.Errorf("the library has %d images", page.Total)
		}
		storage.err = nil
		testkit.Must(f.send(t, id, token, png(t, uint64(kind))))(t) // the URL still works
		testkit.Must(f.Delete(t.Context(), id, false))(t)
	}
}

// direct is a storage that browsers send files to directly.
type direct struct{ media.Storage }

func (direct) UploadOrigin() string { return "https://storage.example" }

func (direct) UploadURL(_ context.Context, key string, terms media.UploadTerms) (string, error) {
	return fmt.Sprintf("https://storage.example/%s?ttl=%s&type=%s&size=%d", key, terms.ExpiresIn, terms.Type, terms.Size), nil
}

func newDirectFixture(t *testing.T) *fixture {
	t.Helper()
	return newFixture(t, func(inner media.Storage) media.Storage { return direct{inner} })
}

// sendDirectly sends a file to the storage, as a browser does, and returns the
// upload's ID.
func (f *fixture) sendDirectly(t *testing.T, data []byte) string {
	t.Helper()
	ticket := testkit.Must(f.RequestUpload(t.Context(), media.UploadRequest{}))(t)
	id := ticket.ID
	if err := f.storage.Put(t.Context(), "uploads/"+id, data); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestStorageUploadURLCarriesTerms(t *testing.T) {
	f := newDirectFixture(t)
	ticket := testkit.Must(f.RequestUpload(t.Context(), media.UploadRequest{Type: "image/png", Size: 7}))(t)
	id := ticket.ID
	if want := "https://storage.example/uploads/" + id + "?ttl=1m0s&type=image/png&size=7"; ticket.UploadURL != want {
		t.Errorf("URL %s, want %s", ticket.UploadURL, want)
	}
	// The file cannot be sent through the site instead.
	_, err := f.send(t, id, "", png(t, 1))
	testkit.WantError(t, err, errs.Forbidden, "not valid")
}

func TestFileSentToStorageIsCheckedBeforeItIsServed(t *testing.T) {
	f := newDirectFixture(t)
	good := f.sendDirectly(t, picture.JPEGWithEXIF(picture.JPEG(t, picture.Photo(40, 30, 1), 90), 1))
	if got := testkit.Must(f.open(t, media.UploadsPath+good))(t); strings.Contains(got, picture.Secret) {
		t.Error("it was served without being cleaned")
	}
	for name, data := range map[string][]byte{
		"a page":    []byte("<html><script>alert(1)</script>"),
		"too large": make([]byte, media.MaxUploadBytes+1),
		"truncated": png(t, 2)[:80],
	} {
		bad := f.sendDirectly(t, data)
		if _, err := f.open(t, media.UploadsPath+bad); errs.KindOf(err) != errs.NotFound {
			t.Errorf("%s: %v", name, err)
		}
		if slices.Contains(f.files(t), "uploads/"+bad) {
			t.Errorf("%s was kept", name)
		}
	}
	if got := f.files(t); len(got) != 1 {
		t.Errorf("stored are %v", got)
	}
}

func TestFinishUploadReportsProblems(t *testing.T) {
	f := newDirectFixture(t)
	_, err := f.FinishUpload(t.Context(), f.sendDirectly(t, []byte("%PDF-1.4")))
	testkit.WantError(t, err, errs.Unsupported, "a PDF document")

	ticket := testkit.Must(f.RequestUpload(t.Context(), media.UploadRequest{}))(t)
	_, err = f.FinishUpload(t.Context(), ticket.ID)
	testkit.WantError(t, err, errs.NotFound, "not arrived")

	id := f.sendDirectly(t, png(t, 1))
	first := testkit.Must(f.FinishUpload(t.Context(), id))(t)
	second := testkit.Must(f.FinishUpload(t.Context(), id))(t)
	if first.ID != id || second.ID != id {
		t.Errorf("finished as %s, then as %s", first.ID, second.ID)
	}
	_, err = f.FinishUpload(t.Context(), "UNKNOWN")
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestFileSentAgainToStorageIsIgnored(t *testing.T) {
	f := newDirectFixture(t)
	id := f.sendDirectly(t, png(t, 1))
	testkit.Must(f.FinishUpload(t.Context(), id))(t)
	if err := f.storage.Put(t.Context(), "uploads/"+id, png(t, 2)); err != nil {
		t.Fatal(err)
	}
	testkit.Must(f.FinishUpload(t.Context(), id))(t)
	if got := testkit.Must(f.open(t, media.UploadsPath+id))(t); got != string(png(t, 1)) {
		t.Error("another file is served now")
	}
}

func TestUploadEndsWithTheSession(t *testing.T) {
	f := newFixture(t)
	id, token := f.ticket(t, media.UploadRequest{})
	f.signedOut = true
	_, err := f.send(t, id, token, png(t, 1))
	testkit.WantError(t, err, errs.Forbidden, "signed out")

	f = newDirectFixture(t)
	id = f.sendDirectly(t, png(t, 1))
	f.signedOut = true
	_, err = f.FinishUpload(t.Context(), id)
	testkit.WantError(t, err, errs.Forbidden, "signed out")
	if _, err := f.open(t, media.UploadsPath+id); errs.KindOf(err) != errs.NotFound {
		t.Errorf("the file is served: %v", err)
	}
}
