package site_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func slugsOf(services []site.Service) []string {
	slugs := make([]string, 0, len(services))
	for _, service := range services {
		slugs = append(slugs, service.Slug)
	}
	return slugs
}

func TestHiddenServiceIsNowherePublic(t *testing.T) {
	f := newFixture(t)
	shown := f.saveService(t, serviceEdit("shown"))
	hidden := f.saveService(t, serviceEdit("before"))
	f.saveService(t, site.ServiceEdit{ID: &hidden.ID, Slug: new("hidden"), Hidden: new(true)})

	if got := slugsOf(testkit.Must(f.Services(t.Context()))(t)); !slices.Equal(got, []string{"shown"}) {
		t.Errorf("visitors see %v", got)
	}
	if got := slugsOf(testkit.Must(f.AllServices(t.Context()))(t)); !slices.Equal(got, []string{"shown", "hidden"}) {
		t.Errorf("administrators see %v", got)
	}
	for _, kind := range []site.PageKind{site.PageHome, site.PageServices} {
		if got := slugsOf(page(t, f.Site, kind).Services); !slices.Equal(got, []string{"shown"}) {
			t.Errorf("the page %s lists %v", kind, got)
		}
	}
	for _, slug := range []string{"hidden", "before"} { // also by its former slug
		if got := page(t, f.Site, site.PageService, slug); got.Service != nil || got.Moved || got.ID.Slug != "" {
			t.Errorf("/services/%s shows %+v", slug, got)
		}
		_, err := f.Service(t.Context(), slug)
		testkit.WantError(t, err, errs.NotFound, slug)
	}
	for entry := range f.Sitemap(t.Context()) {
		if entry.Page.Slug == "hidden" {
			t.Error("the sitemap lists it")
		}
	}
	if got := testkit.Must(f.AnyService(t.Context(), "before"))(t); got.Slug != "hidden" || !got.Hidden {
		t.Errorf("administrators find %+v", got)
	}

	f.saveService(t, site.ServiceEdit{ID: &shown.ID, Name: new("Kept"), Hidden: new(false)})
	f.saveService(t, site.ServiceEdit{ID: &hidden.ID, Hidden: new(false)})
	if got := testkit.Must(f.Service(t.Context(), "before"))(t); got.Slug != "hidden" {
		t.Errorf("shown again, its former slug leads to %q", got.Slug)
	}
}

func TestRecordsAreOrdered(t *testing.T) {
	f := newFixture(t)
	var services, links []int64
	for _, name := range []string{"a", "b", "c"} {
		services = append(services, f.saveService(t, serviceEdit(name)).ID)
		link := testkit.Must(f.SaveSocialLink(t.Context(), site.SocialLinkEdit{Platform: &name, URL: new("https://x.example/" + name)}))(t)
		links = append(links, link.ID)
	}
	slices.Reverse(services)
	slices.Reverse(links)
	if got := slugsOf(testkit.Must(f.OrderServices(t.Context(), services))(t)); !slices.Equal(got, []string{"c", "b", "a"}) {
		t.Errorf("the services are %v", got)
	}
	ordered := testkit.Must(f.OrderSocialLinks(t.Context(), links))(t)
	if ordered[0].Platform != "c" || ordered[2].Platform != "a" {
		t.Errorf("the links are %v", ordered)
	}

	for name, tt := range map[string]struct {
		change func([]int64) []int64
		kind   errs.Kind
	}{
		"one is missing":  {func(ids []int64) []int64 { return ids[1:] }, errs.Conflict},
		"one is unknown":  {func(ids []int64) []int64 { return append(ids[1:], 99) }, errs.Conflict},
		"one too many":    {func(ids []int64) []int64 { return append(ids, 99) }, errs.Conflict},
		"nothing":         {func([]int64) []int64 { return nil }, errs.Conflict},
		"one comes twice": {func(ids []int64) []int64 { return append(ids[1:], ids[1]) }, errs.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			before := f.revision(t)
			_, err := f.OrderServices(t.Context(), tt.change(slices.Clone(services)))
			testkit.WantError(t, err, tt.kind, "")
			_, err = f.OrderSocialLinks(t.Context(), tt.change(slices.Clone(links)))
			testkit.WantError(t, err, tt.kind, "")
			if f.revision(t) != before {
				t.Error("a refused order was published")
			}
		})
	}
}

func TestDeletedServiceIsGoneForGood(t *testing.T) {
	f := newFixture(t)
	fillStarter(t, f.Site)
	starter := testkit.Must(f.Service(t.Context(), "termite-control"))(t)
	f.saveService(t, site.ServiceEdit{ID: &starter.ID, Slug: new("termites")})
	deleted := testkit.Must(f.DeleteService(t.Context(), starter.ID))(t)
	if deleted.Slug != "termites" {
		t.Errorf("deleted %+v", deleted)
	}
	fillStarter(t, f.Site) // as the next start does
	for _, slug := range []string{"termites", "termite-control"} {
		_, err := f.Service(t.Context(), slug)
		testkit.WantError(t, err, errs.NotFound, slug)
	}
	_, err := f.DeleteService(t.Context(), starter.ID)
	testkit.WantError(t, err, errs.NotFound, "")
	// Its slugs are free again, without a redirect in the way.
	next := f.saveService(t, serviceEdit("termite-control"))
	if got := testkit.Must(f.Service(t.Context(), "termite-control"))(t); got.ID != next.ID {
		t.Errorf("the slug leads to %d, want %d", got.ID, next.ID)
	}
}

