package site_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
	"perimeter/internal/testkit/picture"
)

func TestPagesLearnWhatIsKnownAboutTheirImages(t *testing.T) {
	s := newStudio(t)
	uploaded := s.upload(t, "", picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	s.useEverywhere(t, uploaded.URL)
	must(s.SavePost(t.Context(), postEdit("plain")))(t)
	if _, _, err := s.SaveService(t.Context(), site.ServiceEdit{ID: new(int64(1)), ImageURL: &uploaded.URL}); err != nil {
		t.Fatal(err)
	}
	s.keepUp(t)
	uploaded = s.awaitVariants(t, uploaded.ID)
	must(s.SaveImage(t.Context(), site.ImageEdit{ID: uploaded.ID, Alt: new("A roof")}))(t)

	want := &site.Picture{
		URL: uploaded.URL, Alt: "A roof", Width: 400, Height: 50,
		Preview: uploaded.Preview, Variants: uploaded.Variants,
	}
	if len(want.Variants) == 0 || want.Preview == "" {
		t.Fatalf("nothing is known: %+v", want)
	}
	post := must(s.Post(t.Context(), "swarms"))(t)
	service := must(s.Service(t.Context(), "termites"))(t)
	home := must(s.Page(t.Context(), "/"))(t)
	found := map[string]*site.Picture{"post": post.Image, "service": service.Image}
	for _, query := range home.Queries {
		switch data := query.Data.(type) {
		case []site.ContentEntry:
			found["hero"] = data[0].Image
		case []site.Service:
			found["service card"] = data[0].Image
		}
	}
	for _, query := range must(s.Page(t.Context(), "/blog"))(t).Queries {
		if posts, ok := query.Data.([]site.Post); ok {
			for _, p := range posts {
				found["list of posts: "+p.Slug] = p.Image
			}
		}
	}
	if diff := cmp.Diff(map[string]*site.Picture{
		"post": want, "service": want, "hero": want, "service card": want,
		"list of posts: swarms": want, "list of posts: plain": nil,
	}, found); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
}

func TestNothingButImagesIsEverOpened(t *testing.T) {
	s := newStudio(t)
	uploaded := s.upload(t, "", png(t, 1))
	if err := s.storage.Put(t.Context(), "uploads/"+uploaded.ID, []byte("<html>")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"", "uploads/" + uploaded.ID, "images/" + uploaded.ID, "images/../uploads/" + uploaded.ID, "images/" + uploaded.ID + "/",
		"images/" + uploaded.ID + "/x", "images/" + uploaded.ID + "/../../x.png", "check/x.png",
	} {
		if file, err := s.OpenVariant(t.Context(), key); site.KindOf(err) != site.NotFound {
			t.Errorf("%s: %v, %v", key, file, err)
		}
	}
	for _, address := range []string{"", "x", "../" + uploaded.ID, uploaded.ID + "/", "IMAGE"} {
		if _, err := s.OpenImage(t.Context(), address); site.KindOf(err) != site.NotFound {
			t.Errorf("%s: %v", address, err)
		}
	}
}
