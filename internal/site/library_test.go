package site_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
)

func TestTheLibraryComesInPages(t *testing.T) {
	s := newStudio(t)
	for i := range 5 {
		s.upload(t, fmt.Sprintf("photo %d.png", i), png(t, uint64(i)))
		s.now = s.now.Add(time.Second)
	}
	names := func(request site.LibraryRequest) (string, site.LibraryPage) {
		page := must(s.Library(t.Context(), request))(t)
		var all []string
		for _, image := range page.Images {
			all = append(all, image.Name[6:7])
		}
		return strings.Join(all, ""), page
	}
	for _, test := range []struct {
		request site.LibraryRequest
		want    string
		page    int
		total   int
	}{
		{site.LibraryRequest{}, "43210", 1, 5},
		{site.LibraryRequest{PerPage: 2}, "43", 1, 5},
		{site.LibraryRequest{PerPage: 2, Page: 3}, "0", 3, 5},
		{site.LibraryRequest{PerPage: 2, Page: 99}, "0", 3, 5},
		{site.LibraryRequest{PerPage: 2, Page: -1}, "43", 1, 5},
		{site.LibraryRequest{PerPage: -1, Sort: site.SortOldest}, "01234", 1, 5},
		{site.LibraryRequest{Sort: site.SortName, Search: " PHOTO 2"}, "2", 1, 1},
		{site.LibraryRequest{Search: "nothing"}, "", 1, 0},
	} {
		got, page := names(test.request)
		if got != test.want || page.Page != test.page || page.Total != test.total {
			t.Errorf("%+v: %q, page %d of %d images", test.request, got, page.Page, page.Total)
		}
	}
	if page := must(s.Library(t.Context(), site.LibraryRequest{PerPage: 1_000_000}))(t); page.PerPage != 100 {
		t.Errorf("a page may have %d images", page.PerPage)
	}
	_, err := s.Library(t.Context(), site.LibraryRequest{Sort: "colour"})
	wantFailure(t, err, site.Invalid, "newest")
}

// useEverywhere shows the image in a content item, a service and a post.
func (s *studio) useEverywhere(t *testing.T, url string) {
	t.Helper()
	_, _, err := s.SaveContent(t.Context(), site.ContentEdit{
		Key: new("hero_image"), Section: new(site.SectionHome), Type: new(site.ContentImage), Value: &url,
	})
	if err != nil {
		t.Fatal(err)
	}
	html := `<p><img src="` + url + `"></p>`
	if _, _, err := s.SaveService(t.Context(), site.ServiceEdit{
		Name: new("Termites"), Slug: new("termites"), ShortDescription: new("s"), FullDescription: &html,
	}); err != nil {
		t.Fatal(err)
	}
	edit := postEdit("swarms")
	edit.Title, edit.ImageURL = new("Swarms"), &url
	must(s.SavePost(t.Context(), edit))(t)
}

func TestTheLibraryKnowsWhereAnImageIsUsed(t *testing.T) {
	s := newStudio(t)
	image, unused := s.upload(t, "", png(t, 1)), s.upload(t, "", png(t, 2))
	again := s.upload(t, "", png(t, 1)) // the same image, at a second address
	if again.ID != image.ID {
		t.Fatal("it is stored twice")
	}
	s.useEverywhere(t, image.URL)
	page := must(s.Library(t.Context(), site.LibraryRequest{Sort: site.SortOldest}))(t)
	for _, got := range page.Images {
		want := []site.Use{}
		if got.ID == image.ID {
			want = []site.Use{
				{Kind: "content", ID: 1, Title: "hero_image"},
				{Kind: "post", ID: 1, Title: "Swarms"},
				{Kind: "service", ID: 1, Title: "Termites"},
			}
		} else if got.ID != unused.ID {
			t.Errorf("a third image: %+v", got)
		}
		if diff := cmp.Diff(want, got.Uses); diff != "" {
			t.Errorf("uses of %s (-want +got):\n%s", got.ID, diff)
		}
	}
}

func TestAnImageIsUsedUnderEachOfItsAddresses(t *testing.T) {
	s := newStudio(t)
	image := s.upload(t, "", png(t, 1))
	id, token := s.ticket(t, site.UploadRequest{})
	must(s.send(t, id, token, png(t, 1)))(t)
	edit := postEdit("swarms")
	edit.ImageURL = new("/objects/uploads/" + id)
	must(s.SavePost(t.Context(), edit))(t)
	_, err := s.DeleteImage(t.Context(), image.ID, false)
	wantFailure(t, err, site.Conflict, "the blog post")
}

func TestAnImageInUseIsDeletedOnlyWhenConfirmed(t *testing.T) {
	s := newStudio(t)
	image := s.upload(t, "", png(t, 1))
	s.useEverywhere(t, image.URL)
	_, err := s.DeleteImage(t.Context(), image.ID, false)
	wantFailure(t, err, site.Conflict,
		`used in the content item "hero_image", the blog post "Swarms" and the service "Termites"`)
	must(s.open(t, image.URL))(t)

	deleted := must(s.DeleteImage(t.Context(), image.ID, true))(t)
	if deleted.ID != image.ID || len(deleted.Uses) != 3 {
		t.Errorf("deleted %+v", deleted)
	}
	if _, err := s.open(t, image.URL); site.KindOf(err) != site.NotFound {
		t.Errorf("after deletion: %v", err)
	}
	if got := s.files(t); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
	_, err = s.DeleteImage(t.Context(), image.ID, true)
	wantFailure(t, err, site.NotFound, "image")
}

func TestADeletedImageCanBeUploadedAgainButNotToItsOldAddress(t *testing.T) {
	s := newStudio(t)
	id, token := s.ticket(t, site.UploadRequest{})
	must(s.send(t, id, token, png(t, 1)))(t)
	must(s.DeleteImage(t.Context(), id, false))(t)
	_, err := s.send(t, id, token, png(t, 1))
	wantFailure(t, err, site.Forbidden, "not valid")
	if again := s.upload(t, "", png(t, 1)); again.ID == id {
		t.Error("it has its old address")
	}
}

func TestSaveImageChangesItsTexts(t *testing.T) {
	s := newStudio(t)
	image := s.upload(t, "roof.png", png(t, 1))
	saved := must(s.SaveImage(t.Context(), site.ImageEdit{ID: image.ID, Alt: new(" A red roof ")}))(t)
	if saved.Name != "roof.png" || saved.Alt != "A red roof" {
		t.Errorf("saved %+v", saved)
	}
	saved = must(s.SaveImage(t.Context(), site.ImageEdit{ID: image.ID, Name: new("Roof")}))(t)
	if saved.Name != "Roof" || saved.Alt != "A red roof" {
		t.Errorf("saved %+v", saved)
	}
	for name, test := range map[string]struct {
		edit site.ImageEdit
		kind site.Kind
		word string
	}{
		"no name":      {site.ImageEdit{ID: image.ID, Name: new(" ")}, site.Invalid, `"name"`},
		"a giant name": {site.ImageEdit{ID: image.ID, Name: new(strings.Repeat("n", 500))}, site.Invalid, "500 characters"},
		"a giant text": {site.ImageEdit{ID: image.ID, Alt: new(strings.Repeat("n", 500))}, site.Invalid, `"alt"`},
		"no image":     {site.ImageEdit{ID: "X"}, site.NotFound, "image"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.SaveImage(t.Context(), test.edit)
			wantFailure(t, err, test.kind, test.word)
		})
	}
}
