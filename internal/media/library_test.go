package media_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"perimeter/internal/blob"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// fixture is a library on an empty store and an empty storage, with a site whose
// pages can use its images and a clock that a test can move.
type fixture struct {
	*media.Library
	site    *site.Site
	store   *store.Store
	storage media.Storage
	now     time.Time
	// signedOut says that the sessions of all users have ended.
	signedOut bool
	codec     media.Codec
}

// Clean implements media.Codec.
func (f *fixture) Clean(ctx context.Context, data []byte) (imaging.CleanImage, error) {
	return f.codec.Clean(ctx, data)
}

// Variants implements media.Codec.
func (f *fixture) Variants(ctx context.Context, data []byte, emit func(imaging.RenderedVariant) error) error {
	return f.codec.Variants(ctx, data, emit)
}

// SessionUser implements media.Sessions.
func (f *fixture) SessionUser(context.Context, [32]byte) (id int64, username, name string, err error) {
	if f.signedOut {
		return 0, "", "", errs.Errorf(errs.Unauthorized, "You are not signed in.")
	}
	return 7, "anna", "Anna Miller", nil
}

func newFixture(t *testing.T, wrap ...func(media.Storage) media.Storage) *fixture {
	t.Helper()
	storage, err := blob.Open(blob.Config{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrap {
		storage = w(storage)
	}
	f := &fixture{
		codec: imaging.New(),
		store: testkit.NewStore(t), storage: storage,
		now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.UTC),
	}
	clock := func() time.Time { return f.now }
	f.Library = media.New(media.Config{
		Store: f.store.Media(), Storage: storage, Codec: f, Sessions: f, UploadTTL: time.Minute, Clock: clock,
	})
	f.site = site.New(site.Config{Store: f.store.Site(), Company: company.Fixed(company.Sample()), Images: f.Library, Clock: clock})
	return f
}

// files returns the keys of all stored files.
func (f *fixture) files(t *testing.T) []string {
	t.Helper()
	keys := []string{}
	for file, err := range f.storage.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, file.Key)
	}
	slices.Sort(keys)
	return keys
}

// ticket requests an upload and returns its ID and token.
func (f *fixture) ticket(t *testing.T, request media.UploadRequest) (id, token string) {
	t.Helper()
	ticket := testkit.Must(f.RequestUpload(t.Context(), request))(t)
	path, token, ok := strings.Cut(ticket.UploadURL, "?token=")
	if !ok || path != ticket.ImageURL || path != media.ImageURL(ticket.ID) {
		t.Fatalf("ticket %+v", ticket)
	}
	return ticket.ID, token
}

// send sends a file to an upload URL.
func (f *fixture) send(t *testing.T, id, token string, data []byte) (media.Image, error) {
	t.Helper()
	return f.ReceiveUpload(t.Context(), media.UploadedFile{
		ID: id, Token: token, Type: "image/png", Size: int64(len(data)), Body: bytes.NewReader(data),
	})
}

// upload adds a file to the library.
func (f *fixture) upload(t *testing.T, name string, data []byte) media.Image {
	t.Helper()
	id, token := f.ticket(t, media.UploadRequest{Name: name})
	return testkit.Must(f.send(t, id, token, data))(t)
}

// open reads the file at an image's URL.
func (f *fixture) open(t *testing.T, url string) (string, error) {
	t.Helper()
	file, err := f.OpenImage(t.Context(), strings.TrimPrefix(url, media.UploadsPath))
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

func (f *fixture) savePost(t *testing.T, slug, title, imageURL string) {
	t.Helper()
	testkit.Must(testkit.Edit(f.site).SavePost(t.Context(), site.PostEdit{
		Title: &title, Slug: &slug, Excerpt: new("Short."), Content: new("Long."), ImageURL: &imageURL,
	}))(t)
}

// useEverywhere shows the image in a content item, a service and a post.
func (f *fixture) useEverywhere(t *testing.T, url string) {
	t.Helper()
	_, _, err := testkit.Edit(f.site).SaveContent(t.Context(), site.ContentEdit{
		Key: new("hero_image"), Section: new(site.SectionHome), Type: new(site.ContentImage), Value: &url,
	})
	if err != nil {
		t.Fatal(err)
	}
	html := `<p><img src="` + url + `"></p>`
	if _, _, err := testkit.Edit(f.site).SaveService(t.Context(), site.ServiceEdit{
		Name: new("Termites"), Slug: new("termites"), ShortDescription: new("s"), FullDescription: &html,
	}); err != nil {
		t.Fatal(err)
	}
	f.savePost(t, "swarms", "Swarms", url)
}

// These hide the methods of Library, for tests that look at the image alone.

func (f *fixture) Save(ctx context.Context, edit media.ImageEdit) (media.Image, error) {
	saved, err := f.Library.Save(ctx, record.Change{BasedOn: edit.BasedOn}, edit)
	return saved.Record, err
}

func (f *fixture) Delete(ctx context.Context, id string, confirmed bool) (media.Image, error) {
	deleted, err := f.Library.Delete(ctx, record.Change{}, id, confirmed)
	return deleted.Record, err
}

func (f *fixture) FinishUpload(ctx context.Context, id string) (media.Image, error) {
	finished, err := f.Library.FinishUpload(ctx, id)
	return finished.Record, err
}
