package media_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

func TestPagesHaveImageDetails(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	f.useEverywhere(t, uploaded.URL)
	f.savePost(t, "plain", "Plain", "")
	if _, _, err := testkit.Edit(f.site).SaveService(t.Context(), site.ServiceEdit{ID: new(int64(1)), ImageURL: &uploaded.URL}); err != nil {
		t.Fatal(err)
	}
	f.runWorker(t)
	uploaded = f.awaitVariants(t, uploaded.ID)
	testkit.Must(f.Save(t.Context(), media.ImageEdit{ID: uploaded.ID, Alt: new("A roof")}))(t)

	want := &media.ImageDetails{
		URL: uploaded.URL, Alt: "A roof", Width: 400, Height: 50,
		Preview: uploaded.Preview, Variants: uploaded.Variants,
	}
	if len(want.Variants) == 0 || want.Preview == "" {
		t.Fatalf("there are no details: %+v", want)
	}
	post := testkit.Must(f.site.Post(t.Context(), "swarms"))(t)
	service := testkit.Must(f.site.Service(t.Context(), "termites"))(t)
	home := testkit.Must(f.site.Page(t.Context(), site.PageID{Kind: site.PageHome}))(t)
	found := map[string]*media.ImageDetails{
		"post": post.Image, "service": service.Image, "hero": home.Content[0].Image, "service card": home.Services[0].Image,
	}
	for _, p := range testkit.Must(f.site.Page(t.Context(), site.PageID{Kind: site.PageBlog}))(t).Posts {
		found["list of posts: "+p.Slug] = p.Image
	}
	if diff := cmp.Diff(map[string]*media.ImageDetails{
		"post": want, "service": want, "hero": want, "service card": want,
		"list of posts: swarms": want, "list of posts: plain": nil,
	}, found); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

// askedStore records which images are asked for.
type askedStore struct {
	media.Store
	uploads [][]string
}

func (s *askedStore) ImagesByUpload(ctx context.Context, uploadIDs []string) (map[string]media.Image, error) {
	s.uploads = append(s.uploads, uploadIDs)
	return s.Store.ImagesByUpload(ctx, uploadIDs)
}

func (s *askedStore) Images(context.Context, media.Query) ([]media.Image, error) {
	return nil, errors.New("all images were asked for")
}

func TestDetailsAskOnlyForTheImagesOfThePage(t *testing.T) {
	f := newFixture(t)
	shown := f.upload(t, "", png(t, 1))
	f.upload(t, "", png(t, 2))
	store := &askedStore{Store: f.store.Media()}
	l := media.New(media.Config{Store: store, Storage: f.storage, Codec: imaging.New()})
	details := testkit.Must(l.Details(t.Context(), []string{shown.URL, "/art/hero.svg", "", shown.URL, media.ImageURL("x")}))(t)
	if details[0] == nil || details[3] == nil || details[1] != nil || details[2] != nil || details[4] != nil {
		t.Errorf("details %v", details)
	}
	testkit.Must(l.Details(t.Context(), []string{"/art/hero.svg"}))(t)
	if diff := cmp.Diff([][]string{{shown.ID}}, store.uploads); diff != "" {
		t.Errorf("the store was asked for (-want +got):\n%s", diff)
	}
}

func TestUnusedImagesPublishNothing(t *testing.T) {
	f := newFixture(t)
	before := testkit.Must(f.store.Revision(t.Context()))(t)
	var last media.Image
	for i := range 10 {
		last = f.upload(t, "", png(t, uint64(i)))
	}
	f.runWorker(t)
	f.awaitVariants(t, last.ID)
	testkit.Must(f.Save(t.Context(), media.ImageEdit{ID: last.ID, Alt: new("A roof")}))(t)
	if after := testkit.Must(f.store.Revision(t.Context()))(t); after != before {
		t.Errorf("the revision rose from %d to %d", before, after)
	}
}

func TestOnlyImagesCanBeOpened(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", png(t, 1))
	if err := f.storage.Put(t.Context(), "uploads/"+uploaded.ID, []byte("<html>")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"", "uploads/" + uploaded.ID, "images/" + uploaded.ID, "images/../uploads/" + uploaded.ID, "images/" + uploaded.ID + "/",
		"images/" + uploaded.ID + "/x", "images/" + uploaded.ID + "/../../x.png", "check/x.png",
	} {
		if file, err := f.OpenVariant(t.Context(), key); errs.KindOf(err) != errs.NotFound {
			t.Errorf("%s: %v, %v", key, file, err)
		}
	}
	for _, id := range []string{"", "x", "../" + uploaded.ID, uploaded.ID + "/", "IMAGE"} {
		if _, err := f.OpenImage(t.Context(), id); errs.KindOf(err) != errs.NotFound {
			t.Errorf("%s: %v", id, err)
		}
	}
}
