package site_test

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

	"perimeter/internal/blob"
	"perimeter/internal/imaging"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// studio is a world that takes images.
type studio struct {
	*world
	storage site.Storage
}

func newStudio(t *testing.T, wrap ...func(site.Storage) site.Storage) *studio {
	t.Helper()
	storage, err := blob.Open(blob.Config{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrap {
		storage = w(storage)
	}
	w := &world{store: testkit.NewStore(t), now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.UTC)}
	w.Site = site.New(site.Config{
		Store: w.store, Identity: site.SampleIdentity(), Clock: func() time.Time { return w.now },
		Storage: storage, Imaging: imaging.New(), UploadTTL: time.Minute,
	})
	return &studio{world: w, storage: storage}
}

// files returns the keys of all stored files.
func (s *studio) files(t *testing.T) []string {
	t.Helper()
	keys := []string{}
	for file, err := range s.storage.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, file.Key)
	}
	slices.Sort(keys)
	return keys
}

// ticket asks for an upload and returns its id and token.
func (s *studio) ticket(t *testing.T, request site.UploadRequest) (id, token string) {
	t.Helper()
	ticket := must(s.RequestUpload(t.Context(), request))(t)
	path, token, ok := strings.Cut(ticket.Address, "?token=")
	if !ok || path != ticket.URL {
		t.Fatalf("ticket %+v", ticket)
	}
	return strings.TrimPrefix(path, "/objects/uploads/"), token
}

// send sends a file to an upload's address.
func (s *studio) send(t *testing.T, id, token string, data []byte) (site.Image, error) {
	t.Helper()
	return s.ReceiveUpload(t.Context(), site.UploadedFile{
		ID: id, Token: token, Type: "image/png", Size: int64(len(data)), Body: bytes.NewReader(data),
	})
}

// upload takes a file into the library.
func (s *studio) upload(t *testing.T, name string, data []byte) site.Image {
	t.Helper()
	id, token := s.ticket(t, site.UploadRequest{Name: name})
	return must(s.send(t, id, token, data))(t)
}

// open reads the file at an image's address.
func (s *studio) open(t *testing.T, url string) (string, error) {
	t.Helper()
	file, err := s.OpenImage(t.Context(), strings.TrimPrefix(url, "/objects/uploads/"))
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), nil
}

func png(t *testing.T, seed uint64) []byte {
	t.Helper()
	return picture.PNG(t, picture.Photo(40, 30, seed))
}

func TestAnUploadedImageIsServedAtItsAddress(t *testing.T) {
	s := newStudio(t)
	data := png(t, 1)
	id, token := s.ticket(t, site.UploadRequest{Name: " roof.png ", Type: "image/png", Size: int64(len(data))})
	if _, err := s.open(t, "/objects/uploads/"+id); site.KindOf(err) != site.NotFound {
		t.Errorf("before it arrived: %v", err)
	}
	image := must(s.send(t, id, token, data))(t)
	if image.URL != "/objects/uploads/"+id || image.Name != "roof.png" || image.MediaType != "image/png" ||
		image.Width != 40 || image.Height != 30 || image.Size != int64(len(data)) || image.Preview == "" {
		t.Errorf("got %+v", image)
	}
	if got := must(s.open(t, image.URL))(t); got != string(data) {
		t.Errorf("%d bytes came back, %d were sent", len(got), len(data))
	}
}

func TestAnImageWithoutANameIsCalledByItsTime(t *testing.T) {
	s := newStudio(t)
	image := s.upload(t, "", png(t, 1))
	if want := fmt.Sprintf("Image-%d", s.now.UnixMilli()); image.Name != want {
		t.Errorf("it is called %q, want %q", image.Name, want)
	}
}

