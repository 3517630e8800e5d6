package site_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestImageOriginsAreThoseThatContentNames(t *testing.T) {
	s := newSite(t)
	origins := func() []string { return strings.Fields(testkit.Must(s.PageVersion(t.Context()))(t).ImageOrigins) }
	if got := origins(); len(got) != 0 {
		t.Errorf("an empty site names %v", got)
	}
	service := serviceNamed("ants")
	service.ImageURL = new("https://Images.example/ants.jpg")
	service.FullDescription = new(`<p>See <a href="https://link.example/">this</a>.</p><img alt="a" src="https://cdn.example:8443/a.png">`)
	service.Template = new(`<div class="bg-[url('https://background.example/b.png')]"><img src="{imageUrl}"><img src="//relative.example/c.png"></div>`)
	saveService(t, s, service)
	post := postNamed("news")
	post.ImageURL = new("http://old.example/p.jpg")
	post.Content = new("See ![a tube](https://article.example/t.png) and ![ours](/objects/uploads/A), " +
		"not [a link](https://linked.example/t.png), !\\[x](https://escaped.example/t.png) or https://bare.example/t.png.")
	savePost(t, s, post)
	save := func(key string, contentType site.ContentType, value string) {
		t.Helper()
		_, _, err := testkit.Edit(s).SaveContent(t.Context(), site.ContentEdit{
			Key: &key, Section: new(site.SectionHome), Type: &contentType, Value: &value,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	save("a_picture", site.ContentImage, "https://hero.example/h.jpg")
	save("own_picture", site.ContentImage, "/objects/uploads/A")
	save("some_html", site.ContentHTML, `<img src="https://münchen.example/x.png"><img src="/art/own.svg">`)
	save("some_text", site.ContentText, "https://text.example/t.png")
	want := []string{
		"http://old.example", "http://relative.example", "https://article.example", "https://background.example", "https://cdn.example:8443",
		"https://hero.example", "https://images.example", "https://xn--mnchen-3ya.example",
	}
	if diff := cmp.Diff(want, origins()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestImageOriginsIncludeThoseOfTheCompany(t *testing.T) {
	document := company.Sample()
	document.Brand.Logo, document.Brand.Icon = "https://logo.example/l.svg", "https://icon.example/i.png"
	document.Team[0].ImageURL = "https://people.example/p.jpg"
	s := site.New(site.Config{Store: testkit.NewStore(t).Site(), Company: company.Fixed(document)})
	got := testkit.Must(s.PageVersion(t.Context()))(t).ImageOrigins
	if want := "https://icon.example https://logo.example https://people.example"; got != want {
		t.Errorf("the origins are %q, want %q", got, want)
	}
}

func TestImageOriginsCannotExtendAPolicy(t *testing.T) {
	for _, url := range []string{
		"https://evil.example;script-src", "https://evil.example,b", "https://*.example", "https://*", "https://'none'",
		"javascript:alert(1)", "data:image/png;base64,", "https://a b.example", "https://", "https://user@", "ftp://f.example/x",
	} {
		s := newSite(t)
		service := serviceNamed("ants")
		service.Template = new(`<img src="` + url + `/x.png">`)
		saveService(t, s, service)
		if got := strings.Fields(testkit.Must(s.PageVersion(t.Context()))(t).ImageOrigins); len(got) != 0 {
			t.Errorf("%s leads to %v", url, got)
		}
	}
}