func TestDeletedContentAndLinksGiveWayToDefaults(t *testing.T) {
	f := newFixture(t)
	item := f.saveContent(t, site.ContentEdit{
		Key: new("hero_title"), Section: new(site.SectionHome), Type: new(site.ContentText), Value: new("Hello"),
	})
	link := testkit.Must(f.SaveSocialLink(t.Context(), site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.example/")}))(t)
	testkit.Must(f.DeleteContent(t.Context(), item.ID))(t)
	testkit.Must(f.DeleteSocialLink(t.Context(), link.ID))(t)
	got := page(t, f.Site, site.PageHome)
	if len(got.Content) != 0 || got.SocialLinks != nil {
		t.Errorf("the page has %v and %v", got.Content, got.SocialLinks)
	}
	_, err := f.DeleteContent(t.Context(), item.ID)
	testkit.WantError(t, err, errs.NotFound, "")
	_, err = f.DeleteSocialLink(t.Context(), link.ID)
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestPlainTextInHTMLFieldsKeepsItsParagraphs(t *testing.T) {
	f := newFixture(t)
	edit := serviceEdit("termites")
	edit.FullDescription = new("We look & listen.\n\n- ants\n- bees\n\nThen we treat.")
	const want = "<p>We look &amp; listen.</p>\n<ul>\n<li>ants</li>\n<li>bees</li>\n</ul>\n<p>Then we treat.</p>"
	service := f.saveService(t, edit)
	if diff := cmp.Diff(want, strings.ReplaceAll(service.FullDescription, "look & listen", "look &amp; listen")); diff != "" {
		t.Errorf("full description (-want +got):\n%s", diff)
	}
	item := f.saveContent(t, site.ContentEdit{
		Key: new("about_content"), Section: new(site.SectionAbout), Type: new(site.ContentHTML), Value: new("One.\n\nTwo."),
	})
	if item.Value != "<p>One.</p>\n<p>Two.</p>" {
		t.Errorf("about content %q", item.Value)
	}
	text := f.saveContent(t, site.ContentEdit{
		Key: new("hero_title"), Section: new(site.SectionHome), Type: new(site.ContentText), Value: new("One.\n\nTwo."),
	})
	if text.Value != "One.\n\nTwo." {
		t.Errorf("a text that is not HTML became %q", text.Value)
	}
}

// oneImage knows a single image.
type oneImage struct{ url string }

func (k oneImage) Details(_ context.Context, urls []string) ([]*media.ImageDetails, error) {
	details := make([]*media.ImageDetails, len(urls))
	for i, url := range urls {
		if url == k.url {
			details[i] = &media.ImageDetails{URL: url}
		}
	}
	return details, nil
}

func TestDeletedImagesGiveWayToBundledPictures(t *testing.T) {
	kept, gone := media.ImageURL(strings.Repeat("A", 26)), media.ImageURL(strings.Repeat("B", 26))
	f := newFixture(t)
	f.Site = site.New(site.Config{Store: f.store, Company: company.Fixed(company.Sample()), Images: oneImage{kept}, Clock: f.clock})
	edit := serviceEdit("termite-control")
	edit.ImageURL = &gone
	edit.FullDescription = new(`<p>See <img src="` + gone + `" alt="gone"><img class="p-2" src="` + kept + `" alt="kept"></p>`)
	edit.Template = new(`<img alt="gone" src="` + gone + `"><b>{name}</b>`)
	f.saveService(t, edit)
	other := serviceEdit("our-own")
	other.ImageURL = &gone
	f.saveService(t, other)
	post := postNamed("termites-silent-destroyers")
	post.ImageURL = &gone
	savePost(t, f.Site, post)
	f.saveContent(t, site.ContentEdit{Key: new("hero_image"), Section: new(site.SectionHome), Type: new(site.ContentImage), Value: &gone})
	f.saveContent(t, site.ContentEdit{Key: new("about_image"), Section: new(site.SectionAbout), Type: new(site.ContentImage), Value: &kept})

	service := testkit.Must(f.Service(t.Context(), "termite-control"))(t)
	if service.ImageURL != "/art/termite.svg" {
		t.Errorf("the service shows %q", service.ImageURL)
	}
	if want := `<p>See <img class="p-2" src="` + kept + `" alt="kept"></p>`; service.FullDescription != want {
		t.Errorf("full description %s, want %s", service.FullDescription, want)
	}
	if service.Template != "<b>{name}</b>" {
		t.Errorf("template %s", service.Template)
	}
	if own := testkit.Must(f.Service(t.Context(), "our-own"))(t); own.ImageURL != "" {
		t.Errorf("a service without a bundled picture shows %q", own.ImageURL)
	}
	if posts := testkit.Posts(t, f.Site); posts[0].ImageURL != "/art/article-termites.svg" {
		t.Errorf("the post shows %q", posts[0].ImageURL)
	}
	content := map[string]string{}
	for _, entry := range testkit.Must(f.Content(t.Context()))(t) {
		content[entry.Key] = entry.Content
	}
	// An entry without content is shown as its default.
	if diff := cmp.Diff(map[string]string{"hero_image": "", "about_image": kept}, content); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
}