func TestAnUploadAddressWorksOnceAndSoon(t *testing.T) {
	s := newStudio(t)
	id, token := s.ticket(t, site.UploadRequest{})

	_, err := s.send(t, id, token+"A", png(t, 1))
	wantFailure(t, err, site.Forbidden, "not valid")
	_, err = s.send(t, id, "", png(t, 1))
	wantFailure(t, err, site.Forbidden, "not valid")
	_, err = s.send(t, "SOMETHINGELSE", token, png(t, 1))
	wantFailure(t, err, site.Forbidden, "not valid")

	must(s.send(t, id, token, png(t, 1)))(t)
	_, err = s.send(t, id, token, png(t, 2))
	wantFailure(t, err, site.Conflict, "used already")
	if got := must(s.open(t, "/objects/uploads/"+id))(t); got != string(png(t, 1)) {
		t.Error("the second file replaced the first")
	}

	id, token = s.ticket(t, site.UploadRequest{})
	s.now = s.now.Add(time.Minute)
	_, err = s.send(t, id, token, png(t, 3))
	wantFailure(t, err, site.Forbidden, "expired")
}

func TestOnlyOneOfManyFilesSentAtOnceIsTaken(t *testing.T) {
	s := newStudio(t)
	id, token := s.ticket(t, site.UploadRequest{})
	var senders sync.WaitGroup
	var taken sync.Map
	for seed := range uint64(4) {
		data := png(t, seed)
		senders.Go(func() {
			image, err := s.send(t, id, token, data)
			if err == nil {
				taken.Store(seed, image)
			} else if site.KindOf(err) != site.Conflict {
				t.Errorf("got %v", err)
			}
		})
	}
	senders.Wait()
	winners := maps.Collect(taken.Range)
	if len(winners) != 1 {
		t.Fatalf("%d files were taken", len(winners))
	}
	for seed := range winners {
		if got := must(s.open(t, "/objects/uploads/"+id))(t); got != string(png(t, seed.(uint64))) {
			t.Error("another file is served than the one that was taken")
		}
	}
	if got := s.files(t); len(got) != 1 {
		t.Errorf("stored are %v", got)
	}
}

func TestAFailedUploadCanBeTriedAgain(t *testing.T) {
	s := newStudio(t)
	id, token := s.ticket(t, site.UploadRequest{})
	whole := png(t, 1)
	_, err := s.ReceiveUpload(t.Context(), site.UploadedFile{
		ID: id, Token: token, Type: "image/png", Size: -1,
		Body: io.MultiReader(bytes.NewReader(whole[:100]), iotest.ErrReader(errors.New("the line went dead"))),
	})
	wantFailure(t, err, site.Invalid, "did not arrive completely")
	_, err = s.send(t, id, token, whole[:100])
	wantFailure(t, err, site.Invalid, "damaged or incomplete")
	if got := s.files(t); len(got) > 0 {
		t.Errorf("they left %v", got)
	}
	must(s.send(t, id, token, whole))(t)
}

func TestUploadsAreRefusedByTypeAndSize(t *testing.T) {
	s := newStudio(t)
	data := png(t, 1)
	for name, test := range map[string]struct {
		request site.UploadRequest
		file    site.UploadedFile
		kind    site.Kind
		word    string
	}{
		"no type":               {file: site.UploadedFile{Size: -1}, kind: site.Unsupported, word: "without a type"},
		"another type":          {file: site.UploadedFile{Type: "text/html", Size: -1}, kind: site.Unsupported, word: `"text/html"`},
		"a broken type":         {file: site.UploadedFile{Type: "image", Size: -1}, kind: site.Unsupported, word: `"image"`},
		"not as announced":      {request: site.UploadRequest{Type: "image/jpeg"}, file: site.UploadedFile{Type: "image/png", Size: -1}, kind: site.Unsupported, word: "announced"},
		"longer than announced": {request: site.UploadRequest{Size: 10}, file: site.UploadedFile{Type: "image/png", Size: -1}, kind: site.Invalid, word: "10 were announced"},
		"too large":             {file: site.UploadedFile{Type: "image/png", Size: site.MaxUploadBytes + 1}, kind: site.TooLarge, word: "5242881 bytes; at most 5242880"},
		"too large, unsaid": {
			file: site.UploadedFile{Type: "image/png", Size: -1, Body: strings.NewReader(strings.Repeat("x", site.MaxUploadBytes+1))},
			kind: site.TooLarge, word: "at most 5242880",
		},
		"no picture": {file: site.UploadedFile{Type: "image/png", Size: -1, Body: strings.NewReader("<html>")}, kind: site.Unsupported, word: "an HTML page"},
		"empty":      {file: site.UploadedFile{Type: "image/png", Size: 0, Body: strings.NewReader("")}, kind: site.Invalid, word: "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			file := test.file
			file.ID, file.Token = s.ticket(t, test.request)
			if file.Body == nil {
				file.Body = bytes.NewReader(data)
			}
			_, err := s.ReceiveUpload(t.Context(), file)
			wantFailure(t, err, test.kind, test.word)
		})
	}
	if got := s.files(t); len(got) > 0 {
		t.Errorf("they left %v", got)
	}
}

