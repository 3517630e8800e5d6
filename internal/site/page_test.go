package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// newSite returns an application on an empty store, at noon of 14 May 2025 in
// the company's town.
func newSite(t *testing.T) *site.Site {
	t.Helper()
	noon := time.Date(2025, time.May, 14, 17, 0, 0, 0, time.UTC)
	return site.New(site.Config{
		Store:    testkit.NewStore(t),
		Identity: site.SampleIdentity(),
		BaseURL:  "https://pest.example",
		Clock:    func() time.Time { return noon },
	})
}

func pageAt(t *testing.T, s *site.Site, path string) site.Page {
	t.Helper()
	page, err := s.Page(t.Context(), path)
	if err != nil {
		t.Fatalf("Page(%q): %v", path, err)
	}
	return page
}

// query returns the data that travels with the page under the key.
func query(page site.Page, key ...string) (any, bool) {
	i := slices.IndexFunc(page.Queries, func(q site.Query) bool { return slices.Equal(q.Key, key) })
	if i < 0 {
		return nil, false
	}
	return page.Queries[i].Data, true
}

func saveService(t *testing.T, s *site.Site, edit site.ServiceEdit) site.Service {
	t.Helper()
	service, _, err := s.SaveService(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func savePost(t *testing.T, s *site.Site, edit site.PostEdit) site.Post {
	t.Helper()
	post, err := s.SavePost(t.Context(), edit)
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

func TestEveryPageBringsWhatHeaderAndFooterShow(t *testing.T) {
	s := newSite(t)
	for _, path := range append(site.Screens(), "/no-such-page", "/services/none", "/blog/none") {
		page := pageAt(t, s, path)
		for _, key := range []string{"content", "social-links", "business-hours"} {
			if _, ok := query(page, key); !ok {
				t.Errorf("%s lacks %s", path, key)
			}
		}
		if page.Year != 2025 {
			t.Errorf("%s is of %d, want 2025", path, page.Year)
		}
	}
}

func TestPagesKnowWhetherSocialLinksWereEverSaved(t *testing.T) {
	s := newSite(t)
	if links, _ := query(pageAt(t, s, "/"), "social-links"); links != nil {
		t.Errorf("before the first save the page brings %v", links)
	}
	_, err := s.SaveSocialLink(t.Context(), site.SocialLinkEdit{
		Platform: new("facebook"), URL: new("https://facebook.example/us"), Active: new(false),
	})
	if err != nil {
		t.Fatal(err)
	}
	links, _ := query(pageAt(t, s, "/"), "social-links")
	if shown, ok := links.([]site.SocialLink); !ok || len(shown) != 0 {
		t.Errorf("with the only link switched off the page brings %v", links)
	}
}

func TestListsBringNoLongTexts(t *testing.T) {
	s := newSite(t)
	saveService(t, s, serviceNamed("ants"))
	savePost(t, s, postNamed("news"))

	for _, path := range []string{"/", "/services"} {
		data, _ := query(pageAt(t, s, path), "services")
		services := data.([]site.Service)
		if len(services) != 1 || services[0].FullDescription != "" || services[0].Template != "" {
			t.Errorf("%s brings %+v, want one card without long texts", path, services)
		}
	}
	data, _ := query(pageAt(t, s, "/blog"), "blog-posts")
	if posts := data.([]site.Post); len(posts) != 1 || posts[0].Content != "" {
		t.Errorf("/blog brings %+v, want one post without its content", posts)
	}
}

func TestPagesThatShowNoPostsDoNotGrowWithThem(t *testing.T) {
	s := newSite(t)
	for i := range 30 {
		savePost(t, s, postNamed(fmt.Sprintf("post-%d", i)))
	}
	for _, path := range []string{"/", "/services", "/about", "/contact", "/blog/post-7", "/blog/none"} {
		if _, ok := query(pageAt(t, s, path), "blog-posts"); ok {
			t.Errorf("%s brings the list of posts", path)
		}
	}
}

func TestADetailPageBringsItsOwnRecordWhole(t *testing.T) {
	s := newSite(t)
	saveService(t, s, serviceNamed("ants"))
	savePost(t, s, postNamed("news"))

	data, _ := query(pageAt(t, s, "/services/ants"), "services", "ants")
	if service := data.(site.Service); service.Template == "" || service.FullDescription == "" {
		t.Errorf("the service came as %+v", service)
	}
	data, _ = query(pageAt(t, s, "/blog/news"), "blog-posts", "news")
	if post := data.(site.Post); post.Content != "Long." {
		t.Errorf("the post came as %+v", post)
	}
}

func TestAddressesThatLeadToNothingShareOnePage(t *testing.T) {
	s := newSite(t)
	service := saveService(t, s, serviceNamed("ants"))
	for path, want := range map[string]string{
		"/nothing":                              "/-",
		"/nothing/":                             "/-",
		"/a/b/c":                                "/-",
		"/services/none":                        "/services/-",
		"/services/residential":                 "/services/-",
		"/services/a/b":                         "/-",
		"/blog/a/b":                             "/-",
		"/services/\x00":                        "/services/-",
		fmt.Sprintf("/services/%d", service.ID): "/services/-",
		"/blog/none":                            "/blog/-",
		"/blog/" + strings.Repeat("x", 10_000):  "/blog/-",
		"/admin/nothing":                        "/admin/-",
	} {
		page := pageAt(t, s, path)
		if page.Path != want || page.Redirect != "" {
			t.Errorf("%.40q is rendered as %q (redirect %q), want %q", path, page.Path, page.Redirect, want)
		}
	}
}

func TestFallbackServicesHavePagesOnlyWhileNothingIsStored(t *testing.T) {
	s := newSite(t)
	for _, slug := range site.FallbackServices {
		if page := pageAt(t, s, "/services/"+slug); page.Path != "/services/"+slug {
			t.Errorf("without services %s is rendered as %q", slug, page.Path)
		}
	}
	saveService(t, s, serviceNamed("ants"))
	if page := pageAt(t, s, "/services/commercial"); page.Path != "/services/-" {
		t.Errorf("with services the fallback is rendered as %q", page.Path)
	}
}

func TestFormerAddressesLeadToTheNewOnes(t *testing.T) {
	s := newSite(t)
	service := saveService(t, s, serviceNamed("ants"))
	saveService(t, s, site.ServiceEdit{ID: &service.ID, Slug: new("fire-ants")})
	saveService(t, s, site.ServiceEdit{ID: &service.ID, Slug: new("all-ants")})
	post := savePost(t, s, postNamed("news"))
	savePost(t, s, site.PostEdit{ID: &post.ID, Slug: new("old-news")})

	for path, want := range map[string]string{
		"/services/ants":      "/services/all-ants",
		"/services/fire-ants": "/services/all-ants",
		"/services/all-ants":  "",
		"/services/all-ants/": "/services/all-ants",
		"/blog/news":          "/blog/old-news",
		"/about/":             "/about",
		"/admin/":             "/admin",
	} {
		if page := pageAt(t, s, path); page.Redirect != want {
			t.Errorf("%s leads to %q, want %q", path, page.Redirect, want)
		}
	}
}

func TestTheBackOfficeBringsOnlyWhatTheFooterOfTheLoginShows(t *testing.T) {
	page := pageAt(t, newSite(t), "/admin")
	var keys []string
	for _, q := range page.Queries {
		keys = append(keys, strings.Join(q.Key, " "))
	}
	if diff := cmp.Diff([]string{"content", "social-links", "business-hours"}, keys); page.Path != "/admin" || diff != "" {
		t.Errorf("%s brings (-want +got):\n%s", page.Path, diff)
	}
}

func TestTheEpochChangesWithEveryPublicationAndWithTheYear(t *testing.T) {
	now := time.Date(2025, time.December, 31, 12, 0, 0, 0, time.UTC)
	s := site.New(site.Config{
		Store: testkit.NewStore(t), Identity: site.SampleIdentity(),
		Clock: func() time.Time { return now },
	})
	epoch := func() string {
		t.Helper()
		e, err := s.Epoch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	first := epoch()
	if again := epoch(); again != first {
		t.Errorf("nothing happened, but the epoch went from %s to %s", first, again)
	}
	savePost(t, s, postNamed("news"))
	published := epoch()
	if published == first {
		t.Error("a post was published in the same epoch")
	}
	now = time.Date(2026, time.January, 1, 3, 0, 0, 0, time.UTC) // still 2025 in Texas
	if e := epoch(); e != published {
		t.Error("the epoch changed before midnight")
	}
	now = now.Add(4 * time.Hour)
	if e := epoch(); e == published {
		t.Error("the epoch did not change with the year")
	}
}

func TestAddressesHaveTheDateOfTheirLastChangeOnly(t *testing.T) {
	s := newSite(t)
	saveService(t, s, serviceNamed("ants"))
	addresses, err := s.Addresses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dated := map[string]bool{}
	for _, a := range addresses {
		dated[a.Path] = !a.ChangedAt.IsZero()
	}
	for path, want := range map[string]bool{"/": true, "/services": true, "/services/ants": true, "/about": false, "/blog": false} {
		if got, ok := dated[path]; !ok || got != want {
			t.Errorf("%s: listed %v, dated %v, want dated %v", path, ok, got, want)
		}
	}
	if _, ok := dated["/login"]; ok {
		t.Error("/login is listed for search engines")
	}
}
