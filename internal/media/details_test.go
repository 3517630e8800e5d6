package media_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
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
	if _, _, err := f.site.SaveService(t.Context(), site.ServiceEdit{ID: new(int64(1)), ImageURL: &uploaded.URL}); err != nil {
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