func TestAFileOfExactlyTheLargestSizeIsTaken(t *testing.T) {
	s := newStudio(t)
	data := png(t, 1)
	filler := bytes.Repeat([]byte{'x'}, site.MaxUploadBytes-len(data)-12)
	data = picture.PNGChunk(data, "tEXt", filler)
	if len(data) != site.MaxUploadBytes {
		t.Fatalf("the test's file has %d bytes", len(data))
	}
	image := s.upload(t, "", data)
	if image.Size != int64(len(png(t, 1))) {
		t.Errorf("%d bytes are left", image.Size)
	}
}

func TestAnUploadThatCannotSucceedIsRefusedBeforehand(t *testing.T) {
	s := newStudio(t)
	for name, test := range map[string]struct {
		request site.UploadRequest
		kind    site.Kind
		word    string
	}{
		"too large":    {site.UploadRequest{Size: site.MaxUploadBytes + 1}, site.TooLarge, "at most 5242880"},
		"no image":     {site.UploadRequest{Type: "application/pdf"}, site.Unsupported, "Only images"},
		"a giant name": {site.UploadRequest{Name: strings.Repeat("n", 500)}, site.Invalid, "500 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.RequestUpload(t.Context(), test.request)
			wantFailure(t, err, test.kind, test.word)
		})
	}
}

func TestIdenticalBytesAreStoredOnce(t *testing.T) {
	s := newStudio(t)
	first := s.upload(t, "first.png", png(t, 1))
	stored := s.files(t)
	id, token := s.ticket(t, site.UploadRequest{Name: "second.png"})
	// Without its metadata it is the same file.
	again := must(s.send(t, id, token, picture.PNGChunk(png(t, 1), "tEXt", []byte("Comment\x00x"))))(t)
	if again.ID != first.ID || again.Name != "first.png" {
		t.Errorf("the same file became %+v", again)
	}
	if got := s.files(t); !slices.Equal(got, stored) {
		t.Errorf("stored are %v, before %v", got, stored)
	}
	if got := must(s.open(t, "/objects/uploads/"+id))(t); got != string(png(t, 1)) {
		t.Error("the second address leads to something else")
	}
	if page := must(s.Library(t.Context(), site.LibraryRequest{}))(t); page.Total != 1 {
		t.Errorf("the library has %d images", page.Total)
	}
}

// broken is a storage that fails on demand.
type broken struct {
	site.Storage
	err error
}

func (b *broken) Put(ctx context.Context, key string, data []byte) error {
	if b.err != nil {
		return b.err
	}
	return b.Storage.Put(ctx, key, data)
}

func TestAStorageThatFailsLeavesNothingInTheLibrary(t *testing.T) {
	storage := &broken{}
	s := newStudio(t, func(inner site.Storage) site.Storage { storage.Storage = inner; return storage })
	for _, kind := range []site.Kind{site.Unavailable, site.Full} {
		storage.err = site.Errorf(kind, "not now")
		id, token := s.ticket(t, site.UploadRequest{})
		_, err := s.send(t, id, token, png(t, 1))
		wantFailure(t, err, kind, "not now")
		if page := must(s.Library(t.Context(), site.LibraryRequest{}))(t); page.Total != 0 {
			t.Errorf("the library has %d images", page.Total)
		}
		storage.err = nil
		must(s.send(t, id, token, png(t, uint64(kind))))(t) // the address still works
		must(s.DeleteImage(t.Context(), id, false))(t)
	}
}

// direct is a storage to which browsers send files themselves.
type direct struct{ site.Storage }

func (direct) UploadOrigin() string { return "https://storage.example" }

