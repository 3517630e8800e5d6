package site_test

import (
	"context"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// fakeImages are the uploaded images by URL.
type fakeImages map[string]*media.ImageDetails

func (f fakeImages) Details(_ context.Context, urls []string) ([]*media.ImageDetails, error) {
	details := make([]*media.ImageDetails, len(urls))
	for i, url := range urls {
		details[i] = f[url]
	}
	return details, nil
}

func TestPagesHaveThePortraitsOfUploadedPhotos(t *testing.T) {
	document := company.Sample()
	document.Team = []company.TeamMember{
		{Name: "Ana", Role: "Owner", ImageURL: "/objects/uploads/there"},
		{Name: "Bo", Role: "Owner", ImageURL: "/objects/uploads/deleted"},
		{Name: "Cy", Role: "Owner", ImageURL: "/art/portrait-1.svg"},
	}
	current := company.Fixed(document)
	there := &media.ImageDetails{URL: "/objects/uploads/there"}
	s := site.New(site.Config{
		Store: testkit.NewStore(t).Site(), Company: current, Images: fakeImages{there.URL: there},
	})
	got := page(t, s, site.PageAbout)
	if len(got.Portraits) != 3 || got.Portraits[0] != there || got.Portraits[1] != nil || got.Portraits[2] != nil {
		t.Errorf("portraits: %+v", got.Portraits)
	}
	team := got.Identity.Team
	if team[0].ImageURL != there.URL || team[1].ImageURL != "" || team[2].ImageURL != "/art/portrait-1.svg" {
		t.Errorf("the page's team is %+v", team)
	}
	if kept := testkit.Must(current.Current(t.Context()))(t); kept.Team[1].ImageURL != "/objects/uploads/deleted" {
		t.Error("the record itself was changed")
	}
}

func TestPagesCarryTheirOwnTexts(t *testing.T) {
	s := newSite(t)
	for kind, key := range map[site.PageKind]string{
		site.PageHome: "why.1.title", site.PageAbout: "values.1.title",
		site.PagePrograms: "programs.1.title", site.PageServices: "closing.title",
		site.PageService: "closing.title",
	} {
		if texts := page(t, s, kind).Texts; texts[key] == "" {
			t.Errorf("%s has %v", kind, texts)
		}
	}
	if texts := page(t, s, site.PageContact).Texts; texts != nil {
		t.Errorf("the contact page has %v", texts)
	}
}
