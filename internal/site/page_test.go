package site_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// newSite returns a site on an empty store, at noon of 14 May 2025 in the
// company's town.
func newSite(t *testing.T) *site.Site {
	t.Helper()
	noon := time.Date(2025, time.May, 14, 17, 0, 0, 0, time.UTC)
	return site.New(site.Config{
		Store:   testkit.NewStore(t).Site(),
		Company: company.Fixed(company.Sample()),
		Clock:   func() time.Time { return noon },
	})
}

func page(t *testing.T, s *site.Site, kind site.PageKind, slug ...string) site.Page {
	t.Helper()
	id := site.PageID{Kind: kind}
	if len(slug) > 0 {
		id.Slug = slug[0]
	}
	return testkit.Must(s.Page(t.Context(), id))(t)
}

// linkCounter counts how often the social links are read.
type linkCounter struct {
	site.Store
	reads int
}

func (c *linkCounter) SocialLinks(ctx context.Context) ([]site.SocialLink, error) {
	c.reads++
	return c.Store.SocialLinks(ctx)
}

func TestPageReadsSocialLinksOnce(t *testing.T) {
	counter := &linkCounter{Store: testkit.NewStore(t).Site()}
	s := site.New(site.Config{Store: counter, Company: company.Fixed(company.Sample())})
	link := site.SocialLinkEdit{Platform: new("Facebook"), URL: new("https://facebook.com/example")}
	if _, err := testkit.Edit(s).SaveSocialLink(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	if got := page(t, s, site.PageContact).SocialLinks; len(got) != 1 || counter.reads != 1 {
		t.Errorf("%d links were read %d times, want 1 link read once", len(got), counter.reads)
	}
}

func saveService(t *testing.T, s *site.Site, edit site.ServiceEdit) site.Service {
	t.Helper()
	service, _, err := testkit.Edit(s).SaveService(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func savePost(t *testing.T, s *site.Site, edit site.PostEdit) site.Post {
	t.Helper()
	post, err := testkit.Edit(s).SavePost(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	return post
}

func serviceNamed(slug string) site.ServiceEdit {
	return site.ServiceEdit{
		Name: new("A service"), Slug: &slug, ShortDescription: new("Short."),
		FullDescription: new("<p>Long.</p>"), Template: new("<p>{name}</p>"),
	}
}

func postNamed(slug string) site.PostEdit {
	return site.PostEdit{Title: new("A post"), Slug: &slug, Excerpt: new("Short."), Content: new("Long.")}
}

var pageKinds = []site.PageKind{
	site.PageHome, site.PageServices, site.PageService, site.PagePrograms, site.PageAbout, site.PageBlog, site.PagePost,
	site.PageContact, site.PagePortal, site.PageLogin, site.PageAdmin, site.PageNotFound, site.PageAdminNotFound,
}

func TestEveryPageHasHeaderAndFooterData(t *testing.T) {
	s := newSite(t)
	for _, kind := range pageKinds {
		got := page(t, s, kind)
		if got.Hours == nil {
			t.Errorf("%s lacks hours: %+v", kind, got)
		}
		if got.Year != 2025 {
			t.Errorf("%s is of %d, want 2025", kind, got.Year)
		}
	}
}

func TestPagesHaveOnlyTheContentThatTheyRead(t *testing.T) {
	s := newSite(t)
	for _, key := range []string{"hero_title", "about_title", "contact_title", "services_title", "of_no_page"} {
		_, _, err := testkit.Edit(s).SaveContent(t.Context(), site.ContentEdit{
			Key: &key, Section: new(site.SectionGeneral), Type: new(site.ContentText), Value: new("text"),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	got := map[site.PageKind][]site.ContentEntry{}
	for _, kind := range pageKinds {
		if content := page(t, s, kind).Content; content != nil {
			got[kind] = content
		}
	}
	entry := func(key string) []site.ContentEntry { return []site.ContentEntry{{Key: key, Content: "text"}} }
	if diff := cmp.Diff(map[site.PageKind][]site.ContentEntry{
		site.PageHome: entry("hero_title"), site.PageAbout: entry("about_title"),
		site.PageContact: entry("contact_title"), site.PageServices: entry("services_title"),
	}, got); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
}

func TestPagesTellWhetherSocialLinksWereEverSaved(t *testing.T) {
	s := newSite(t)
	if links := page(t, s, site.PageHome).SocialLinks; links != nil {
		t.Errorf("before the first save the page has %v", links)
	}
	_, err := testkit.Edit(s).SaveSocialLink(t.Context(), site.SocialLinkEdit{
		Platform: new("facebook"), URL: new("https://facebook.example/us"), Active: new(false),
	})
	if err != nil {
		t.Fatal(err)
	}
	if links := page(t, s, site.PageHome).SocialLinks; links == nil || len(links) != 0 {
		t.Errorf("with the only link inactive the page has %v", links)
	}
}

func TestListsHaveNoLongTexts(t *testing.T) {
	s := newSite(t)
	saveService(t, s, serviceNamed("ants"))
	savePost(t, s, postNamed("news"))

	for _, kind := range []site.PageKind{site.PageHome, site.PageServices} {
		services := page(t, s, kind).Services
		if len(services) != 1 || services[0].FullDescription != "" || services[0].Template != "" {
			t.Errorf("%s has %+v, want one service without long texts", kind, services)
		}
	}
	if posts := page(t, s, site.PageBlog).Posts; len(posts) != 1 || posts[0].Content != "" {
		t.Errorf("the blog has %+v, want one post without its content", posts)
	}
}

func TestOnlyTheBlogListsPosts(t *testing.T) {
	s := newSite(t)
	for i := range 30 {
		savePost(t, s, postNamed(fmt.Sprintf("post-%d", i)))
	}
	for _, kind := range pageKinds {
		if posts := page(t, s, kind, "post-7").Posts; (posts != nil) != (kind == site.PageBlog) {
			t.Errorf("%s has %d posts", kind, len(posts))
		}
	}
}

func TestDetailPagesHaveTheFullRecord(t *testing.T) {
	s := newSite(t)
	saveService(t, s, serviceNamed("ants"))
	savePost(t, s, postNamed("news"))

	if service := page(t, s, site.PageService, "ants").Service; service.Template == "" || service.FullDescription == "" {
		t.Errorf("the service is %+v", service)
	}
	if post := page(t, s, site.PagePost, "news").Post; post.Content != "Long." {
		t.Errorf("the post is %+v", post)
	}
}

func TestUnknownSlugsShareOnePage(t *testing.T) {
	s := newSite(t)
	service := saveService(t, s, serviceNamed("ants"))
	for _, slug := range []string{"none", "residential", fmt.Sprint(service.ID), ""} {
		got := page(t, s, site.PageService, slug)
		if got.ID != (site.PageID{Kind: site.PageService}) || got.Moved || got.Service != nil {
			t.Errorf("service %q: %+v", slug, got)
		}
		if found := got.Services != nil && got.Hours != nil; found != (slug == "") {
			t.Errorf("service %q: data that only the shared page needs: %v", slug, found)
		}
	}
	for _, slug := range []string{"none", "ants", "7", ""} {
		if got := page(t, s, site.PagePost, slug); got.ID != (site.PageID{Kind: site.PagePost}) || got.Moved || got.Post != nil {
			t.Errorf("post %q: %+v", slug, got)
		}
	}
}

func TestFallbackServicesHavePagesWhileNoServicesAreStored(t *testing.T) {
	s := newSite(t)
	for _, slug := range site.FallbackServices {
		if got := page(t, s, site.PageService, slug); got.ID.Slug != slug || got.Services == nil || got.Service != nil {
			t.Errorf("without services %s has %+v", slug, got)
		}
	}
	saveService(t, s, serviceNamed("ants"))
	if got := page(t, s, site.PageService, "commercial"); got.ID.Slug != "" {
		t.Errorf("with services the fallback has %+v", got)
	}
}

func TestFormerSlugsMoveToTheNewOne(t *testing.T) {
	s := newSite(t)
	service := saveService(t, s, serviceNamed("ants"))
	saveService(t, s, site.ServiceEdit{ID: &service.ID, Slug: new("fire-ants")})
	saveService(t, s, site.ServiceEdit{ID: &service.ID, Slug: new("all-ants")})
	post := savePost(t, s, postNamed("news"))
	savePost(t, s, site.PostEdit{ID: &post.ID, Slug: new("old-news")})

	for id, moved := range map[site.PageID]bool{
		{Kind: site.PageService, Slug: "ants"}:      true,
		{Kind: site.PageService, Slug: "fire-ants"}: true,
		{Kind: site.PageService, Slug: "all-ants"}:  false,
		{Kind: site.PagePost, Slug: "news"}:         true,
		{Kind: site.PagePost, Slug: "old-news"}:     false,
	} {
		got := testkit.Must(s.Page(t.Context(), id))(t)
		if got.Moved != moved || !slices.Contains([]string{"all-ants", "old-news"}, got.ID.Slug) {
			t.Errorf("%v: moved %v to %v", id, got.Moved, got.ID)
		}
	}
}

// fakeReviews is a list of reviews, or the error that there is none.
type fakeReviews struct {
	list []reviews.Review
	err  error
}

func (f *fakeReviews) List(context.Context) ([]reviews.Review, error) { return f.list, f.err }
func (*fakeReviews) Page(context.Context) (string, error) {
	return "https://google.example/review", nil
}

func TestHomePageHasTheNewestReviews(t *testing.T) {
	source := &fakeReviews{}
	s := site.New(site.Config{Store: testkit.NewStore(t).Site(), Company: company.Fixed(company.Sample()), Reviews: source})
	for _, count := range []int{0, 24, 25, 10_000} {
		source.list = make([]reviews.Review, count)
		got := page(t, s, site.PageHome)
		if got.Reviews == nil || len(got.Reviews) != min(count, 24) || got.MoreReviews != (count > 24) {
			t.Errorf("of %d reviews the page has %d, more: %v", count, len(got.Reviews), got.MoreReviews)
		}
		if (got.ReviewPage != nil) != (count == 0) {
			t.Errorf("of %d reviews the page has the link %v", count, got.ReviewPage)
		}
	}
	if got := page(t, s, site.PageServices); got.Reviews != nil || got.ReviewPage != nil {
		t.Error("another page has reviews")
	}
	source.err = errs.Errorf(errs.Upstream, "The reviews could not be fetched.")
	if got := page(t, s, site.PageHome); got.Reviews != nil {
		t.Errorf("without reviews the page has %v", got.Reviews)
	}
}

func TestPageVersionChangesWithPublicationsAndYear(t *testing.T) {
	now := time.Date(2025, time.December, 31, 12, 0, 0, 0, time.UTC)
	s := site.New(site.Config{
		Store: testkit.NewStore(t).Site(), Company: company.Fixed(company.Sample()),
		Clock: func() time.Time { return now },
	})
	version := func() site.PageVersion { return testkit.Must(s.PageVersion(t.Context()))(t) }
	first := version()
	if again := version(); again != first {
		t.Errorf("nothing happened, but the version went from %v to %v", first, again)
	}
	savePost(t, s, postNamed("news"))
	published := version()
	if published == first {
		t.Error("publishing a post did not change the version")
	}
	now = time.Date(2026, time.January, 1, 3, 0, 0, 0, time.UTC) // still 2025 in Texas
	if v := version(); v != published {
		t.Error("the version changed before midnight")
	}
	now = now.Add(4 * time.Hour)
	if v := version(); v == published {
		t.Error("the version did not change with the year")
	}
}

func TestSitemapDatesOnlyEditedPages(t *testing.T) {
	s := newSite(t)
	saveService(t, s, serviceNamed("ants"))
	dated := map[site.PageID]bool{}
	for e := range s.Sitemap(t.Context()) {
		dated[e.Page] = !e.ChangedAt.IsZero()
	}
	for id, want := range map[site.PageID]bool{
		{Kind: site.PageHome}: true, {Kind: site.PageServices}: true, {Kind: site.PageService, Slug: "ants"}: true,
		{Kind: site.PageAbout}: false, {Kind: site.PageBlog}: false,
	} {
		if got, ok := dated[id]; !ok || got != want {
			t.Errorf("%v: listed %v, dated %v, want dated %v", id, ok, got, want)
		}
	}
	if _, ok := dated[site.PageID{Kind: site.PageLogin}]; ok {
		t.Error("the login page is listed for search engines")
	}
}