func (direct) UploadAddress(_ context.Context, key string, terms site.UploadTerms) (string, error) {
	return fmt.Sprintf("https://storage.example/%s?ttl=%s&type=%s&size=%d", key, terms.ExpiresIn, terms.Type, terms.Size), nil
}

func newDirectStudio(t *testing.T) *studio {
	t.Helper()
	return newStudio(t, func(inner site.Storage) site.Storage { return direct{inner} })
}

// sendDirectly does what a browser does with a ticket, and returns the
// upload's id.
func (s *studio) sendDirectly(t *testing.T, data []byte) string {
	t.Helper()
	ticket := must(s.RequestUpload(t.Context(), site.UploadRequest{}))(t)
	id := strings.TrimPrefix(ticket.URL, "/objects/uploads/")
	if err := s.storage.Put(t.Context(), "uploads/"+id, data); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestTheStoragesAddressIsBoundToWhatIsKnown(t *testing.T) {
	s := newDirectStudio(t)
	ticket := must(s.RequestUpload(t.Context(), site.UploadRequest{Type: "image/png", Size: 7}))(t)
	id := strings.TrimPrefix(ticket.URL, "/objects/uploads/")
	if want := "https://storage.example/uploads/" + id + "?ttl=1m0s&type=image/png&size=7"; ticket.Address != want {
		t.Errorf("address %s, want %s", ticket.Address, want)
	}
	// No file can come in through the site instead.
	_, err := s.send(t, id, "", png(t, 1))
	wantFailure(t, err, site.Forbidden, "not valid")
}

func TestAFileSentToTheStorageIsCheckedBeforeAnybodySeesIt(t *testing.T) {
	s := newDirectStudio(t)
	good := s.sendDirectly(t, picture.JPEGWithEXIF(picture.JPEG(t, picture.Photo(40, 30, 1), 90), 1))
	if got := must(s.open(t, "/objects/uploads/"+good))(t); strings.Contains(got, picture.Secret) {
		t.Error("it was served as it came")
	}
	for name, data := range map[string][]byte{
		"a page":    []byte("<html><script>alert(1)</script>"),
		"too large": make([]byte, site.MaxUploadBytes+1),
		"truncated": png(t, 2)[:80],
	} {
		bad := s.sendDirectly(t, data)
		if _, err := s.open(t, "/objects/uploads/"+bad); site.KindOf(err) != site.NotFound {
			t.Errorf("%s: %v", name, err)
		}
		if slices.Contains(s.files(t), "uploads/"+bad) {
			t.Errorf("%s was kept", name)
		}
	}
	if got := s.files(t); len(got) != 1 {
		t.Errorf("stored are %v", got)
	}
}

func TestFinishingAnUploadTellsWhatIsWrongWithIt(t *testing.T) {
	s := newDirectStudio(t)
	_, err := s.FinishUpload(t.Context(), s.sendDirectly(t, []byte("%PDF-1.4")))
	wantFailure(t, err, site.Unsupported, "a PDF document")

	ticket := must(s.RequestUpload(t.Context(), site.UploadRequest{}))(t)
	_, err = s.FinishUpload(t.Context(), strings.TrimPrefix(ticket.URL, "/objects/uploads/"))
	wantFailure(t, err, site.NotFound, "not arrived")

	id := s.sendDirectly(t, png(t, 1))
	first := must(s.FinishUpload(t.Context(), id))(t)
	second := must(s.FinishUpload(t.Context(), id))(t)
	if first.ID != id || second.ID != id {
		t.Errorf("finished as %s, then as %s", first.ID, second.ID)
	}
	_, err = s.FinishUpload(t.Context(), "UNKNOWN")
	wantFailure(t, err, site.NotFound, "")
}

func TestWhatIsSentAgainToTheStorageChangesNothing(t *testing.T) {
	s := newDirectStudio(t)
	id := s.sendDirectly(t, png(t, 1))
	must(s.FinishUpload(t.Context(), id))(t)
	if err := s.storage.Put(t.Context(), "uploads/"+id, png(t, 2)); err != nil {
		t.Fatal(err)
	}
	must(s.FinishUpload(t.Context(), id))(t)
	if got := must(s.open(t, "/objects/uploads/"+id))(t); got != string(png(t, 1)) {
		t.Error("another file is served now")
	}
}
